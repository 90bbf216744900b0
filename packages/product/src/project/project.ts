import {
  anyScope,
  departmentScope,
  everyScope,
  member,
  own,
  permission,
  withCode,
} from '@keyan/kernel/access/scope.ts';
import { f, face } from '@keyan/kernel/definition/field/field.ts';
import { recordNamedBy } from '@keyan/kernel/definition/life/fact.ts';
import { defineResource } from '@keyan/kernel/definition/resource.ts';
import { variantsBy } from '@keyan/kernel/definition/variants.ts';
import { addMonths } from '@keyan/kernel/values/time.ts';
import { inOrder } from '../shared/formats/dates.ts';
import { readerActions } from '../shared/grants.ts';
import { dept } from '../shared/references/refs.ts';
import { taskContract, taskContractOfProject } from './agreements/created-contract.ts';
import { funds } from './budget/funds.ts';
import { budgetFaults, budgetWithGranted, selfRaisedFaults } from './changes/budget-change.ts';
import { plannedTransfers, transfersLedger } from './changes/transfers.ts';
import {
  ledgerGrants,
  type ProgramKind,
  sections,
  surplusAccount,
  underWayCodes,
} from './common/access.ts';
import { lumpSum, programStatus } from './common/dictionaries.ts';
import { drawOrigin } from './common/examples.ts';
import { memberFaults } from './common/parts.ts';
import { originNames } from './program/origin-fields.ts';
import { program } from './program/program.ts';
import { programActions, programMoves } from './program/program-actions.ts';

/** First letter of project numbers, by kind (R 9.1). */
const letters: Readonly<Partial<Record<string, string>>> = {
  vertical: 'Z',
  horizontal: 'H',
  school: 'X',
  cultural: 'J',
} satisfies Readonly<Partial<Record<ProgramKind, string>>>;

/** Fields of the department that a number uses. */
const numberedDept = face(dept.key, dept.label, { deptCode: f.text(['机构代码', 'Code']) });

const kinds = Object.keys(sections) as readonly ProgramKind[];

/** View with the projects of a kind. */
const ledgerPage = (kind: ProgramKind) => ({
  label: ['项目台账', 'Project ledger'] as const,
  code: `${sections[kind].letter}_info`,
  path: `/program/${kind}/programInfo`,
  menu: [kind, 5] as const,
  grants: ledgerGrants(kind),
  actions: [
    'add',
    'edit',
    'view',
    'delete',
    ...programMoves,
    'import',
    'export',
    'history',
  ] as const,
});

/** View with surplus accounts, which are created by a surplus (rulings 64, 77). */
const accountsPage = {
  label: ['结余账户', 'Surplus accounts'] as const,
  code: 'surplus_info',
  path: '/funds/surplusAccount',
  icon: 'FolderOutlined',
  menu: ['funds', 5] as const,
  grants: {
    rd_admin: readerActions,
    rd_fund: readerActions,
    rd_project: readerActions,
    rd_leader: readerActions,
    finance: readerActions,
    dept_secretary: readerActions,
    dept_leader: readerActions,
    teacher: readerActions,
    school_leader: ['view', 'export'] as const,
  },
  actions: ['view', 'export', 'history'] as const,
};

