import { type Condition, equals } from '@keyan/kernel/records/query.ts';
import { entryOf } from '@keyan/kernel/values/dictionary.ts';
import { contractRecord } from '../contracts/contract.ts';
import { contractsInLedgerCodes } from '../contracts/contract-lists.ts';
import { declaredKinds, sections, underWayCodes } from '../project/common/access.ts';
import { programKind } from '../project/common/dictionaries.ts';
import { declareInfo } from '../project/declaration/declare-info.ts';
import { project } from '../project/project.ts';
import type { Figure, FigureSource } from './figure.ts';
import { rateBands } from './rate-bands.ts';
import {
  countedFigure,
  inStates,
  perHeadFigure,
  plainResource,
  shareFigure,
  splitByField,
  splitByYear,
} from './source.ts';

/** Excludes surplus accounts, which are not projects (ruling 64). */
const isProject = inStates('programKind', ...Object.keys(sections));

/** Status codes of projects under way, including paused, concluding and terminating projects. */
const active = [...underWayCodes, '30', '50', '90'];

/** Source with the projects of the ledger, as listed by 经费查询. */
export const projectLedgerSource = (...where: readonly Condition[]): FigureSource => ({
  resource: plainResource(project),
  view: 'funds',
  where: [isProject, ...where],
  by: {
    college: splitByField('departmentId'),
    kind: splitByField('programKind'),
    level: splitByField('level'),
    state: splitByField('status'),
    source: splitByField('resource'),
    type: splitByField('projectType'),
    subjectClass: splitByField('subjectClass'),
    discipline: splitByField('subject'),
    research: splitByField('researchType'),
  },
});

const begun = (...where: readonly Condition[]): FigureSource => {
  const source = projectLedgerSource(...where);
  const year = splitByYear('startDate');
  return { ...source, year, day: 'startDate', by: { ...source.by, year } };
};

const concluded: FigureSource = {
  ...projectLedgerSource(equals('status', '40')),
  year: splitByYear('concludedOn'),
  day: 'concludedOn',
  by: { ...projectLedgerSource().by, year: splitByYear('concludedOn') },
};

/** Sources with declarations of all kinds in the given statuses. */
const declared = (...states: readonly string[]): readonly FigureSource[] =>
  declaredKinds.map((kind) => ({
    resource: plainResource(declareInfo),
    view: `${kind}Lib`,
    where: states.length > 0 ? [inStates('declareStatus', ...states)] : [],
    year: splitByYear('submitTime'),
    day: 'submitTime',
    by: {
      year: splitByYear('submitTime'),
      college: splitByField('collegeId'),
      subjectClass: splitByField('subjectClass'),
      discipline: splitByField('subject'),
      state: splitByField('declareStatus'),
      plan: splitByField('planId'),
    },
    kind: {
      code: kind,
      label: entryOf(programKind, kind)?.label ?? [kind, kind],
    },
  }));

const contracts = (...where: readonly Condition[]): FigureSource => ({
  resource: plainResource(contractRecord),
  view: 'all',
  where: [inStates('contractStatus', ...contractsInLedgerCodes), ...where],
  year: splitByYear('signDate'),
  day: 'signDate',
  by: {
    year: splitByYear('signDate'),
    college: splitByField('departmentId'),
    subjectClass: splitByField('subjectClass'),
    type: splitByField('contractType'),
    party: splitByField('partyType'),
    region: splitByField('partyRegion'),
    state: splitByField('contractStatus'),
  },
});

const reviewed: FigureSource = {
  resource: plainResource(contractRecord),
  view: 'all',
  where: [equals('contractStatus', '10')],
  by: contracts().by,
};

/** Status codes of submitted declarations, without recalled and void ones. */
const sent = ['10', '20', '30', '40', '50', '60', '70', '82'];

