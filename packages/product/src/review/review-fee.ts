import { anyScope, everyScope, notInList, permission } from '@keyan/kernel/access/scope.ts';
import { f } from '@keyan/kernel/definition/field/field.ts';
import { onTheDay } from '@keyan/kernel/definition/life/writer.ts';
import { defineResource } from '@keyan/kernel/definition/resource.ts';
import { yesNo } from '../shared/dictionaries.ts';
import { allActionsFor } from '../shared/grants.ts';
import { feeStatus, feeStatusCodes } from './dictionaries.ts';
import { expert, reviewFee as face, reviewSet } from './faces.ts';

/** Scope of the office, without fees for records that name the reader. */
const office = everyScope(permission('rfee'), notInList('parties'));
const finance = everyScope(permission('rfeepay'), notInList('parties'));

/** Permission code for reading full bank accounts and ID numbers. */
const payCode = 'rfeepay_account';

/**
 * 评审费: fee of an expert for a review. Created when a review is confirmed; finance pays it and
 * withholds tax.
 */
export const reviewFee = defineResource({
  key: 'reviewFee',
  label: face.label,
  words: { plural: ['评审费', 'Review fees'] },
  path: 'kh-edu-research/reviewFee',
  scarce: { records: 'few', because: 'reviews that are confirmed make them' },
  title: 'name',
  fields: {
    name: f.text(['专家', 'Expert']).max(30).computed().searchable('names'),
    unit: f.text(['工作单位', 'Unit']).max(100).computed(),
    setId: f.ref(['评审', 'Review'], reviewSet).computed().listed(['评审费', 'Fees']),
    expertId: f.ref(['专家档案', 'Expert file'], expert).computed(),
    items: f.integer(['评审项数', 'Records']).computed(),
    price: f.money(['每项金额（元）', 'Per record (yuan)']).computed(),
    amount: f.money(['应发金额（元）', 'Amount due (yuan)']).computed(),
    isCapped: f.dict(['按上限列支', 'Capped'], yesNo).computed().initial('0'),
    bankName: f.text(['开户行', 'Bank']).max(100).computed(),
    bankAccount: f.text(['银行卡号', 'Bank account']).max(30).computed().masked(payCode),
    idNumber: f.text(['证件号', 'ID number']).max(18).computed().masked(payCode),
    payDate: f.date(['发放日期', 'Paid on']).computed(),
    status: f.dict(['状态', 'Status'], feeStatus).computed().initial(feeStatusCodes.open),
    parties: f.text(['当事人', 'Parties']).max(100_000).computed().secret('rfee_parties'),
  },
  states: { field: 'status', initial: feeStatusCodes.open, editable: [] },
  actions: {
    adjust: {
      label: ['调整金额', 'Adjust'],
      from: [feeStatusCodes.open],
      by: office,
      form: {
        amount: f.money(['应发金额（元）', 'Amount due (yuan)']).required(),
        reason: f.reason(['调整原因', 'Reason']).max(300),
      },
      set: (_row, { amount }) => ({ amount: typeof amount === 'string' ? amount : null }),
      done: ['已调整', 'Adjusted'],
    },
    agree: {
      label: ['确认', 'Confirm'],
      from: [feeStatusCodes.open],
      to: feeStatusCodes.confirmed,
      at: 'selection',
      by: office,
      done: ['已确认，财务可发放', 'Confirmed; finance can pay'],
    },
    pay: {
      label: ['登记发放', 'Mark as paid'],
      from: [feeStatusCodes.confirmed],
      to: feeStatusCodes.paid,
      at: 'selection',
      by: finance,
      form: { payDate: f.date(['发放日期', 'Paid on']).required().initial(onTheDay) },
      set: (_row, { payDate }) => ({ payDate: typeof payDate === 'string' ? payDate : null }),
      done: ['已登记发放', 'Marked as paid'],
    },
  },
  list: {
    columns: ['status', 'name', 'unit', 'setId', 'items', 'price', 'amount', 'isCapped', 'payDate'],
    filters: ['name', 'setId', 'payDate', 'status'],
    sort: '-createTime',
    totals: ['items', 'amount'],
  },
  form: [
    {
      key: 'fee',
      title: ['评审费', 'Fee'],
      fields: ['name', 'unit', 'setId', 'items', 'price', 'amount', 'isCapped', 'payDate'],
    },
    {
      key: 'account',
      title: ['收款信息', 'Payment details'],
      fields: ['bankName', 'bankAccount', 'idNumber'],
    },
  ],
  access: { read: anyScope(office, finance), write: anyScope(office, finance) },
  views: {
    all: {
      label: ['评审费', 'Fees'],
      code: 'rfee',
      path: '/review/fee',
      note: [
        '结果确认后在评审设置中生成',
        'Generated in review settings once results are confirmed',
      ],
      scope: office,
      icon: 'MoneyCollectOutlined',
      menu: ['review', 13],
      grants: allActionsFor('rd_admin', 'rd_project', 'rd_achieve'),
      rights: [{ code: 'rfee_parties', label: ['查看当事人', 'View the parties'], roles: [] }],
      actions: ['view', 'adjust', 'agree', 'export', 'history'],
    },
    pay: {
      label: ['评审费发放', 'Review fee payments'],
      code: 'rfeepay',
      path: '/review/feePay',
      note: [
        '税额由财务计算；登记发放后不能再改',
        'Tax is computed by finance; no changes once marked as paid',
      ],
      scope: finance,
      icon: 'MoneyCollectOutlined',
      menu: ['review', 14],
      grants: { finance: 'all' },
      rights: [
        {
          code: payCode,
          label: ['查看银行卡号与证件号', 'View bank accounts and ID numbers'],
          roles: ['finance'],
        },
      ],
      actions: ['view', 'pay', 'export'],
    },
  },
});
