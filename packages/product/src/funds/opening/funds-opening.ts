import { anyScope, departmentScope, own, permission } from '@keyan/kernel/access/scope.ts';
import { f } from '@keyan/kernel/definition/field/field.ts';
import { groupDigits } from '@keyan/kernel/definition/field/field-types.ts';
import { defineResource } from '@keyan/kernel/definition/resource.ts';
import { fill } from '@keyan/kernel/label.ts';
import { atMost, equal, sum } from '@keyan/kernel/values/amounts.ts';
import { budgetItem } from '../../project/budget/budget-items.ts';
import { funds } from '../../project/budget/funds.ts';
import { program } from '../../project/program/program.ts';
import { yuan } from '../../shared/formats/yuan.ts';
import { readerActions } from '../../shared/grants.ts';
import { bookedInAll, itemsDiffer, leftOf, openingEntries } from './amounts.ts';
import { openingStatus, openingStatusCodes } from './dictionaries.ts';

const { open, confirmed, void: voided } = openingStatusCodes;

const keeping = [
  'add',
  'edit',
  'view',
  'delete',
  'confirm',
  'void',
  'import',
  'export',
  'history',
] as const;

/** The office, and people who read the project as its leader or department. */
const reading = anyScope(
  permission('fopening_confirm'),
  own('programLeader'),
  departmentScope('departmentId'),
);

/**
 * 经费期初: what arrived for a project and what was spent of it before its ledger was kept here. Once confirmed it counts in
 * every balance and in no year (decision 0640).
 */