/** Figures of declarations, projects and contracts. */
export const projectFigures: readonly Figure[] = [
  countedFigure(
    {
      key: 'project.active',
      label: ['在研项目', 'Active projects'],
      unit: 'piece',
      caliber: [
        '当前在研、延期、逾期、暂停、结题中与终止中的项目；结余账户不计',
        'Projects now in progress, extended, overdue, suspended, closing out or terminating; surplus accounts are not counted',
      ],
    },
    projectLedgerSource(inStates('status', ...active)),
  ),
  countedFigure(
    {
      key: 'project.approved',
      label: ['新立项', 'New projects'],
      unit: 'piece',
      caliber: ['台账项目按开始日期的年度', 'Registered projects by year of their start date'],
    },
    begun(),
  ),
  countedFigure(
    {
      key: 'project.funds',
      label: ['批准经费', 'Approved funds'],
      unit: 'yuan',
      caliber: [
        '台账项目的批准经费，按开始日期的年度',
        'Approved funds of registered projects, by year of their start date',
      ],
    },
    { ...begun(), sum: 'funds' },
  ),
  countedFigure(
    {
      key: 'project.count',
      label: ['项目', 'Projects'],
      unit: 'piece',
      caliber: [
        '台账项目，按当前状态；结余账户不计',
        'Registered projects by current status; surplus accounts are not counted',
      ],
    },
    projectLedgerSource(),
  ),
  countedFigure(
    {
      key: 'project.closed',
      label: ['结题', 'Closed-out projects'],
      unit: 'piece',
      caliber: ['已结题项目按批准结题日期', 'Closed-out projects by approved closeout date'],
    },
    concluded,
  ),
  countedFigure(
    {
      key: 'project.overdue',
      label: ['逾期项目', 'Overdue projects'],
      unit: 'piece',
      caliber: ['当前状态为逾期的在研项目', 'Active projects whose current status is overdue'],
    },
    projectLedgerSource(equals('status', '22')),
  ),
  countedFigure(
    {
      key: 'project.delayed',
      label: ['延期项目', 'Extended projects'],
      unit: 'piece',
      caliber: ['批准过延期的在研项目', 'Active projects with an approved extension'],
    },
    projectLedgerSource(inStates('status', ...active), {
      field: 'delayTimes',
      operator: 'above',
      value: 0,
    }),
  ),
  shareFigure(
    {
      key: 'project.delayRate',
      label: ['延期率', 'Share of extensions'],
      caliber: ['延期项目 ÷ 在研项目', 'Extended projects ÷ active projects'],
    },
    'project.delayed',
    'project.active',
  ),
  countedFigure(
    {
      key: 'project.byRate',
      label: ['执行率分布', 'Projects by spending rate'],
      unit: 'piece',
      caliber: [
        '有直接经费的在研项目，按当前执行率（累计支出 ÷ 累计直接经费）分段',
        'Active projects with direct funds, in bands of current spending rate (total spent ÷ total direct funds)',
      ],
    },
    ...rateBands.map(({ code, label, from }, index): FigureSource => {
      const { by, ...source } = projectLedgerSource(
        inStates('status', ...active),
        { field: 'netFunds', operator: 'above', value: '0' },
        ...(index === 0
          ? []
          : [{ field: 'spendRate', operator: 'atLeast' as const, value: String(from) }]),
        ...(index === 10
          ? []
          : [{ field: 'spendRate', operator: 'below' as const, value: String(from + 10) }]),
      );
      return {
        ...source,
        by: { college: by.college ?? splitByField('departmentId') },
        kind: { code, label },
      };
    }),
  ),
  countedFigure(
    {
      key: 'declare.sent',
      label: ['申报', 'Applications'],
      unit: 'piece',
      caliber: [
        '已提交的申报，按提交年度；退回、撤回、作废的不计',
        'Submitted applications by year of submission; returned, recalled and voided ones are not counted',
      ],
    },
    ...declared(...sent),
  ),
  countedFigure(
    {
      key: 'declare.recommended',
      label: ['院系推荐', 'Recommended'],
      unit: 'piece',
      caliber: ['通过院系审核的申报', 'Applications that passed their college’s review'],
    },
    ...declared(...sent.filter((code) => code !== '10')),
  ),
  countedFigure(
    {
      key: 'declare.reviewed',
      label: ['通过审查', 'Passed eligibility check'],
      unit: 'piece',
      caliber: ['通过形式审查的申报', 'Applications that passed the eligibility check'],
    },
    ...declared('30', '40', '50', '60', '70'),
  ),
  countedFigure(
    {
      key: 'declare.approved',
      label: ['立项', 'Funded'],
      unit: 'piece',
      caliber: ['已立项的申报', 'Applications that were funded'],
    },
    ...declared('60'),
  ),
  shareFigure(
    {
      key: 'declare.rate',
      label: ['立项率', 'Success rate'],
      caliber: ['立项 ÷ 申报，均按提交年度', 'Funded ÷ applications, both by year of submission'],
    },
    'declare.approved',
    'declare.sent',
  ),
  countedFigure(
    {
      key: 'contract.count',
      label: ['横向合同', 'Contracts'],
      unit: 'piece',
      caliber: ['已签订的合同按签订日期', 'Signed contracts by signing date'],
    },
    contracts(),
  ),
  countedFigure(
    {
      key: 'contract.amount',
      label: ['合同额', 'Contract amount'],
      unit: 'yuan',
      caliber: ['已签订合同的合同总额', 'Total amount of signed contracts'],
    },
    { ...contracts(), sum: 'contractAmount' },
  ),
  countedFigure(
    {
      key: 'contract.review',
      label: ['审批中合同', 'Contracts in approval'],
      unit: 'piece',
      caliber: ['正在审批的合同', 'Contracts in approval'],
    },
    reviewed,
  ),
  countedFigure(
    {
      key: 'contract.reviewAmount',
      label: ['审批中合同额', 'Amount in approval'],
      unit: 'yuan',
      caliber: ['审批中合同的合同总额', 'Total amount of contracts in approval'],
    },
    { ...reviewed, sum: 'contractAmount' },
  ),
  countedFigure(
    {
      key: 'contract.due',
      label: ['应收未到', 'Receivable'],
      unit: 'yuan',
      caliber: [
        '履行中合同已到计划收款日而未到的款',
        'Payments of contracts in performance whose planned date has passed without payment',
      ],
    },
    {
      resource: plainResource(contractRecord),
      view: 'due',
      where: [],
      sum: 'dueAmount',
      by: contracts().by,
    },
  ),
  countedFigure(
    {
      key: 'transfer.count',
      label: ['成果转化合同', 'Technology transfers'],
      unit: 'piece',
      caliber: ['标为成果转化的已签订合同', 'Signed contracts marked as technology transfer'],
    },
    contracts(equals('isTransform', '1')),
  ),
  countedFigure(
    {
      key: 'transfer.amount',
      label: ['成果转化金额', 'Amount of transfers'],
      unit: 'yuan',
      caliber: ['成果转化合同的合同总额', 'Total amount of technology transfer contracts'],
    },
    { ...contracts(equals('isTransform', '1')), sum: 'contractAmount' },
  ),
  perHeadFigure(
    {
      key: 'project.perHead',
      label: ['人均项目', 'Projects per teacher'],
      unit: 'piece',
      caliber: ['在研项目 ÷ 在职专任教师', 'Active projects ÷ full-time teachers in service'],
    },
    'project.active',
    'person.teachers',
  ),
];
