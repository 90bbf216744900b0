import { dictionary } from '@keyan/kernel/values/dictionary.ts';

export const billMode = dictionary(
  'billMode',
  ['开票方式', 'Billing mode'],
  [
    ['1', '先款后票（到款开票）', 'After payment'],
    ['2', '先票后款（预借票据）', 'Before payment'],
  ],
);

/** States of an invoice: in approval, issued, overdue, cancelled. */
export const billStatus = dictionary(
  'billStatus',
  ['票据状态', 'Invoice status'],
  [
    ['0', '草稿', 'Draft'],
    ['1', '审批中', 'In approval'],
    ['2', '待开票', 'To be issued'],
    ['3', '已开票', 'Issued'],
    ['8', '逾期未到款', 'Payment overdue'],
    ['4', '已退回', 'Returned'],
    ['5', '不通过', 'Rejected'],
    ['6', '已撤回', 'Recalled'],
    ['7', '已作废', 'Voided'],
    ['9', '已红冲', 'Credited'],
  ],
);

export const billContent = dictionary(
  'billContent',
  ['开票内容', 'Invoice content'],
  [
    ['01', '*研发和技术服务*技术开发费', 'Technology development'],
    ['02', '*研发和技术服务*技术服务费', 'Technology services'],
    ['03', '*研发和技术服务*技术咨询费', 'Technology consulting'],
    ['04', '*研发和技术服务*技术转让费', 'Technology transfer'],
    ['05', '*鉴证咨询服务*检测费', 'Testing'],
    ['06', '*鉴证咨询服务*咨询费', 'Consulting'],
    ['07', '*非学历教育服务*培训费', 'Training'],
    ['08', '科研课题经费（往来）', 'Research funds'],
    ['99', '其他', 'Other'],
  ],
);
