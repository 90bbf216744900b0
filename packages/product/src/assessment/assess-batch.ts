import { anyScope, everyone, permission, withCode } from '@keyan/kernel/access/scope.ts';
import { f } from '@keyan/kernel/definition/field/field.ts';
import type { BackgroundWork } from '@keyan/kernel/definition/life/actions.ts';
import { after } from '@keyan/kernel/definition/life/due.ts';
import { recordNamedBy, recordsNaming } from '@keyan/kernel/definition/life/fact.ts';
import { defineResource } from '@keyan/kernel/definition/resource.ts';
import { fill, type Label } from '@keyan/kernel/label.ts';
import { entryOf } from '@keyan/kernel/values/dictionary.ts';
import { batchStatus, batchStatusCodes } from '../scoring/dictionaries.ts';
import { scoreBatch } from '../scoring/faces.ts';
import { inOrder } from '../shared/formats/dates.ts';
import { readerActions } from '../shared/grants.ts';
import { releaseCodes } from '../shared/mechanisms/releasing.ts';
import { noRepeatedValue } from '../shared/mechanisms/rules.ts';
import { dept } from '../shared/references/refs.ts';
import { cycleMonths, cycleType, exemptEffect, exemptReason } from './dictionaries.ts';
import { assessProgram, assessResult, assessBatch as batch } from './faces.ts';
import { monthsBetween } from './folding.ts';
import { assessedLedger } from './ledgers.ts';

const fields = {
  ...batch.fields,
  startDate: f.date(['业绩起', 'From']).required(),
  endDate: f.date(['业绩止', 'To']).required(),
  scoreBatchIds: f
    .refs(['引用计分批次', 'Scoring batches'], scoreBatch)
    .required()
    .among(
      withCode(
        'status',
        batchStatusCodes.released,
        batchStatusCodes.shown,
        batchStatusCodes.deciding,
        batchStatusCodes.confirmed,
      ),
    ),
  deptIds: f.refs(['范围', 'Departments'], dept).specimen(() => null),
  exemptRules: f
    .rows(['减免规则', 'Exemptions'], {
      reason: f.dict(['减免原因', 'Reason'], exemptReason).required(),
      effect: f.dict(['减免方式', 'Effect'], exemptEffect).required().initial('1'),
      factor: f
        .decimal(['系数', 'Factor'], 2)
        .between(0, 1)
        .required()
        .when(({ effect }) => effect === '2'),
    })
    .max(20)
    .specimen(() => []),
  description: f.note(['说明', 'Remarks']).max(1000),
  calcTime: f.time(['最近计算时间', 'Computed']).computed(),
  calcFault: f.note(['计算未完成的原因', 'Why it was not computed']).max(500).computed(),
  resumeAt: f.dict(['计算前状态', 'Before the computation'], batchStatus).computed(),
  resultCount: f.integer(['考核对象', 'Assessed']).balance(assessedLedger, 'results'),
  openAppeals: f.integer(['未处理申诉', 'Open appeals']).balance(assessedLedger, 'appeals'),
  unjudged: f
    .integer(['待计入的建议与打分', 'Suggestions and marks to count'])
    .balance(assessedLedger, 'unjudged'),
};

const movesResults = (action: string): BackgroundWork => ({
  job: 'lock-assessment',
  label: ['锁定考核结果', 'Lock the results of an assessment'],
  moves: { kind: assessResult, by: 'fkBatchId', action },
});

/**
 * Refusal to confirm a batch while suggestions of colleges or marks of teams are missing or newer
 * than the last computation.
 */
const suggestionsOpenText: Label = [
  '有院系建议或团队打分尚未计入，请先重新计算（团队指标须全部打分）',
  'Some suggestions or team marks are not counted yet; compute again first (team criteria must all be marked)',
];

/**
 * 考核批次: one assessment of people, departments or teams, from publication to confirmation (R-701
 * to R-704).
 */
