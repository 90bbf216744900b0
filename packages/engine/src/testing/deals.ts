/**
 * Three kinds that are hard to say, written with the words of a definition alone: a contract that is performed after
 * its approval and paid period by period, an invoice on it, and an assessment of a person, a department or a team.
 */
import { everyone } from '@keyan/kernel/access/scope.ts';
import { dept, user } from '@keyan/kernel/definition/field/base-fields.ts';
import { f, face } from '@keyan/kernel/definition/field/field.ts';
import { defineLedger } from '@keyan/kernel/definition/ledger/ledger.ts';
import { after } from '@keyan/kernel/definition/life/due.ts';
import { defineProcess } from '@keyan/kernel/definition/life/process.ts';
import {
  defineResource,
  type Resource,
  untypedResource,
} from '@keyan/kernel/definition/resource.ts';
import { allocateInOrder, minus, percent } from '@keyan/kernel/values/amounts.ts';
import { dictionary } from '@keyan/kernel/values/dictionary.ts';

const codes = (key: string, ...entries: readonly (readonly [string, string, string])[]) =>
  dictionary(key, ['状态', 'State'], entries);

const program = face('dealProgram', ['项目', 'Program'], {
  programName: f.text(['项目名称', 'Program']).requiredInDraft().max(50),
  card: f.text(['经费卡号', 'Card']).max(20).unique(),
});

const performance = codes(
  'dealPerformance',
  ['1', '拟签', 'Planned'],
  ['2', '已签', 'Signed'],
  ['3', '履行', 'Performed'],
  ['4', '完成', 'Finished'],
  ['5', '解除', 'Dissolved'],
);

const contract = face('dealContract', ['合同', 'Contract'], {
  contractName: f.text(['合同名称', 'Contract']).requiredInDraft().max(50),
  programId: f.ref(['项目', 'Program'], program).required(),
  amount: f.money(['合同金额', 'Amount']).required(),
  performance: f.dict(performance.label, performance).computed(),
  lastBill: f.text(['最近流水号', 'Last serial']).max(20).unique().computed(),
});

/** Money of contracts. */
export const dealMoney = defineLedger('dealMoney', ['合同到账', 'Money of contracts'], {
  owner: contract,
  measures: { arrived: 'money' },
});

const view = (code: string, actions: readonly string[]) => ({
  all: { label: ['全部', 'All'] as const, code, path: `/${code}`, scope: everyone(), actions },
});
const plain = ['add', 'edit', 'delete', 'view', 'history'];
const approved = [...plain, 'submit', 'recall', 'audit', 'backDraft', 'abolish'];
const access = { read: everyone(), write: everyone(), choose: everyone(), copies: 'all' as const };
const office = (...editable: string[]) =>
  [
    { key: 'office', label: ['办公室审核', 'Office'], candidates: ['role:office'], editable },
  ] as const;
const list = <const Name extends string>(column: Name) => ({
  columns: [column],
  filters: [],
  sort: 'createTime' as const,
});

export const dealPrograms = defineResource({
  key: program.key,
  label: program.label,
  path: 'sample/dealProgram',
  title: 'programName',
  fields: program.fields,
  form: [{ key: 'all', title: ['内容', 'Content'], fields: ['programName', 'card'] }],
  actions: {
    tag: {
      label: ['标记合同', 'Mark contracts'],
      from: ['approved'],
      form: { reason: f.reason(['标记', 'Mark']) },
      moves: [
        {
          kind: contract,
          by: 'programId',
          action: 'tag',
          values: (_moved, _row, { reason }) => ({ mark: reason }),
        },
      ],
    },
  },
  list: list('programName'),
  access,
  views: view('dealProgram', [...plain, 'tag']),
});

