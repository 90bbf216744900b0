import {
  anyScope,
  departmentScope,
  everyScope,
  own,
  permission,
  throughReference,
} from '@keyan/kernel/access/scope.ts';
import { f } from '@keyan/kernel/definition/field/field.ts';
import { groupDigits } from '@keyan/kernel/definition/field/field-types.ts';
import { defineResource } from '@keyan/kernel/definition/resource.ts';
import { atMost } from '@keyan/kernel/values/amounts.ts';
import { funds, wholeProjectSubaccount } from '../project/budget/funds.ts';
import { billsLedger } from '../project/contracts/bill.ts';
import { contracts, partnersLedger } from '../project/contracts/contract-ledger.ts';
import { readerActions } from '../shared/grants.ts';
import { allocationStatus } from './dictionaries.ts';
import { arrivals } from './ledgers.ts';
import { divideFace } from './refs.ts';

/** Permission to decide which project gets the funds. */
const office = permission('claimArrive_assign');

const claimant = ['add', 'edit', 'view', 'delete', 'export', 'history'] as const;

/**
 * 到账认领: part of an arrival for one project. Project leaders claim it, the funds section grants
 * it, and the leader books it.
 */
export const fundingDivide = defineResource({
  key: 'fundingDivide',
  label: divideFace.label,
  words: { plural: ['到账认领', 'Claims'], add: ['认领到账', 'Claim an arrival'] },
  path: 'kh-edu-research/fundingDivide',
  title: 'divideNum',
  number: { field: 'divideNum', pattern: 'FP${yyyy}${seq5}' },
  fields: {
    ...divideFace.fields,
    leftAmount: f
      .money(['到账未分配金额', 'Unallocated amount'])
      .balance(arrivals, 'left', { owner: 'arriveId' }),
    remarks: f.note(['说明', 'Remarks']).max(500),
    refusedFor: f.note(['未采纳原因', 'Reason for turning down']).max(500).computed(),
    status: f.dict(['状态', 'Status'], allocationStatus).computed().initial('9'),
  },
  states: { field: 'status', initial: '9', editable: ['9'] },
  actions: {
    assign: {
      label: ['确认分配', 'Confirm allocation'],
      from: ['9'],
      to: '0',
      by: office,
      at: 'selection',
      done: ['已分配，请负责人办理入账', 'Allocated; the project leader can now book it'],
      tells: [
        {
          type: '08',
          title: ['经费到账', 'Funds received'],
          content: [
            '{payer} 来款到账 {amount} 元，已分配到项目【{project}】，请办理入账。',
            '{amount} yuan from {payer} were allocated to the project “{project}”. Please book them.',
          ],
          words: ({ fundingSource, divideAmount, programName }) => ({
            payer: fundingSource ?? '',
            amount: groupDigits(divideAmount ?? '0.00'),
            project: programName ?? '',
          }),
          to: [{ ids: ({ programLeader }) => [programLeader] }],
        },
      ],
    },
    refuse: {
      label: ['不予采纳', 'Turn down'],
      from: ['9'],
      to: '8',
      by: office,
      form: { reason: f.reason(['原因', 'Reason']) },
      set: (_row, { reason }) => ({ refusedFor: typeof reason === 'string' ? reason : null }),
      tells: [
        {
          type: '08',
          title: ['认领未被采纳', 'A claim was turned down'],
          content: [
            '{payer} 来款的认领 {number}（{amount} 元）未被采纳：{reason}',
            'Claim {number} of {amount} yuan from {payer} was turned down: {reason}',
          ],
          words: ({ fundingSource, divideAmount, divideNum, refusedFor }) => ({
            payer: fundingSource ?? '',
            number: divideNum ?? '',
            amount: groupDigits(divideAmount ?? '0.00'),
            reason: refusedFor ?? '',
          }),
          to: ['writer', { ids: ({ programLeader }) => [programLeader] }],
        },
      ],
      done: ['已告知认领人', 'The claimant has been notified'],
    },
    unassign: {
      label: ['撤销分配', 'Undo allocation'],
      from: ['0'],
      to: '9',
      by: office,
      ask: ['撤销后金额回到未分配？', 'Undo the allocation? The amount becomes unallocated again'],
    },
    book: { label: ['办理入账', 'Book'], from: ['0'], to: '1', by: 'effect' },
    booked: { label: ['已入账', 'Booked'], from: ['0', '1'], to: '2', by: 'effect' },
  },
  effects: ({ during, post }) => [
    during(
      ['0', '1', '2'],
      post(arrivals, ({ arriveId, divideAmount }) => [{ owner: arriveId, divided: divideAmount }]),
    ),
    // Counts towards 累计到账 of the project in full, from the grant on (ruling 63).
    during(
      ['0', '1', '2'],
      post(
        funds,
        ({ programId, divideAmount }) => [
          { owner: programId, itemCode: wholeProjectSubaccount, arrived: divideAmount },
        ],
        { day: 'arriveDate' },
      ),
    ),
    during(
      '9',
      post(arrivals, ({ arriveId }) => [{ owner: arriveId, claims: 1 }]),
      'claimed',
    ),
    // Settles a borrowed invoice.
    during(
      ['0', '1', '2'],
      post(billsLedger, ({ billId, billSettled }) =>
        billId ? [{ owner: billId, settled: billSettled }] : [],
      ),
    ),
    // Counts as payment of the project’s contract, and for its client.
    during(
      ['0', '1', '2'],
      post(
        contracts,
        ({ contractId, divideAmount }) =>
          contractId ? [{ owner: contractId, arrived: divideAmount }] : [],
        { day: 'arriveDate' },
      ),
    ),
    during(
      ['0', '1', '2'],
      post(partnersLedger, ({ partyUnitId, divideAmount }) =>
        partyUnitId ? [{ owner: partyUnitId, arrived: divideAmount }] : [],
      ),
    ),
  ],
  compute: ({ billId, billSettled, divideAmount }) => ({
    billSettled: billId ? (billSettled ?? divideAmount) : null,
  }),
  validators: [
    {
      fields: ['billSettled', 'divideAmount'],
      check: ({ billSettled, divideAmount }) =>
        atMost(billSettled, divideAmount)
          ? null
          : ['核销金额不能超过分配金额', 'The amount settled must not exceed the allocated amount'],
    },
    {
      fields: ['useYear', 'arriveDate'],
      check: ({ useYear, arriveDate }) =>
        useYear === null || arriveDate === null || useYear >= Number(arriveDate.slice(0, 4))
          ? null
          : ['使用年度不能早于到账年度', 'The year of use must not be before the year of arrival'],
    },
  ],
  list: {
    columns: [
      'divideNum',
      'arriveCode',
      'fundingSource',
      'arriveDate',
      'programName',
      'programLeader',
      'divideAmount',
      'status',
    ],
    filters: ['arriveId', 'programId', 'programLeader', 'departmentId', 'status'],
    sort: '-createTime',
    keptTotals: {
      by: ['arriveDate', 'departmentId', 'programKind', 'status'],
      sums: ['divideAmount'],
    },
    uncounted: ['8'],
    totals: ['divideAmount'],
  },
  form: [
    {
      key: 'arrival',
      title: ['到账', 'Arrival'],
      fields: ['arriveId', 'arriveCode', 'arriveDate', 'leftAmount'],
    },
    {
      key: 'project',
      title: ['项目', 'Project'],
      fields: [
        'programId',
        'programNum',
        'programLeader',
        'departmentId',
        'divideAmount',
        'useYear',
        'billId',
        'billSettled',
        'remarks',
      ],
    },
  ],
  access: {
    // A claimant sees the unallocated amount of a public arrival, but not the claims of others.
    read: anyScope(
      own(),
      own('programLeader'),
      departmentScope('departmentId'),
      office,
      everyScope(permission('arrive'), throughReference('arriveId')),
    ),
    write: anyScope(own(), office),
  },
  views: {
    all: {
      label: ['到账认领', 'Claims'],
      code: 'claimArrive',
      path: '/funds/arriveClaim',
      icon: 'CheckSquareOutlined',
      // Arrival officers see all allocations; a department sees those of its projects.
      scope: anyScope(
        own(),
        own('programLeader'),
        departmentScope('departmentId'),
        office,
        everyScope(permission('arrive'), throughReference('arriveId')),
      ),
      menu: ['funds', 2],
      grants: {
        rd_admin: 'all',
        rd_fund: 'all',
        dept_secretary: [...claimant],
        teacher: [...claimant],
        finance: readerActions,
        rd_leader: readerActions,
        dept_leader: readerActions,
        school_leader: ['view', 'export'],
      },
      actions: [
        'add',
        'edit',
        'view',
        'delete',
        'export',
        'history',
        'assign',
        'refuse',
        'unassign',
      ],
    },
  },
});