export const fundsOpening = defineResource({
  key: 'fundsOpening',
  label: ['经费期初', 'Opening balance'],
  words: { plural: ['经费期初', 'Opening balances'] },
  path: 'kh-edu-research/fundsOpening',
  scarce: { records: 'none', because: 'they come when a university moves in' },
  title: 'openingNum',
  number: { field: 'openingNum', pattern: 'QC${yyyy}${seq5}' },
  fields: {
    openingNum: f.text(['期初编号', 'No.']).max(30).computed().searchable(),
    programId: f.ref(['项目', 'Project'], program).required().unique().unlessTold('voidedFor'),
    ...f.copies(
      'programId',
      program,
      'programName',
      'programNum',
      'programLeader',
      'departmentId',
      'programKind',
    ),
    openingDay: f
      .date(['期初日期', 'Opening day'])
      .required()
      .specimen(({ today }) => today)
      .help([
        '以下累计数截至这一天；计入累计，不计入任何年度的到账和支出',
        'The totals below are as of this day; they count in totals and in no year',
      ]),
    contractFunds: yuan('合同（批准）经费', 'Contract or approved funds')
      .headed(
        ['合同经费', 'Contract funds'],
        ['批准经费', 'Approved funds'],
        ['合同额', 'Contract'],
      )
      .specimen(() => null)
      .help(['只用于对账', 'For reconciliation only']),
    arrived: yuan('累计到账', 'Received')
      .required()
      .between(0, 99_999_999_999)
      .headed(['累计到款', 'Total received'], ['到账合计', 'Received in all'])
      .specimen(() => '100000.00'),
    taxed: yuan('已扣税金', 'Tax deducted')
      .between(0, 99_999_999_999)
      .specimen(() => '0.00'),
    overhead: yuan('已扣管理费', 'Overhead deducted')
      .between(0, 99_999_999_999)
      .specimen(() => '5000.00'),
    spent: yuan('累计支出', 'Spent')
      .required()
      .between(0, 99_999_999_999)
      .headed(['支出合计', 'Spent in all'])
      .specimen(() => '40000.00'),
    told: yuan('结余', 'Balance')
      .headed(['余额', 'Left'], ['账面余额', 'Book balance'])
      .specimen(() => null)
      .help([
        '原系统的结余；填写则核对：到账 − 税金 − 管理费 − 支出',
        'Balance of the earlier system; if given it is checked: received − tax − overhead − spent',
      ]),
    leftFunds: yuan('期初结余', 'Opening balance').computed(),
    items: f
      .rows(['按科目', 'By budget item'], {
        itemCode: f.dict(['科目', 'Item'], budgetItem).required(),
        booked: yuan('已入账', 'Booked').required().between(0, 99_999_999_999),
        spent: yuan('已支出', 'Spent').required().between(0, 99_999_999_999),
      })
      .specimen(() => []),
    voucher: f.text(['原系统单号', 'No. in the earlier system']).max(60).searchable(),
    remarks: f.note(['说明', 'Remarks']).max(500),
    status: f.dict(['状态', 'Status'], openingStatus).computed().initial(open),
    voidedFor: f.text(['作废原因', 'Reason for voiding']).max(300).computed(),
  },
  states: { field: 'status', initial: open, editable: [open], imported: [confirmed] },
  actions: {
    confirm: {
      label: ['确认', 'Confirm'],
      from: [open],
      to: confirmed,
      at: 'selection',
      ask: [
        '确认后计入项目的累计到账、累计支出和结余。确定？',
        'Confirmed amounts count in the totals and the balance of the project. Confirm?',
      ],
      done: ['已确认，期初已入账', 'Confirmed; the opening balance is in the ledger'],
    },
    void: {
      label: ['作废', 'Void'],
      from: [confirmed],
      to: voided,
      form: { voidedFor: f.reason(['作废原因', 'Reason']).max(300) },
      set: (_row, { voidedFor }) => ({ voidedFor: String(voidedFor ?? '') }),
      danger: true,
      done: ['已作废，期初已冲回', 'Voided; the entries are reversed'],
    },
  },
  effects: ({ during, post }) => [
    during(
      confirmed,
      post(
        funds,
        ({ programId: owner, items, ...sums }) =>
          openingEntries(sums, items ?? []).map((entry) => ({ owner, ...entry })),
        { day: 'openingDay', opening: true },
      ),
    ),
  ],
  compute: (row) => ({ leftFunds: leftOf(row) }),
  validators: [
    {
      fields: ['arrived', 'taxed', 'overhead', 'spent'],
      check: (row) =>
        row.arrived === null || atMost(row.spent, bookedInAll(row))
          ? null
          : fill(
              [
                '累计支出 {spent} 元超过可用的 {booked} 元（到账 − 税金 − 管理费）',
                'The {spent} yuan spent exceed the {booked} available (received − tax − overhead)',
              ],
              {
                spent: groupDigits(String(row.spent ?? '0.00')),
                booked: groupDigits(bookedInAll(row)),
              },
            ),
    },
    {
      fields: ['told', 'arrived', 'taxed', 'overhead', 'spent'],
      check: (row) =>
        row.told === null || row.arrived === null || equal(row.told, leftOf(row))
          ? null
          : fill(
              [
                '结余 {told} 元与计算的 {left} 元不符（到账 − 税金 − 管理费 − 支出）',
                'The balance of {told} yuan differs from the computed {left} (received − tax − overhead − spent)',
              ],
              { told: groupDigits(String(row.told)), left: groupDigits(leftOf(row)) },
            ),
    },
    ...(['booked', 'spent'] as const).map((of) => ({
      fields: ['items', 'arrived', 'taxed', 'overhead', 'spent'] as const,
      check: ({
        items,
        ...row
      }: {
        readonly items:
          | readonly { readonly booked?: string | null; readonly spent?: string | null }[]
          | null;
        readonly arrived: string | null;
        readonly taxed: string | null;
        readonly overhead: string | null;
        readonly spent: string | null;
      }) =>
        itemsDiffer(items ?? [], of, of === 'spent' ? row.spent : bookedInAll(row))
          ? fill(
              of === 'spent'
                ? ([
                    '各科目支出合计 {sum} 元，应等于累计支出 {whole} 元',
                    'Spending by item comes to {sum} yuan; it must equal the {whole} spent',
                  ] as const)
                : ([
                    '各科目入账合计 {sum} 元，应等于到账减税金、管理费后的 {whole} 元',
                    'Bookings by item come to {sum} yuan; they must equal the {whole} received less tax and overhead',
                  ] as const),
              {
                sum: groupDigits(sum(items ?? [], of)),
                whole: groupDigits(of === 'spent' ? String(row.spent ?? '0.00') : bookedInAll(row)),
              },
            )
          : null,
    })),
    {
      fields: ['openingDay'],
      check: ({ openingDay }, { today }) =>
        openingDay !== null && openingDay > today
          ? ['【期初日期】不能晚于今天', 'The opening day must not be in the future']
          : null,
    },
  ],
  list: {
    columns: [
      'openingNum',
      'programName',
      'programNum',
      'programLeader',
      'departmentId',
      'openingDay',
      'contractFunds',
      'arrived',
      'spent',
      'leftFunds',
      'status',
    ],
    filters: ['programId', 'programNum', 'programKind', 'departmentId', 'openingDay', 'status'],
    sort: '-createTime',
    totals: ['contractFunds', 'arrived', 'spent', 'leftFunds'],
    uncounted: [voided],
  },
  form: [
    {
      key: 'project',
      title: ['项目', 'Project'],
      fields: ['programId', 'programNum', 'programLeader', 'departmentId', 'openingDay', 'voucher'],
      shown: ['voidedFor'],
    },
    {
      key: 'sums',
      title: ['期初金额', 'Amounts'],
      fields: ['contractFunds', 'arrived', 'taxed', 'overhead', 'spent', 'told', 'leftFunds'],
    },
    { key: 'items', title: ['按科目', 'By budget item'], fields: ['items', 'remarks'] },
  ],
  access: { read: reading, write: permission('fopening_edit') },
  views: {
    all: {
      label: ['经费期初', 'Opening balances'],
      code: 'fopening',
      path: '/funds/opening',
      icon: 'MoneyCollectOutlined',
      note: [
        '项目在本系统记账以前的累计到账和支出；成批的期初从「系统迁入」导入',
        'What arrived and was spent before projects were kept here; many at once come by Moving in',
      ],
      scope: reading,
      menu: ['funds', 7],
      grants: {
        rd_admin: 'all',
        rd_fund: 'all',
        finance: [...readerActions, 'confirm'],
        rd_leader: readerActions,
      },
      actions: [...keeping],
    },
  },
});