/** 合同: signed once it is approved, performed as its money arrives, dissolved by an action or with its void. */
export const dealContracts = defineResource({
  key: contract.key,
  label: contract.label,
  path: 'sample/dealContract',
  title: 'contractName',
  fields: {
    ...contract.fields,
    ...f.copies('programId', program, 'programName'),
    contractNum: f.text(['合同编号', 'Contract no.']).max(20).unique().byApprover(),
    arrived: f.money(['已到账', 'Arrived']).balance(dealMoney, 'arrived'),
    payPlans: f.rows(['付款计划', 'Periods'], {
      planAmount: f.money(['金额', 'Amount']).required(),
      paidAmount: f.money(['已到', 'Arrived']).computed(),
    }),
    mark: f.text(['标记', 'Mark']).max(20).unique().computed(),
  },
  form: [
    {
      key: 'all',
      title: ['内容', 'Content'],
      fields: ['contractName', 'programId', 'amount', 'payPlans'],
    },
  ],
  states: [
    {
      field: 'performance',
      during: ['approved'],
      begins: '2',
      outside: { draft: '1', void: '5' },
    },
  ],
  actions: {
    follow: {
      label: ['到账变化', 'Arrivals changed'],
      life: 'performance',
      from: ['2', '3'],
      to: '3',
      by: 'posting',
      set: ({ arrived, payPlans }) => {
        const paid = allocateInOrder(arrived, payPlans?.map(({ planAmount }) => planAmount) ?? []);
        return {
          payPlans:
            payPlans?.map((plan, index) => ({ ...plan, paidAmount: paid[index] ?? null })) ?? null,
        };
      },
    },
    finish: { label: ['完成', 'Finish'], life: 'performance', from: ['3'], to: '4' },
    dissolve: { label: ['解除', 'Dissolve'], life: 'performance', from: ['2', '3'], to: '5' },
    tag: {
      label: ['标记', 'Mark'],
      from: ['approved'],
      by: 'effect',
      form: { mark: f.text(['标记', 'Mark']) },
    },
  },
  list: list('contractName'),
  access,
  processes: [defineProcess('dealContract', ['合同', 'Contract'], office('contractNum'))],
  views: view('dealContract', [...approved, 'finish', 'dissolve']),
});

/** 到账: money of a contract. */
export const dealReceipts = defineResource({
  key: 'dealReceipt',
  label: ['到账', 'Receipt'],
  path: 'sample/dealReceipt',
  title: 'payer',
  fields: {
    payer: f.text(['付款方', 'Payer']).requiredInDraft(),
    contractId: f.ref(['合同', 'Contract'], contract).required(),
    received: f.money(['金额', 'Amount']).required(),
  },
  form: [{ key: 'all', title: ['内容', 'Content'], fields: ['payer', 'contractId', 'received'] }],
  effects: ({ during, post }) => [
    during(
      'approved',
      post(dealMoney, ({ contractId, received }) => [{ owner: contractId, arrived: received }]),
    ),
  ],
  list: list('payer'),
  access,
  views: view('dealReceipt', plain),
});

const bill = face('dealBill', ['票据', 'Invoice'], {
  buyer: f.text(['购方', 'Buyer']).requiredInDraft().max(50),
});

const billStatus = codes(
  'dealBillStatus',
  ['0', '草稿', 'Draft'],
  ['1', '审核中', 'In approval'],
  ['2', '待开票', 'Waiting'],
  ['3', '已开票', 'Issued'],
  ['4', '退回', 'Returned'],
  ['5', '不予开票', 'Refused'],
  ['6', '撤回', 'Recalled'],
  ['7', '红冲或作废', 'Reversed or void'],
);
const settlement = codes(
  'dealSettlement',
  ['1', '未到款', 'Open'],
  ['2', '已核销', 'Settled'],
  ['3', '逾期未到款', 'Overdue'],
);

