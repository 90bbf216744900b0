import { statuses } from '@keyan/kernel/access/status.ts';
import { equals } from '@keyan/kernel/records/query.ts';
import { entryOf } from '@keyan/kernel/values/dictionary.ts';
import { claimCodes } from '../achievement/collection/dictionaries.ts';
import { thesis } from '../achievement/collection/thesis.ts';
import { patent } from '../achievement/property/patent.ts';
import { contractRecord } from '../contracts/contract.ts';
import { performedStatusCodes } from '../contracts/contract-lists.ts';
import { invoice } from '../invoices/invoice.ts';
import { warning } from '../office/warnings/warning.ts';
import { declaredKinds, underWayCodes } from '../project/common/access.ts';
import { programKind } from '../project/common/dictionaries.ts';
import { billModeCodes } from '../project/contracts/bill.ts';
import { declarePlan } from '../project/declaration/declare-plan.ts';
import { ethicsStandingCodes } from '../project/ethics/dictionaries.ts';
import { ethicsReview } from '../project/ethics/ethics-review.ts';
import { countedTaskCodes, openTaskCodes } from '../review/dictionaries.ts';
import { reviewTask } from '../review/review-task.ts';
import { releaseCodes } from '../shared/mechanisms/releasing.ts';
import type { Figure, FigureSource } from './figure.ts';
import { projectLedgerSource } from './projects.ts';
import { countedFigure, inStates, plainResource, splitByDay, splitByField } from './source.ts';

/** Source of rows whose date falls within the next days. */
const due = (
  source: Omit<FigureSource, 'by' | 'ahead' | 'kind'>,
  field: string,
  kind: FigureSource['kind'],
): FigureSource => ({
  ...source,
  ahead: field,
  by: { day: splitByDay(field) },
  ...(kind && { kind }),
});

/** Source of ethics reviews in a status of approval. */
const studies = (status: string): FigureSource => ({
  resource: plainResource(ethicsReview),
  view: 'all',
  where: [equals('auditStatus', status)],
  by: { college: splitByField('departmentId'), type: splitByField('origin') },
});

/** Source of approved studies without a closing follow-up. */
const approvedStudies: FigureSource = {
  ...studies(statuses.approved),
  where: [
    equals('auditStatus', statuses.approved),
    { field: 'standing', operator: 'notEquals', value: ethicsStandingCodes.ended },
  ],
};

const dueSources: readonly FigureSource[] = [
  due(projectLedgerSource(inStates('status', ...underWayCodes)), 'endDate', {
    code: 'project',
    label: ['项目到期', 'Projects ending'],
  }),
  due(
    {
      resource: plainResource(contractRecord),
      view: 'all',
      where: [inStates('contractStatus', ...performedStatusCodes), equals('hasOpenPeriod', '1')],
    },
    'dueDate',
    { code: 'payment', label: ['合同应收', 'Contract payments due'] },
  ),
  due(
    {
      resource: plainResource(invoice),
      view: 'all',
      where: [inStates('status', '3', '8'), equals('billMode', billModeCodes.borrowed)],
    },
    'expectArriveDate',
    { code: 'invoice', label: ['预借票据到款', 'Advance invoices due'] },
  ),
  due(
    { resource: plainResource(patent), view: 'lib', where: [equals('patentStatus', '06')] },
    'feePaidTo',
    { code: 'fee', label: ['专利年费', 'Patent fees'] },
  ),
  ...declaredKinds.map((kind) => {
    const [zh, en] = entryOf(programKind, kind)?.label ?? [kind, kind];
    return due(
      { resource: plainResource(declarePlan), view: kind, where: [equals('status', '1')] },
      'endTime',
      { code: `call-${kind}`, label: [`${zh}申报截止`, `Calls that close: ${en.toLowerCase()}`] },
    );
  }),
  due(
    {
      resource: plainResource(reviewTask),
      view: 'mine',
      where: [inStates('status', ...openTaskCodes)],
    },
    'endTime',
    { code: 'review', label: ['评审截止', 'Reviews'] },
  ),
  due(approvedStudies, 'nextTrack', {
    code: 'follow',
    label: ['伦理跟踪审查', 'Ethics follow-ups'],
  }),
  due(approvedStudies, 'validUntil', {
    code: 'expiry',
    label: ['伦理批件到期', 'Ethics approvals expiring'],
  }),
];

/** Source of reviews that the reader judges as an expert. */
const reviews = (...states: readonly string[]): FigureSource => ({
  resource: plainResource(reviewTask),
  view: 'mine',
  where: [inStates('status', ...states)],
  by: {},
});

/** Figures of pending work and due dates. */
export const workFigures: readonly Figure[] = [
  countedFigure(
    {
      key: 'due.count',
      label: ['90 天内到期', 'Due within 90 days'],
      unit: 'piece',
      caliber: [
        '今天起 90 天内到期的在研项目、合同应收、预借票据、专利年费、开放的申报、待评审任务、伦理跟踪审查与批件',
        'Active projects, contract payments, advance invoices, patent fees, open calls, pending reviews, ethics follow-ups and ethics approvals due within 90 days from today',
      ],
    },
    ...dueSources,
  ),
  countedFigure(
    {
      key: 'review.open',
      label: ['未评', 'To review'],
      unit: 'piece',
      caliber: ['分给本人而未提交的评审', 'Reviews assigned to me and not yet submitted'],
    },
    reviews(...openTaskCodes),
  ),
  countedFigure(
    {
      key: 'review.done',
      label: ['已评', 'Reviewed'],
      unit: 'piece',
      caliber: ['本人已提交的评审', 'Reviews I have submitted'],
    },
    reviews(...countedTaskCodes),
  ),
  countedFigure(
    {
      key: 'ethics.review',
      label: ['审查中', 'In ethics review'],
      unit: 'piece',
      caliber: [
        '已提交而未决定的科技伦理审查',
        'Research ethics reviews submitted and not yet decided',
      ],
    },
    studies(statuses.inApproval),
  ),
  countedFigure(
    {
      key: 'ethics.approved',
      label: ['有效批件', 'Approvals in force'],
      unit: 'piece',
      caliber: [
        '已批准的科技伦理审查，跟踪审查终止的不计',
        'Approved research ethics reviews, except those ended by a follow-up',
      ],
    },
    approvedStudies,
  ),
  countedFigure(
    {
      key: 'paper.unclaimed',
      label: ['待认领论文', 'Papers to claim'],
      unit: 'piece',
      caliber: ['已发布而无人认领的收录论文', 'Released collected papers that nobody has claimed'],
    },
    {
      resource: plainResource(thesis),
      view: 'all',
      where: [equals('status', releaseCodes.published), equals('claimStatus', claimCodes.open)],
      by: {},
    },
  ),
  countedFigure(
    {
      key: 'warning.active',
      label: ['预警', 'Warnings'],
      unit: 'piece',
      caliber: [
        '当前成立的预警；消除后不再列出',
        'Warnings in force; those that ended are not listed',
      ],
    },
    {
      resource: plainResource(warning),
      view: 'all',
      where: [],
      by: {
        rule: splitByField('warnTarget'),
        level: splitByField('levelColor'),
        college: splitByField('fkDeptId'),
      },
    },
  ),
];
