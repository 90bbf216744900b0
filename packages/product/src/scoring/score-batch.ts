import { anyScope, everyone, permission, withCode } from '@keyan/kernel/access/scope.ts';
import { f } from '@keyan/kernel/definition/field/field.ts';
import type { BackgroundWork } from '@keyan/kernel/definition/life/actions.ts';
import { after } from '@keyan/kernel/definition/life/due.ts';
import { recordNamedBy, recordsNaming } from '@keyan/kernel/definition/life/fact.ts';
import { defineResource } from '@keyan/kernel/definition/resource.ts';
import { fill } from '@keyan/kernel/label.ts';
import { subjectClass, yesNo } from '../shared/dictionaries.ts';
import { inOrder } from '../shared/formats/dates.ts';
import { readerActions } from '../shared/grants.ts';
import { releaseCodes } from '../shared/mechanisms/releasing.ts';
import { notAfterEnd } from '../shared/mechanisms/rules.ts';
import { dept } from '../shared/references/refs.ts';
import { batchStatus, batchStatusCodes, rewardStatusCodes } from './dictionaries.ts';
import { scoreBatch as batch, scoreNorm, scoreResult, scoreReward } from './faces.ts';
import { pointsLedger } from './ledgers.ts';
import { scoresReleasedMessage } from './messages.ts';

const fields = {
  ...batch.fields,
  subjectClass: f.dict(['统计类别', 'Category'], subjectClass),
  startDate: f.date(['成果起始日期', 'Outputs from']),
  endDate: f.date(['成果截止日期', 'Outputs to']),
  deptIds: f.refs(['范围部门', 'Departments'], dept).specimen(() => null),
  countsLate: f
    .dict(['补计', 'Late entries'], yesNo)
    .required()
    .initial('0')
    .help([
      '以前年度的成果后来才登记通过、从未计分的，由本批次一次性补计',
      'Outputs of earlier years registered late and never scored count once, in this batch',
    ]),
  lateFrom: f
    .year(['补计起始年度', 'Late entries from'])
    .required()
    .when(({ countsLate }) => countsLate === '1')
    .specimen(() => 2020),
  description: f.note(['说明', 'Remarks']).max(1000),
  calcTime: f.time(['最近计算时间', 'Computed']).computed(),
  calcFault: f.note(['计算未完成的原因', 'Why it was not computed']).max(500).computed(),
  resumeAt: f.dict(['计算前状态', 'Before the computation'], batchStatus).computed(),
  totalScore: f.decimal(['总分', 'Total'], 2).balance(pointsLedger, 'score'),
  personCount: f.integer(['涉及人数', 'People']).balance(pointsLedger, 'persons'),
  outputCount: f.integer(['得分条目', 'Scores']).balance(pointsLedger, 'outputs'),
  openAppeals: f
    .integer(['未处理申诉、调整', 'Open appeals and adjustments'])
    .balance(pointsLedger, 'appeals'),
};

const beforeEnd = notAfterEnd('publicEnd', [
  '公示截止时间已过，请先修改',
  'The appeal deadline has passed; change it first',
]);

/**
 * Background work that moves scores to the next state, grouped by output so that the output’s total
 * is posted once.
 */
const movesScores = (action: string): BackgroundWork => ({
  job: 'lock-scores',
  label: ['锁定计分结果', 'Lock the scores of a batch'],
  moves: { kind: scoreResult, by: 'batchId', action, together: 'bizId' },
});