export const assessBatch = defineResource({
  key: 'assessBatch',
  label: batch.label,
  words: { plural: ['考核批次', 'Assessment batches'] },
  path: 'kh-edu-research/score/assessBatch',
  scarce: { records: 'few', because: 'there is one a year' },
  title: 'batchName',
  fields,
  facts: {
    program: recordNamedBy('programId', assessProgram),
    scores: recordsNaming(scoreBatch, 'id', ['scoreBatchIds']),
  },
  list: {
    columns: [
      'status',
      'batchName',
      'year',
      'programId',
      'resultCount',
      'openAppeals',
      'calcTime',
      'publicEnd',
    ],
    filters: ['batchName', 'year', 'programId', 'status'],
    sort: '-year',
  },
  form: [
    {
      key: 'batch',
      title: ['考核批次', 'Batch'],
      fields: ['batchName', 'programId', 'year', 'startDate', 'endDate'],
    },
    {
      key: 'range',
      title: ['取数范围', 'Scope of data'],
      note: [
        '实际得分取所选计分批次的最终分；部门不填表示全校',
        'Actual points are the final scores of the chosen scoring batches; no department means the whole university',
      ],
      fields: ['scoreBatchIds', 'deptIds', 'description'],
    },
    {
      key: 'exemptions',
      title: ['减免规则', 'Exemptions'],
      note: [
        '未列出的原因按月扣除；同一月份有多个原因时只扣一次',
        'Reasons without a rule are deducted by month; several reasons in one month count once',
      ],
      fields: ['exemptRules'],
    },
    {
      key: 'outcome',
      title: ['计算结果', 'Outcome'],
      fields: [],
      shown: ['calcTime', 'calcFault', 'resultCount', 'unjudged', 'publicEnd', 'openAppeals'],
    },
  ],
  validators: [
    inOrder(fields, 'startDate', 'endDate'),
    {
      fields: ['endDate', 'startDate', 'programId'],
      check: ({ startDate, endDate }, { facts: { program } }) => {
        const cycle = program?.cycleType ?? null;
        const asked = cycleMonths[cycle ?? ''];
        if (!asked || !startDate || !endDate || endDate < startDate) return null;
        const months = monthsBetween({
          from: startDate.slice(0, 7),
          to: endDate.slice(0, 7),
        }).length;
        return months === asked
          ? null
          : fill(
              [
                '考核方案的周期为「{cycle}」，业绩起止应为 {asked} 个月，当前 {months} 个月',
                'The scheme’s cycle is “{cycle}”: the period must span {asked} months, not {months}',
              ],
              { cycle: entryOf(cycleType, cycle ?? '')?.label ?? '', asked, months },
            );
      },
    },
    {
      fields: ['year', 'endDate'],
      check: ({ year, endDate }) =>
        year !== null && endDate !== null && Number(endDate.slice(0, 4)) !== year
          ? [
              '【考核年度】应为业绩截止的年度',
              'The assessment year must be the year in which the period ends',
            ]
          : null,
    },
    noRepeatedValue('exemptRules', 'reason', ['该原因已有规则', 'This reason already has a rule']),
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
        fields: ['programId'],
        check: (_row, { facts: { program } }) =>
          program?.status === releaseCodes.published
            ? null
            : ['考核方案尚未发布', 'The assessment scheme is not released'],
      },
      done: ['发布成功', 'Released'],
    },
    calc: {
      label: ['计算', 'Compute'],
      from: [batchStatusCodes.released, batchStatusCodes.shown, batchStatusCodes.deciding],
      to: batchStatusCodes.computing,
      ask: [
        '按考核方案计算应达、实际和等级；院系建议、打分和科研处认定保留。开始计算？',
        'Computes targets, scores and grades by the scheme; suggestions, marks and decisions of the research office are kept. Start?',
      ],
      set: ({ status }) => ({ resumeAt: status, calcFault: null }),
      starts: {
        job: 'compute-assessment',
        label: ['计算考核批次', 'Compute an assessment'],
        ends: { done: 'computed', failed: 'failed', reason: 'calcFault' },
      },
      done: ['已开始计算', 'Computing'],
    },
    computed: {
      label: ['计算完成', 'Computed'],
      from: [batchStatusCodes.computing],
      to: ({ resumeAt }) => resumeAt ?? batchStatusCodes.released,
      by: 'job',
      set: (_row, _input, { now }) => ({ calcTime: now }),
    },
    failed: {
      label: ['计算失败', 'Not computed'],
      from: [batchStatusCodes.computing],
      to: ({ resumeAt }) => resumeAt ?? batchStatusCodes.released,
      by: 'job',
      form: { calcFault: f.note(['原因', 'Why']).required().max(500) },
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
    show: {
      label: ['公示', 'Open for appeals'],
      from: [batchStatusCodes.released],
      to: batchStatusCodes.shown,
      guard: {
        fields: ['calcTime', 'unjudged'],
        check: ({ calcTime, unjudged }) => {
          if (!calcTime) return ['请先计算', 'Compute it first'];
          return (unjudged ?? 0) > 0 ? suggestionsOpenText : null;
        },
        told: true,
      },
      form: {
        publicEnd: f
          .time(['公示（申诉）截止', 'Appeals until'])
          .required()
          .help([
            '公示后院系不再建议等级，被考核人可提出申诉',
            'Colleges can no longer suggest grades, and people may appeal',
          ]),
      },
      faults: (_row, { publicEnd }, { now }) =>
        (publicEnd ?? now) > now
          ? []
          : [
              {
                path: 'publicEnd',
                message: ['截止时间应晚于现在', 'The closing time must be in the future'],
              },
            ],
      done: ['已公示', 'Open for appeals'],
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
        '确认后考核结果锁定，不能再改，确定？',
        'The results will be locked and cannot be changed. Confirm them?',
      ],
      guard: {
        fields: ['openAppeals', 'unjudged'],
        check: ({ openAppeals, unjudged }, { facts: { scores } }) => {
          if ((openAppeals ?? 0) > 0) {
            return ['还有未处理的申诉', 'Some appeals are not decided yet'];
          }
          if ((unjudged ?? 0) > 0) return suggestionsOpenText;
          return scores.every(({ status }) => status === batchStatusCodes.confirmed)
            ? null
            : ['引用的计分批次尚未确认', 'A referenced scoring batch is not confirmed yet'];
        },
        told: true,
      },
      starts: movesResults('lock'),
      done: ['已确认，结果已锁定', 'Confirmed; the results are locked'],
    },
    withdraw: {
      label: ['撤回', 'Withdraw'],
      from: [batchStatusCodes.released, batchStatusCodes.shown],
      to: batchStatusCodes.withdrawn,
      ask: ['撤回后结果不再可见，确定撤回？', 'The results will no longer be shown. Withdraw it?'],
      call: 'recall',
      danger: true,
    },
    annul: {
      label: ['作废', 'Void'],
      from: [batchStatusCodes.confirmed],
      to: batchStatusCodes.void,
      form: { reason: f.reason(['作废原因', 'Reason']) },
      starts: movesResults('unlock'),
      call: 'invalidate',
      danger: true,
    },
  },
  access: {
    read: anyScope(
      permission('abatch'),
      withCode(
        'status',
        batchStatusCodes.released,
        batchStatusCodes.shown,
        batchStatusCodes.deciding,
        batchStatusCodes.confirmed,
      ),
    ),
    write: permission('abatch_edit'),
    pageless: true,
  },
  views: {
    all: {
      label: ['考核批次', 'Assessment batches'],
      code: 'abatch',
      path: '/score/assessBatch',
      icon: 'BarChartOutlined',
      scope: everyone(),
      menu: ['scoreAssess', 2],
      grants: { rd_admin: 'all', rd_leader: readerActions },
      actions: [
        'add',
        'edit',
        'view',
        'delete',
        'release',
        'calc',
        'halt',
        'show',
        'confirm',
        'withdraw',
        'annul',
        'export',
        'history',
      ],
    },
  },
  specimen: () => ({ year: 2025, startDate: '2025-01-01', endDate: '2025-12-31' }),
});
