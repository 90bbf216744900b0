import {
  anyScope,
  departmentScope,
  everyScope,
  inPeriod,
  own,
  withCode,
} from '@keyan/kernel/access/scope.ts';
import { f } from '@keyan/kernel/definition/field/field.ts';
import { groupDigits } from '@keyan/kernel/definition/field/field-types.ts';
import type { Validator } from '@keyan/kernel/definition/field/validator.ts';
import { suppliedCheck } from '@keyan/kernel/definition/life/checks.ts';
import {
  catalogueOf,
  parameterFact,
  recordNamedBy,
  recordsNaming,
} from '@keyan/kernel/definition/life/fact.ts';
import { defineProcess } from '@keyan/kernel/definition/life/process.ts';
import { defineResource } from '@keyan/kernel/definition/resource.ts';
import type { Label } from '@keyan/kernel/label.ts';
import { atLeast, atMost, equal, minus, percent, sum } from '@keyan/kernel/values/amounts.ts';
import { taskContract } from '../project/agreements/task-contract-faces.ts';
import { funds, wholeProjectSubaccount } from '../project/budget/funds.ts';
import { contract } from '../project/contracts/contract.ts';
import { contractType } from '../project/contracts/contract-dictionaries.ts';
import { program } from '../project/program/program.ts';
import { finalFinanceStep, linkIf, rdFund, rdLeader } from '../shared/approval-steps.ts';
import { attachmentCategories } from '../shared/attachments.ts';
import { yuan } from '../shared/formats/yuan.ts';
import { scoredKind, scoreFields } from '../shared/mechanisms/scored.ts';
import {
  arriveLeaderAmount,
  horizontalManageRate,
  taxPayerType,
  taxRate,
  taxSurtax,
} from '../system/parameters/limits.ts';
import { fundsAccess, fundsFilingActions, fundsFilingGrants } from './access.ts';
import {
  bookedAmounts,
  bookingDay,
  entriesBesideItems,
  isPlannedByItems,
  shareableAmount,
  taxToBook,
  taxWithin,
} from './booking.ts';
import { fundsConfigFace } from './config/faces.ts';
import { itemFaults } from './config/item-rules.ts';
import { ratesFor } from './config/rates.ts';
import { divideStatus, ticketType } from './dictionaries.ts';
import { arrivals } from './ledgers.ts';
import { bookingItemFields } from './lines.ts';
import { divideFace } from './refs.ts';

interface Shared {
  readonly divideAmount: string | null;
  readonly taxAmount: string | null;
  readonly outFunds: string | null;
  readonly equipFunds: string | null;
  readonly indirectFee: string | null;
  readonly performanceFee: string | null;
  readonly indirectRate: string | null;
  readonly performanceRate: string | null;
}

/** Validator of a fee: at most its configured percentage of the shareable amount; else no limit. */
const withinRate = <Fee extends 'indirectFee' | 'performanceFee'>(
  fee: Fee,
  rate: 'indirectRate' | 'performanceRate',
  name: Label,
): Validator<Shared, Fee | 'indirectRate' | 'performanceRate' | 'divideAmount'> => ({
  fields: [fee, rate, 'divideAmount'],
  check: (row) => {
    if (row[rate] === null || row[fee] === null || row.divideAmount === null) return null;
    const most = percent(shareableAmount(row), row[rate]);
    return atMost(row[fee], most)
      ? null
      : [
          `${name[0]} ${groupDigits(String(row[fee]))} 元，超过上限 ${groupDigits(most)} 元（${row[rate]}%）`,
          `${name[1]} of ${groupDigits(String(row[fee]))} yuan exceeds ${groupDigits(most)} (${row[rate]}%)`,
        ];
  },
});