/** 项目台账: projects of the university with budget and funds, which achievements name as support. */
export const project = defineResource({
  key: 'programInfo',
  label: program.label,
  table: 'program',
  path: 'kh-edu-research/programInfo',
  title: 'programName',
  readByChange: true,
  fields: program.fields,
  facts: { department: recordNamedBy('departmentId', numberedDept) },
  // Contract projects get their number with the last approval (R 9.1, ruling 62); others keep their
  // given number.
  number: {
    field: 'programNum',
    pattern: '${letter}${yyyy}${deptCode}${seq4}',
    places: {
      letter: ({ programKind }) => letters[programKind ?? 'vertical'],
      deptCode: (_row, { department }) => department.deptCode,
    },
    at: 'add',
    rule: 'ledger',
  },
  states: {
    field: 'status',
    initial: '20',
    editable: ['10', ...underWayCodes, '90'],
    // Excludes statuses in which a conclusion or termination is in approval, which needs its
    // record.
    imported: ['10', '21', '22', '40', '60', '61', '90'],
  },
  actions: programActions,
  // Budgets limit items only under budget control.
  effects: ({ during, post, create }) => [
    during(
      programStatus.entries.map(({ code }) => code),
      create(taskContract, {
        into: 'taskContractId',
        values: (row) => (row.contractAsked === '1' ? taskContractOfProject(row) : null),
      }),
    ),
    during(
      programStatus.entries.map(({ code }) => code),
      post(
        funds,
        ({ id, budget }) =>
          (budget ?? []).map(({ itemCode, amount }) => ({ owner: id, itemCode, budget: amount })),
        { day: 'startDate' },
      ),
    ),
    during(
      programStatus.entries.map(({ code }) => code),
      post(transfersLedger, plannedTransfers),
    ),
  ],
  variants: variantsBy('programKind', [...kinds, surplusAccount], (kind) => ({
    views: { [kind]: kind === surplusAccount ? accountsPage : ledgerPage(kind) },
  })),
  views: {
    funds: {
      label: ['经费查询', 'Funds'],
      code: 'fquery',
      path: '/funds/fundsQuery',
      icon: 'MoneyCollectOutlined',
      scope: anyScope(
        own('programLeader'),
        member('members', 'userId'),
        departmentScope('departmentId'),
      ),
      menu: ['funds', 9],
      grants: {
        rd_admin: readerActions,
        rd_project: readerActions,
        rd_fund: readerActions,
        rd_leader: readerActions,
        finance: readerActions,
        dept_secretary: readerActions,
        dept_leader: readerActions,
        teacher: readerActions,
        school_leader: ['view', 'export'],
      },
      actions: ['view', 'export', 'history'],
      columns: [
        'programName',
        'programNum',
        'programLeader',
        'arrivedFunds',
        'expendFunds',
        'balance',
        'funds',
        'netFunds',
        'taxedFunds',
        'overheadFunds',
        'bookedFunds',
        'frozenFunds',
        'programKind',
        'departmentId',
        'endDate',
        'status',
      ],
    },
  },
  list: {
    columns: [
      'programName',
      'status',
      'programNum',
      'level',
      'programLeader',
      'departmentId',
      'funds',
      'arrivedFunds',
      'bookedFunds',
      'expendFunds',
      'balance',
      'startDate',
      'endDate',
      'approvalNum',
      'resource',
      'approvalDate',
    ],
    filters: [
      'programNum',
      'approvalNum',
      'resource',
      'programKind',
      'level',
      'status',
      'programLeader',
      'departmentId',
      'planYear',
      'subjectClass',
      'endDate',
    ],
    totals: [
      'funds',
      'arrivedFunds',
      'netFunds',
      'taxedFunds',
      'overheadFunds',
      'bookedFunds',
      'frozenFunds',
      'expendFunds',
      'balance',
    ],
    sort: '-startDate',
    displays: {
      calendar: ['endDate'],
      timeline: {
        from: 'startDate',
        to: 'endDate',
        extensions: 'delayTimes',
        late: { field: 'status', codes: ['22'] },
      },
      board: 'status',
    },
  },
  form: [
    {
      key: 'project',
      title: ['项目', 'Project'],
      fields: [
        'programName',
        'programNum',
        'programKind',
        'level',
        'programLeader',
        'departmentId',
        'funds',
        'startDate',
        'endDate',
        'fundMode',
        'correction',
        'delayTimes',
      ],
      shown: [
        'planId',
        'taskContractId',
        'contractId',
        'partyUnitId',
        'realEndDate',
        'concludedOn',
        'conclusionGrade',
        'isClosed',
        'closedOn',
      ],
    },
    { key: 'origin', title: ['立项与统计信息', 'Origin and statistics'], fields: [...originNames] },
    { key: 'content', title: ['研究内容', 'Content'], fields: ['resultForms', 'content'] },
    { key: 'members', title: ['项目组成员', 'Members'], fields: ['members'] },
    { key: 'units', title: ['合作单位', 'Partners'], fields: ['units'] },
    {
      key: 'compliance',
      title: ['伦理与合规', 'Ethics and compliance'],
      fields: ['compliance'],
    },
    {
      key: 'funds',
      title: ['经费', 'Funds'],
      fields: [
        'arrivedFunds',
        'taxedFunds',
        'overheadFunds',
        'indirectFunds',
        'netFunds',
        'bookedFunds',
        'pendingFunds',
        'frozenFunds',
        'expendFunds',
        'spendRate',
        'settledFunds',
        'balance',
        'budget',
      ],
    },
  ],
  compute: ({ budget }) => ({ budget: budgetWithGranted(budget) }),
  validators: [
    { fields: ['budget'], check: ({ budget }) => selfRaisedFaults('budget', budget) },
    {
      fields: ['members'],
      check: ({ members, programLeader }) => memberFaults('members', members, programLeader),
    },
    // Grants are budgeted as a whole; no budget and lump sums are allowed; contracts may grow.
    {
      fields: ['budget', 'funds', 'fundMode', 'programKind'],
      check: ({ budget, funds: approved, fundMode, programKind }) =>
        programKind === 'horizontal' ||
        fundMode === lumpSum ||
        approved === null ||
        (budget ?? []).length === 0
          ? null
          : budgetFaults('budget', budget, {
              amount: approved,
              name: ['批准经费', 'approved funds'],
            }),
    },
    inOrder(program.fields, 'startDate', 'endDate'),
  ],
  specimen: (draw) => ({
    ...drawOrigin(draw),
    startDate: addMonths(draw.today, -draw.int(12, 24)),
    endDate: addMonths(draw.today, draw.int(1, 5)),
  }),
  access: {
    // Auditors receive verifiable printed sheets of the funds.
    verifiable: 'all',
    read: anyScope(
      own('programLeader'),
      member('members', 'userId'),
      departmentScope('departmentId'),
    ),
    // Section responsible for the kind of project.
    write: anyScope(
      ...kinds.map((kind) =>
        everyScope(withCode('programKind', kind), permission(`${sections[kind].letter}_info_edit`)),
      ),
    ),
    readers: ['programInfo_read'],
  },
});