/** 计分批次: scores of a year by one norm, from computation to confirmation. */
export const scoreBatch = defineResource({
  key: 'scoreBatch',
  label: batch.label,
  words: { plural: ['计分批次', 'Scoring batches'] },
  path: 'kh-edu-research/scoreBatch',
  scarce: { records: 'few', because: 'there is one a year' },
  title: 'batchName',
  fields,
  facts: {
    norm: recordNamedBy('normId', scoreNorm),
    paid: recordsNaming(
      scoreReward,
      'batchId',
      ['id'],
      withCode(
        'status',
        rewardStatusCodes.generated,
        rewardStatusCodes.inApproval,
        rewardStatusCodes.confirmed,
        rewardStatusCodes.paid,
      ),
    ),
  },
  list: {
    columns: [
      'status',
      'batchName',
      'batchYear',
      'normId',
      'totalScore',
      'personCount',
      'openAppeals',
      'calcTime',
      'publicEnd',
    ],
    filters: ['batchName', 'batchYear', 'normId', 'publicEnd', 'status'],
    sort: '-batchYear',
  },
  form: [
    {
      key: 'batch',
      title: ['批次', 'Batch'],
      fields: ['batchName', 'batchYear', 'normId', 'publicEnd', 'description'],
    },
    {
      key: 'range',
      title: ['范围', 'Scope'],
      note: [
        '统计年度与批次年度一致的已通过成果计分；以下不填表示不限。跨年补登的成果由科研处勾选「补计」',
        'Approved outputs whose reporting year equals the year of the batch are scored; empty fields below mean no limit. The research office ticks “Late entries” for late registrations of earlier years',
      ],
      fields: ['subjectClass', 'startDate', 'endDate', 'deptIds', 'countsLate', 'lateFrom'],
    },
    {
      key: 'outcome',
      title: ['计算结果', 'Outcome'],
      fields: [],
      shown: ['calcTime', 'calcFault', 'totalScore', 'personCount', 'outputCount', 'openAppeals'],
    },
  ],
  validators: [
    inOrder(fields, 'startDate', 'endDate'),
    {
      fields: ['lateFrom', 'batchYear'],
      check: ({ lateFrom, batchYear }) =>
        lateFrom !== null && batchYear !== null && lateFrom >= batchYear
          ? [
              '【补计起始年度】应早于批次年度',
              'The start year of late entries must be before the year of the batch',
            ]
          : null,
    },
    {
      fields: ['batchYear', 'normId'],
      check: ({ batchYear }, { facts: { norm } }) =>
        batchYear !== null &&
        norm &&
        (batchYear < (norm.normYear ?? 0) || batchYear > (norm.endYear ?? batchYear))
          ? fill(['该计分标准不适用于 {year} 年度', 'The norm does not apply to {year}'], {
              year: batchYear,
            })
          : null,
    },
  ],
  states: {
    field: 'status',
    initial: batchStatusCodes.draft,
    editable: [batchStatusCodes.draft, batchStatusCodes.withdrawn],
  },
  actions: {
    release: {
      label: ['发布', 'Release'],
      from: [batchStatusCodes.draft, batchStatusCodes.withdrawn],
      to: batchStatusCodes.released,
      guard: {
        fields: ['publicEnd', 'normId'],
        check: (row, context) =>
          beforeEnd.check(row, context) ??
          (context.facts.norm?.status === releaseCodes.published
            ? null
            : ['计分标准尚未发布', 'The norm is not released']),
      },
      done: ['发布成功', 'Released'],
    },
    withdraw: {
      label: ['撤回', 'Withdraw'],
      from: [batchStatusCodes.released, batchStatusCodes.shown],
      to: batchStatusCodes.withdrawn,
      ask: ['撤回后结果不再公示，确定撤回？', 'Results will no longer be visible. Withdraw them?'],
      call: 'recall',
      danger: true,
    },
    calc: {
      label: ['计算', 'Compute'],
      from: [batchStatusCodes.released, batchStatusCodes.shown, batchStatusCodes.deciding],
      to: batchStatusCodes.computing,
      ask: [
        '按计分标准计算得分；再次计算只更新有变化的条目，手工调整保留。开始计算？',
        'Scores are computed by the norm; computing again only updates what has changed and keeps manual adjustments. Start?',
      ],
      set: ({ status }) => ({ resumeAt: status, calcFault: null }),
      starts: {
        job: 'compute-scores',
        label: ['计算计分批次', 'Compute a scoring batch'],
        ends: { done: 'computed', failed: 'failed', reason: 'calcFault' },
      },
      done: [
        '已开始计算，完成后自动公示',
        'Computing; opens for appeals automatically when finished',
      ],
    },
    computed: {
      label: ['计算完成', 'Computed'],
      from: [batchStatusCodes.computing],
      to: ({ resumeAt }) =>
        resumeAt === batchStatusCodes.deciding ? batchStatusCodes.deciding : batchStatusCodes.shown,
      by: 'job',
      set: (_row, _input, { now }) => ({ calcTime: now }),
      tells: [scoresReleasedMessage],
    },
    failed: {
      label: ['计算失败', 'Not computed'],
      from: [batchStatusCodes.computing],
      to: ({ resumeAt }) => resumeAt ?? batchStatusCodes.released,
      by: 'job',
      form: { calcFault: f.note(['原因', 'Why']).required().max(500) },
    },
    // Restarts an interrupted computation; written results are kept and completed.
    refresh: {
      label: ['立即更新', 'Update now'],
      from: [batchStatusCodes.released],
      starts: {
        job: 'refresh-scores',
        label: ['更新在统计的得分', 'Update current scores'],
      },
      done: ['已开始更新，每日凌晨也会自动更新', 'Updating; this also happens every night'],
    },
    refreshed: {
      label: ['已更新', 'Updated'],
      from: [batchStatusCodes.released],
      by: 'job',
      set: (_row, _input, { now }) => ({ calcTime: now }),
    },
    halt: {
      label: ['停止计算', 'Stop computing'],
      from: [batchStatusCodes.computing],
      to: ({ resumeAt }) => resumeAt ?? batchStatusCodes.released,
      ask: ['停止后可重新计算，确定停止？', 'It can be computed again afterwards. Stop it?'],
    },
    closeAppeals: {
      label: ['公示结束', 'Close appeals'],
      from: [batchStatusCodes.shown],
      to: batchStatusCodes.deciding,
      by: after('publicEnd'),
    },
    confirm: {
      label: ['确认归档', 'Confirm'],
      from: [batchStatusCodes.deciding],
      to: batchStatusCodes.confirmed,
      ask: [
        '确认后结果锁定，不能再改，确定？',
        'The results will be locked and cannot be changed. Confirm them?',
      ],
      guard: {
        fields: ['openAppeals'],
        check: ({ openAppeals }) =>
          (openAppeals ?? 0) > 0
            ? ['还有未处理的申诉或调整', 'Some appeals or adjustments are not decided yet']
            : null,
      },
      starts: movesScores('lock'),
      done: ['已确认，结果已锁定', 'Confirmed; the scores are locked'],
    },
    annul: {
      label: ['作废', 'Void'],
      from: [batchStatusCodes.confirmed],
      to: batchStatusCodes.void,
      guard: {
        fields: ['batchName'],
        check: (_row, { facts: { paid } }) =>
          paid[0]
            ? fill(
                [
                  '已生成奖励「{name}」，请先作废该奖励批次',
                  'The reward “{name}” was generated from it; void that reward batch first',
                ],
                { name: paid[0].rewardName ?? '' },
              )
            : null,
      },
      form: { reason: f.reason(['作废原因', 'Reason']) },
      starts: movesScores('unlock'),
      call: 'invalidate',
      danger: true,
    },
  },
  access: {
    // Readers of published scores may read the batch; scores are provisional during the year.
    read: anyScope(
      permission('sbatch'),
      withCode(
        'status',
        batchStatusCodes.released,
        batchStatusCodes.shown,
        batchStatusCodes.deciding,
        batchStatusCodes.confirmed,
      ),
    ),
    write: permission('sbatch_edit'),
    pageless: true,
  },
  views: {
    all: {
      label: ['计分批次', 'Scoring batches'],
      code: 'sbatch',
      path: '/score/batch',
      icon: 'BarChartOutlined',
      scope: everyone(),
      menu: ['scoreYear', 1],
      grants: { rd_admin: 'all', rd_achieve: 'all', rd_leader: readerActions },
      actions: [
        'add',
        'edit',
        'view',
        'delete',
        'release',
        'calc',
        'refresh',
        'halt',
        'confirm',
        'withdraw',
        'annul',
        'export',
        'history',
      ],
    },
  },
  specimen: () => ({
    batchYear: 2025,
    startDate: null,
    endDate: null,
    publicEnd: '2099-12-31 17:00:00',
  }),
});
