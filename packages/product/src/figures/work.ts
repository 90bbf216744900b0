import { statuses } from '@keyan/kernel/access/status.ts';
import { equals } from '@keyan/kernel/records/query.ts';
import { entryOf } from '@keyan/kernel/values/dictionary.ts';
import { claims } from '../achievement/collection/dictionaries.ts';
import { thesis } from '../achievement/collection/thesis.ts';
import { patent } from '../achievement/property/patent.ts';
import { contractRecord } from '../contracts/contract.ts';
import { performed } from '../contracts/contract-lists.ts';
import { invoice } from '../invoices/invoice.ts';
import { warning } from '../office/warnings/warning.ts';
import { declaredKinds, underWay } from '../project/access.ts';
import { modes } from '../project/contracts/bill.ts';
import { declarePlan } from '../project/declaration/declare-plan.ts';
import { programKind } from '../project/dictionaries.ts';
import { ethicsStandingCodes } from '../project/ethics/dictionaries.ts';
import { ethicsReview } from '../project/ethics/ethics-review.ts';
import { heardTasks, openTasks } from '../review/dictionaries.ts';
import { reviewTask } from '../review/review-task.ts';
import { released } from '../shared/mechanisms/releasing.ts';
import type { Figure, FigureSource } from './figure.ts';
import { ledgerOf } from './projects.ts';
import { at, counted, dayOf, inStates, plain } from './source.ts';

/** Source of the rows that fall due on a date within the next days. */
const due = (
  source: Omit<FigureSource, 'by' | 'ahead' | 'kind'>,
  field: string,
  kind: FigureSource['kind'],
): FigureSource => ({ ...source, ahead: field, by: { day: dayOf(field) }, ...(kind && { kind }) });

/** Ethics reviews in a status of their approval. */
const studies = (status: string): FigureSource => ({
  resource: plain(ethicsReview),
  view: 'all',
  where: [equals('auditStatus', status)],
  by: { college: at('departmentId'), type: at('origin') },
});

/** Approvals of studies that no follow-up ended. */
const approvedStudies: FigureSource = {
  ...studies(statuses.approved),
  where: [
    equals('auditStatus', statuses.approved),
    { field: 'standing', operator: 'notEquals', value: ethicsStandingCodes.ended },
  ],
};

const dueSources: readonly FigureSource[] = [
  due(ledgerOf(inStates('status', ...underWay)), 'endDate', {
    code: 'project',
    label: ['项目到期', 'Projects that end'],
  }),
  due(
    {
      resource: plain(contractRecord),
      view: 'all',
      where: [inStates('contractStatus', ...performed), equals('hasOpenPeriod', '1')],
    },
    'dueDate',
    { code: 'payment', label: ['合同应收', 'Payments of contracts'] },
  ),
  due(
    {
      resource: plain(invoice),
      view: 'all',
      where: [inStates('status', '3', '8'), equals('billMode', modes.borrowed)],
    },
    'expectArriveDate',
    { code: 'invoice', label: ['预借票据到款', 'Invoices to be paid'] },
  ),
  due(
    { resource: plain(patent), view: 'lib', where: [equals('patentStatus', '06')] },
    'feePaidTo',
    { code: 'fee', label: ['专利年费', 'Fees of patents'] },
  ),
  ...declaredKinds.map((kind) => {
    const [zh, en] = entryOf(programKind, kind)?.label ?? [kind, kind];
    return due(
      { resource: plain(declarePlan), view: kind, where: [equals('status', '1')] },
      'endTime',
      { code: `call-${kind}`, label: [`${zh}申报截止`, `Calls that close: ${en.toLowerCase()}`] },
    );
  }),
  due(
    { resource: plain(reviewTask), view: 'mine', where: [inStates('status', ...openTasks)] },
    'endTime',
    { code: 'review', label: ['评审截止', 'Reviews'] },
  ),
  due(approvedStudies, 'nextTrack', {
    code: 'follow',
    label: ['伦理跟踪审查', 'Follow-ups of studies'],
  }),
  due(approvedStudies, 'validUntil', {
    code: 'expiry',
    label: ['伦理批件到期', 'Ethics approvals'],
  }),
];

/** Reviews that the reader judges as an expert. */
const reviews = (...states: readonly string[]): FigureSource => ({
  resource: plain(reviewTask),
  view: 'mine',
  where: [inStates('status', ...states)],
  by: {},
});

/** Figures of what waits and what is due. */
export const workFigures: readonly Figure[] = [
  counted(
    {
      key: 'due.count',
      label: ['90 天内到期', 'Due within 90 days'],
      unit: 'piece',
      caliber: [
        '今天起 90 天内到期的在研项目、合同应收、预借票据、专利年费、开放的申报、待评审任务、伦理跟踪审查与批件',
        'Projects, payments of contracts, invoices, fees of patents, open calls, reviews, follow-ups and ethics approvals that are due within 90 days',
      ],
    },
    ...dueSources,
  ),
  counted(
    {
      key: 'review.open',
      label: ['未评', 'To review'],
      unit: 'piece',
      caliber: ['分给本人而未提交的评审', 'Reviews of the reader that are not handed in'],
    },
    reviews(...openTasks),
  ),
  counted(
    {
      key: 'review.done',
      label: ['已评', 'Reviewed'],
      unit: 'piece',
      caliber: ['本人已提交的评审', 'Reviews that the reader handed in'],
    },
    reviews(...heardTasks),
  ),
  counted(
    {
      key: 'ethics.review',
      label: ['审查中', 'In ethics review'],
      unit: 'piece',
      caliber: ['已提交而未决定的科技伦理审查', 'Ethics reviews that wait for a decision'],
    },
    studies(statuses.inApproval),
  ),
  counted(
    {
      key: 'ethics.approved',
      label: ['有效批件', 'Approvals in force'],
      unit: 'piece',
      caliber: [
        '已批准的科技伦理审查，跟踪审查终止的不计',
        'Approved ethics reviews, without those that a follow-up ended',
      ],
    },
    approvedStudies,
  ),
  counted(
    {
      key: 'paper.unclaimed',
      label: ['待认领论文', 'Papers to claim'],
      unit: 'piece',
      caliber: [
        '已发布而无人认领的收录论文',
        'Released papers of databases that nobody has claimed',
      ],
    },
    {
      resource: plain(thesis),
      view: 'all',
      where: [equals('status', released.published), equals('claimStatus', claims.open)],
      by: {},
    },
  ),
  counted(
    {
      key: 'warning.active',
      label: ['预警', 'Warnings'],
      unit: 'piece',
      caliber: [
        '当前成立的预警；消除后不再列出',
        'Warnings that hold today; what has ended is gone',
      ],
    },
    {
      resource: plain(warning),
      view: 'all',
      where: [],
      by: { rule: at('warnTarget'), level: at('levelColor'), college: at('fkDeptId') },
    },
  ),
];