/** 入账办理: the leader assigns granted funds to budget items, and the offices book them. */
export const arrivalBudget = defineResource({
  key: 'jfdzys',
  label: ['入账办理', 'Booking'],
  words: { plural: ['入账办理', 'Bookings'] },
  path: 'kh-edu-research/jfdzys',
  title: 'programName',
  with: [
    scoredKind({
      as: 'arrive',
      dates: ['arriveDate'],
      people: { field: 'programLeader' },
      yuan: 'divideAmount',
    }),
  ],
  number: { field: 'ysNum', pattern: 'RZ${yyyy}${seq5}' },
  fields: {
    ysNum: f.text(['入账编号', 'No.']).max(30).computed().searchable(),
    divideId: f
      .ref(['分配明细', 'Allocation'], divideFace)
      .required()
      .among(
        everyScope(
          anyScope(own('programLeader'), departmentScope('departmentId')),
          withCode('status', '0'),
        ),
      )
      .listed(['入账办理', 'Bookings']),
    ...f.copies(
      'divideId',
      divideFace,
      'arriveId',
      'arriveCode',
      'fundingSource',
      'arriveDate',
      'programId',
      'programName',
      'programNum',
      'programLeader',
      'departmentId',
      'programKind',
      'fundMode',
      'contractId',
      'useYear',
    ),
    contractType: f.dict(['合同类型', 'Contract type'], contractType).computed(),
    bookDay: f.date(['计入日期', 'Counted from']).computed(),
    divideAmount: f.copy('divideId', divideFace, 'divideAmount').filled(),
    ticketType: f.dict(['票据类型', 'Invoice type'], ticketType),
    taxDue: yuan('按税率应缴税金', 'Tax by the rate').computed(),
    taxAmount: yuan('税金', 'Tax').required(),
    outFunds: yuan('外拨金额', 'Transfer out'),
    equipFunds: yuan('设备款', 'Equipment'),
    configId: f.ref(['费率配置', 'Rates'], fundsConfigFace).computed(),
    ratesOf: f.date(['费率取自', 'Rates as of']).computed(),
    taxRate: f.decimal(['税率', 'Tax rate'], 4).inPercent().computed(),
    manageRate: f.percent(['管理费比例', 'Overhead rate']).computed(),
    indirectRate: f.percent(['间接费用比例上限', 'Indirect cost cap']).computed(),
    performanceRate: f.percent(['绩效比例上限', 'Performance pay cap']).computed(),
    collegeRate: f.percent(['院系分成比例', 'College’s share']).computed(),
    manageFee: yuan('管理费', 'Overhead').computed(),
    collegeFee: yuan('其中：院系分成', 'Of which college’s share').computed(),
    indirectFee: yuan('间接费用（含绩效）', 'Indirect costs').required(),
    performanceFee: yuan('其中：绩效', 'Of which performance pay'),
    netAmount: yuan('可用直接经费', 'Net direct funds').computed(),
    fundCardNum: f.text(['经费卡号', 'Card no.']).max(30),
    items: f
      .rows(['科目预算', 'Budget items'], bookingItemFields)
      .required()
      .when(isPlannedByItems),
    remarks: f.note(['说明', 'Remarks']).max(500),
    attachments: f.files(['附件', 'Attachments'], attachmentCategories('26*', '03', '99')),
    status: f.dict(['状态', 'Status'], divideStatus).computed(),
    ...scoreFields,
  },
  states: {
    field: 'status',
    phases: {
      draft: ['0'],
      inApproval: ['1'],
      approved: ['2'],
      returned: ['3'],
      refused: ['4'],
      recalled: ['5'],
      void: ['6'],
    },
  },
  checks: [suppliedCheck('rates', ['费率', 'Rates'], ['programName', 'manageRate'])],
  facts: {
    configs: catalogueOf(
      fundsConfigFace,
      withCode('status', '1'),
      inPeriod('startDate', 'endDate'),
    ),
    project: recordNamedBy('programId', program),
    contracts: recordsNaming(taskContract, 'programId', ['programId'], withCode('status', '1')),
    contract: recordNamedBy('contractId', contract),
    contractRate: parameterFact(horizontalManageRate),
    payer: parameterFact(taxPayerType),
    rate: parameterFact(taxRate),
    surtaxRate: parameterFact(taxSurtax),
  },
  compute: (row, before, { facts }) => {
    const rates = ratesFor(row, before, facts);
    const by = { payer: facts.payer, rate: rates.taxRate, surtaxRate: facts.surtaxRate };
    const due = taxWithin(row.ticketType, row.divideAmount, by);
    const taxAmount = taxToBook(row.taxAmount, before?.taxDue, due);
    const ofIndirect = row.programKind !== 'horizontal';
    return {
      ...rates,
      contractType: facts.contract.contractType,
      bookDay: bookingDay(row),
      taxDue: due,
      taxAmount,
      ...bookedAmounts({ ...row, taxAmount }, rates, ofIndirect),
    };
  },
  validators: [
    {
      fields: ['programId'],
      check: (_row, { facts: { contracts } }) =>
        contracts.some(({ mustSign }) => mustSign === '1')
          ? [
              '项目任务书尚未签订，签订后方可入账',
              'The project contract has not been signed; sign it before booking funds',
            ]
          : null,
    },
    {
      fields: ['items', 'netAmount'],
      check: ({ divideAmount, items, netAmount, fundMode }) =>
        divideAmount === null ||
        !isPlannedByItems({ fundMode }) ||
        equal(sum(items, 'amount'), netAmount)
          ? null
          : [
              `科目合计 ${groupDigits(sum(items, 'amount'))} 元，应等于直接经费 ${groupDigits(String(netAmount ?? '0.00'))} 元`,
              `The items come to ${groupDigits(sum(items, 'amount'))} yuan; it must equal the direct funds of ${groupDigits(String(netAmount ?? '0.00'))}`,
            ],
    },
    {
      fields: ['indirectFee', 'manageFee'],
      check: ({ indirectFee, manageFee }) =>
        atLeast(indirectFee, manageFee)
          ? null
          : [
              `间接费用 ${groupDigits(String(indirectFee ?? '0.00'))} 元，不能少于管理费 ${groupDigits(String(manageFee ?? '0.00'))} 元`,
              `Indirect costs of ${groupDigits(String(indirectFee ?? '0.00'))} yuan do not cover the overhead of ${groupDigits(String(manageFee ?? '0.00'))}`,
            ],
    },
    {
      fields: ['performanceFee', 'indirectFee', 'manageFee'],
      check: ({ performanceFee, indirectFee, manageFee }) =>
        atMost(performanceFee, minus(indirectFee, manageFee))
          ? null
          : [
              '绩效不能超过间接费用减管理费',
              'Performance pay must not exceed indirect costs less overhead',
            ],
    },
    withinRate('indirectFee', 'indirectRate', ['间接费用', 'Indirect costs']),
    withinRate('performanceFee', 'performanceRate', ['绩效', 'Performance pay']),
    {
      fields: ['items', 'configId', 'netAmount'],
      check: ({ items, configId, netAmount, fundMode }, { facts: { configs } }) =>
        isPlannedByItems({ fundMode })
          ? itemFaults(items, netAmount, configs.find(({ id }) => id === configId)?.items)
          : null,
    },
  ],
  effects: ({ during, post, write }) => [
    during('inApproval', write('divideId', divideFace, { action: 'book' }), 'book'),
    during('approved', write('divideId', divideFace, { action: 'booked' }), 'booked'),
    during(
      'approved',
      post(arrivals, ({ arriveId, divideAmount }) => [{ owner: arriveId, booked: divideAmount }]),
    ),
    during(
      'approved',
      post(
        funds,
        ({ programId: owner, items, ...row }) => [
          ...(isPlannedByItems(row)
            ? (items ?? []).map((line) => ({ owner, itemCode: line.itemCode, booked: line.amount }))
            : [{ owner, itemCode: wholeProjectSubaccount, booked: row.netAmount }]),
          ...entriesBesideItems(row).map((entry) => ({ owner, ...entry })),
        ],
        { day: 'bookDay' },
      ),
    ),
  ],
  // Values that the referenced allocation would provide: a contract with 8 % overhead on 10,000.00.
  specimen: () => ({
    taxAmount: '0.00',
    outFunds: null,
    equipFunds: null,
    indirectFee: '800.00',
    performanceFee: null,
    items: [{ itemCode: '10201', amount: '9200.00' }],
  }),
  list: {
    columns: [
      'ysNum',
      'fundingSource',
      'programName',
      'programNum',
      'programLeader',
      'arriveDate',
      'divideAmount',
      'netAmount',
      'fundCardNum',
      'status',
      'taxAmount',
      'manageFee',
      'indirectFee',
      'outFunds',
    ],
    filters: ['arriveId', 'programId', 'programLeader', 'departmentId', 'status'],
    sort: '-createTime',
    keptTotals: {
      by: ['arriveDate', 'programKind', 'status'],
      sums: ['taxAmount', 'manageFee', 'indirectFee', 'outFunds', 'netAmount'],
    },
    totals: ['divideAmount', 'netAmount', 'taxAmount', 'manageFee', 'indirectFee', 'outFunds'],
  },
  form: [
    {
      key: 'allocation',
      title: ['到账分配', 'Allocation'],
      fields: [
        'divideId',
        'fundingSource',
        'arriveDate',
        'programName',
        'programNum',
        'programLeader',
        'divideAmount',
      ],
    },
    {
      key: 'deductions',
      title: ['扣缴与间接费用', 'Deductions and indirect costs'],
      fields: [
        'ticketType',
        'taxDue',
        'taxAmount',
        'outFunds',
        'equipFunds',
        'manageRate',
        'manageFee',
        'indirectFee',
        'performanceFee',
        'netAmount',
      ],
      shown: [
        'useYear',
        'configId',
        'ratesOf',
        'taxRate',
        'collegeRate',
        'collegeFee',
        'indirectRate',
        'performanceRate',
      ],
    },
    { key: 'items', title: ['科目预算', 'Budget items'], fields: ['items'] },
    {
      key: 'booking',
      title: ['入账', 'Booking'],
      fields: ['fundCardNum', 'remarks', 'attachments'],
    },
  ],
  department: 'departmentId',
  access: fundsAccess,
  processes: [
    defineProcess(
      'jfdzys',
      ['经费到账预算（入账办理）', 'Booking of funds received'],
      [
        rdFund,
        linkIf(rdLeader, '${divideAmount >= param.leaderAmount}'),
        {
          ...finalFinanceStep,
          // The department does not approve; its secretary is informed once the funds are booked.
          cc: ['role:dept_secretary@applicantDept^'],
          editable: [
            'ticketType',
            'taxAmount',
            'indirectFee',
            'performanceFee',
            'items',
            'fundCardNum',
          ],
        },
      ],
      'flow_24',
      { parameters: { leaderAmount: arriveLeaderAmount } },
    ),
  ],
  views: {
    all: {
      label: ['入账办理', 'Bookings'],
      code: 'jfdzys',
      path: '/funds/jfdzys',
      icon: 'FileTextOutlined',
      scope: fundsAccess.read,
      menu: ['funds', 3],
      grants: fundsFilingGrants,
      actions: fundsFilingActions,
    },
  },
});