/** 票据: issued after its approval, then settled; it ends by a red letter or with its void. */
export const dealBills = defineResource({
  key: bill.key,
  label: bill.label,
  path: 'sample/dealBill',
  title: 'buyer',
  fields: {
    ...bill.fields,
    contractId: f.ref(['合同', 'Contract'], contract).required(),
    ...f.copies('contractId', contract, 'contractName', 'programId'),
    programName: f.copy('programId', program, 'programName'),
    amount: f.money(['金额', 'Amount']).required(),
    dueDate: f.date(['预计到款日', 'Due']),
    serial: f.text(['流水号', 'Serial']).max(20),
    invoiceNumber: f.text(['发票号码', 'Invoice number']).max(20).unique().computed(),
    status: f.dict(billStatus.label, billStatus).computed(),
    settled: f.dict(settlement.label, settlement).computed(),
  },
  form: [
    {
      key: 'all',
      title: ['内容', 'Content'],
      fields: ['buyer', 'contractId', 'amount', 'dueDate', 'serial'],
    },
  ],
  states: [
    {
      field: 'status',
      phases: {
        draft: ['0'],
        inApproval: ['1'],
        approved: ['2', '3', '7'],
        returned: ['4'],
        refused: ['5'],
        recalled: ['6'],
        void: ['7'],
      },
    },
    { field: 'settled', during: ['3'], begins: '1' },
  ],
  actions: {
    issue: {
      label: ['开票', 'Issue'],
      from: ['2'],
      to: '3',
      form: { invoiceNumber: f.own('invoiceNumber').required() },
    },
    settle: { label: ['核销', 'Settle'], life: 'settled', from: ['1', '3'], to: '2' },
    overdue: {
      label: ['逾期', 'Overdue'],
      life: 'settled',
      from: ['1'],
      to: '3',
      by: after('dueDate'),
    },
    reverse: { label: ['红冲', 'Reverse'], from: ['3'], to: '7' },
  },
  trials: {
    getTaxes: {
      label: ['计算税额', 'Taxes within an amount'],
      fields: { amount: 'amount' },
      answer: ({ amount }) => {
        const tax = percent(amount, 6);
        return { tax, net: minus(amount, tax) };
      },
    },
  },
  effects: ({ during, write }) => [
    during('3', write('contractId', contract, { set: ({ serial }) => ({ lastBill: serial }) })),
  ],
  list: list('buyer'),
  access,
  processes: [defineProcess('dealBill', ['票据', 'Invoice'], office())],
  views: view('dealBill', [...approved, 'issue', 'settle', 'reverse']),
});

const assessed = codes(
  'dealAssessed',
  ['1', '个人', 'Person'],
  ['2', '部门', 'Department'],
  ['3', '团队', 'Team'],
);
const team = face('dealTeam', ['团队', 'Team'], {
  teamName: f.text(['团队名称', 'Team']).requiredInDraft().max(50),
});

export const dealTeams = defineResource({
  key: team.key,
  label: team.label,
  path: 'sample/dealTeam',
  title: 'teamName',
  fields: team.fields,
  form: [{ key: 'all', title: ['内容', 'Content'], fields: ['teamName'] }],
  list: list('teamName'),
  access,
  views: view('dealTeam', plain),
});

const of = (code: string) => (row: { readonly object?: unknown }) => row.object === code;

/** 考核结果: of a person, a department or a team. */
export const dealResults = defineResource({
  key: 'dealResult',
  label: ['考核结果', 'Assessment result'],
  path: 'sample/dealResult',
  title: 'note',
  fields: {
    note: f.text(['说明', 'Note']).requiredInDraft().max(50),
    object: f.dict(['考核对象', 'Assessed'], assessed).required().initial('1'),
    userId: f.ref(['人员', 'Person'], user).when(of('1')).required(of('1')),
    deptId: f.ref(['部门', 'Department'], dept).when(of('2')).required(of('2')),
    teamId: f.ref(['团队', 'Team'], team).when(of('3')).required(of('3')),
    /** Codes and records in lines need no table of their own. */
    musts: f.rows(['必备条件', 'Musts'], {
      objects: f.dicts(['适用对象', 'For'], assessed),
      people: f.refs(['认定人', 'Judged by'], user),
    }),
  },
  form: [
    {
      key: 'all',
      title: ['内容', 'Content'],
      fields: ['note', 'object', 'userId', 'deptId', 'teamId', 'musts'],
    },
  ],
  list: list('note'),
  access,
  views: view('dealResult', plain),
});

export const dealKinds: readonly Resource[] = [
  untypedResource(dealPrograms),
  untypedResource(dealContracts),
  untypedResource(dealReceipts),
  untypedResource(dealBills),
  untypedResource(dealTeams),
  untypedResource(dealResults),
];
