import { dictionary } from '@keyan/kernel/values/dictionary.ts';

export const arriveType = dictionary(
  'arriveType',
  ['到账类型', 'Type of arrival'],
  [
    ['01', '纵向拨款', 'Government grant'],
    ['02', '横向来款', 'Contract payment'],
    ['03', '校内拨款', 'University grant'],
    ['04', '配套经费', 'Matching funds'],
    ['05', '外拨转入', 'Transfer from a partner'],
    ['99', '其他', 'Other'],
  ],
);

export const arriveStatus = dictionary(
  'arriveStatus',
  ['到账状态', 'Status of arrival'],
  [
    ['0', '待认领', 'Unclaimed'],
    ['1', '部分分配', 'Partly allocated'],
    ['2', '分配完成', 'Allocated'],
    ['3', '已入账确认', 'Booked and confirmed'],
    ['4', '已冲销', 'Reversed'],
    ['5', '已全部退款', 'Fully refunded'],
  ],
);

/** Stages of an allocation: claimed, granted, in booking, booked. */
export const allocationStatus = dictionary(
  'allocationStatus',
  ['分配状态', 'Status of allocation'],
  [
    ['9', '认领待确认', 'Claimed'],
    ['8', '未采纳', 'Turned down'],
    ['0', '待入账', 'To be booked'],
    ['1', '入账审批中', 'Being booked'],
    ['2', '已入账', 'Booked'],
  ],
);

export const divideStatus = dictionary(
  'divideStatus',
  ['入账状态', 'Status of booking'],
  [
    ['0', '草稿', 'Draft'],
    ['1', '审批中', 'In approval'],
    ['2', '已入账', 'Booked'],
    ['3', '已退回', 'Returned'],
    ['4', '不通过', 'Rejected'],
    ['5', '已撤回', 'Recalled'],
    ['6', '已作废', 'Voided'],
  ],
);

/** Stages of a refund; a refund counts after confirmation by the finance office. */
export const refundStatus = dictionary(
  'refundStatus',
  ['退款状态', 'Status of refund'],
  [
    ['0', '待确认', 'To be confirmed'],
    ['1', '已退款', 'Refunded'],
    ['2', '已取消', 'Cancelled'],
  ],
);

export const expenseType = dictionary(
  'expenseType',
  ['支出方式', 'Expense type'],
  [
    ['01', '报销', 'Reimbursement'],
    ['02', '对公转账', 'Bank transfer'],
    ['03', '借款', 'Advance'],
    ['04', '劳务发放', 'Labour payment'],
    ['05', '外拨', 'Transfer out'],
    ['06', '校内转账', 'Internal transfer'],
    ['07', '还款冲账', 'Repayment'],
  ],
);

export const expenseStatus = dictionary(
  'expenseStatus',
  ['支出状态', 'Status of expense'],
  [
    ['0', '草稿', 'Draft'],
    ['1', '审批中', 'In approval'],
    ['2', '待付款', 'To be paid'],
    ['3', '已付款', 'Paid'],
    ['4', '已退回', 'Returned'],
    ['5', '不通过', 'Rejected'],
    ['6', '已撤回', 'Recalled'],
    ['7', '已冲销', 'Reversed'],
  ],
);

/** Types of receipts for a payment; 01 and 03 are taxed. */
export const ticketType = dictionary(
  'ticketType',
  ['票据类型', 'Invoice type'],
  [
    ['01', '增值税普通发票', 'VAT ordinary'],
    ['02', '增值税普通发票（免税）', 'VAT ordinary (tax-exempt)'],
    ['03', '增值税专用发票', 'VAT special'],
    ['04', '资金往来结算票据（收据）', 'Settlement receipt'],
  ],
);
