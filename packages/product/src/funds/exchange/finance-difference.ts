import { permission } from '@keyan/kernel/access/scope.ts';
import { f, face } from '@keyan/kernel/definition/field/field.ts';
import { defineResource } from '@keyan/kernel/definition/resource.ts';
import type { Label } from '@keyan/kernel/label.ts';
import type { CodeOf } from '@keyan/kernel/values/dictionary.ts';
import { differenceStatus, differenceStatusCodes } from '../../people/exchange/dictionaries.ts';
import { program } from '../../project/program/program.ts';
import { arrival } from '../refs.ts';
import { financeDifferenceKind, financeItem, financeObject } from './dictionaries.ts';
import { financeSource } from './finance-source.ts';
import { financeService } from './objects.ts';

const source = face(financeSource.key, financeSource.label, { name: financeSource.fields.name });
const expense = face('fundsExpenditure', ['经费支出', 'Expense']);

/** Items that cannot be accepted, with the remedy. */
const takenOtherwise: Readonly<Partial<Record<string, Label>>> = {
  departmentId: [
    '请先维护部门对照，再次推送后自动处理',
    'Map the department first; resolved automatically at the next sending',
  ],
  expenseAmount: [
    '请冲销付款或更正支出单后再次同步',
    'Reverse the payment or correct the expense, then sync again',
  ],
  status: [
    '请先办完支出单的审批，再次同步后自动处理',
    'Complete the approval of the expense first; resolved automatically at the next sync',
  ],
  record: [
    '请先登记该记录，再次同步后自动处理',
    'Register the record first; resolved automatically at the next sync',
  ],
  balance: [
    '余额差异只供核对，请查明后选择“保留本系统数据”',
    'Balance differences are for checking only: find the cause, then choose “Keep system data”',
  ],
} satisfies Readonly<Partial<Record<CodeOf<typeof financeItem>, Label>>>;

/**
 * 财务差异: a difference between the finance system and a stored record. Booked amounts are
 * never overwritten: a person accepts the value of the finance system, or keeps the stored value
 * with a reason.
 */
export const financeDifference = defineResource({
  key: 'financeDifference',
  label: ['财务差异', 'Finance difference'],
  words: { plural: ['财务差异', 'Finance differences'] },
  path: `${financeService}/difference`,
  scarce: { records: 'none', because: 'the exchange finds them' },
  title: 'recordNum',
  fields: {
    sourceId: f.ref(['数据源', 'Source'], source).computed(),
    object: f.dict(['数据', 'Data'], financeObject).computed(),
    kind: f.dict(['差异类型', 'Type'], financeDifferenceKind).computed(),
    recordNum: f.text(['编号', 'Number']).max(100).computed().searchable(),
    item: f.dict(['内容', 'Item'], financeItem).computed(),
    ours: f.text(['本系统', 'This system']).max(500).computed(),
    theirs: f.text(['财务', 'Finance']).max(500).computed(),
    message: f.text(['说明', 'Note']).max(500).computed(),
    arriveId: f.ref(['到账', 'Arrival'], arrival).computed(),
    programId: f.ref(['项目', 'Project'], program).computed(),
    expenseId: f.ref(['支出', 'Expense'], expense).computed(),
    status: f
      .dict(['处理状态', 'State'], differenceStatus)
      .computed()
      .initial(differenceStatusCodes.open),
    settleTime: f.time(['处理时间', 'Settled']).computed(),
    settleNote: f.text(['处理说明', 'Reason']).max(500).computed(),
  },
  states: { field: 'status', initial: differenceStatusCodes.open },
  actions: {
    accept: {
      label: ['采纳财务数据', 'Accept finance data'],
      from: [differenceStatusCodes.open],
      to: differenceStatusCodes.accepted,
      at: 'selection',
      guard: { fields: ['item'], check: ({ item }) => takenOtherwise[item ?? ''] ?? null },
      ask: [
        '采纳后本系统按财务数据更新，已入账的金额不会改动，确定采纳？',
        'The record is updated from finance data; booked amounts are not changed. Accept?',
      ],
      set: (_row, _input, { now }) => ({ settleTime: now }),
      done: ['已采纳', 'Accepted'],
    },
    refuse: {
      label: ['保留本系统数据', 'Keep system data'],
      from: [differenceStatusCodes.open],
      to: differenceStatusCodes.refused,
      at: 'selection',
      form: { reason: f.reason(['原因', 'Reason']) },
      set: (_row, { reason }, { now }) => ({
        settleTime: now,
        settleNote: typeof reason === 'string' ? reason : null,
      }),
      done: ['已处理，本系统数据不变', 'Settled; system data unchanged'],
    },
    // Set by a later run that finds another value or no difference.
    outdate: {
      label: ['过期', 'Outdated'],
      from: [differenceStatusCodes.open],
      to: differenceStatusCodes.outdated,
      by: 'effect',
    },
  },
  views: {
    all: {
      label: ['财务差异', 'Differences'],
      code: 'fdiff',
      path: '/funds/financeDifference',
      icon: 'FlagOutlined',
      note: [
        '财务与本系统不一致的数据，逐条或批量处理；余额差异只供核对，不会记账',
        'Data that differ between finance and this system, to be settled one by one or in bulk; balance differences are for checking only and never posted',
      ],
      scope: permission('fdiff'),
      menu: ['funds', 12],
      actions: ['view', 'accept', 'refuse', 'export', 'history'],
      grants: { rd_admin: 'all', rd_fund: 'all', finance: 'all' },
    },
  },
  list: {
    columns: [
      'recordNum',
      'object',
      'kind',
      'item',
      'ours',
      'theirs',
      'sourceId',
      'message',
      'status',
    ],
    filters: ['sourceId', 'object', 'kind', 'recordNum', 'status', 'settleTime'],
    sort: '-createTime',
  },
  form: [
    {
      key: 'difference',
      title: ['差异', 'Difference'],
      fields: [
        'sourceId',
        'recordNum',
        'object',
        'kind',
        'item',
        'ours',
        'theirs',
        'message',
        'arriveId',
        'programId',
        'expenseId',
        'settleTime',
        'settleNote',
      ],
    },
  ],
  access: { read: permission('fdiff'), write: permission('fdiff') },
});
