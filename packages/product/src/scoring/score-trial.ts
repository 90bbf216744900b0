import { everyone, permission, withCode } from '@keyan/kernel/access/scope.ts';
import { f } from '@keyan/kernel/definition/field/field.ts';
import { recordNamedBy } from '@keyan/kernel/definition/life/fact.ts';
import { defineResource } from '@keyan/kernel/definition/resource.ts';
import { fill } from '@keyan/kernel/label.ts';
import { readerActions } from '../shared/grants.ts';
import { batchStatusCodes, trialStatusCodes } from './dictionaries.ts';
import { scoreBatch, scoreNorm, scoreTrial as trial } from './faces.ts';
import { trialScoresLedger } from './ledgers.ts';

/**
 * 计分试算: scores that a norm or draft norm would give in an existing batch; results are not
 * changed.
 */
export const scoreTrial = defineResource({
  key: 'scoreTrial',
  label: trial.label,
  words: { plural: ['计分试算', 'What-if computations'], add: ['新建试算', 'New what-if'] },
  path: 'kh-edu-research/scoreTrial',
  scarce: { records: 'few', because: 'a norm is tried a few times before it is released' },
  title: 'trialName',
  fields: {
    ...trial.fields,
    normId: f.ref(['试算的计分标准', 'Norm to try'], scoreNorm).required(),
    batchId: f
      .ref(['对照的计分批次', 'Compared with'], scoreBatch)
      .required()
      .among(
        withCode(
          'status',
          batchStatusCodes.shown,
          batchStatusCodes.deciding,
          batchStatusCodes.confirmed,
        ),
      ),
    description: f.note(['说明', 'Remarks']).max(1000),
    calcTime: f.time(['最近计算时间', 'Computed']).computed(),
    calcFault: f.note(['计算未完成的原因', 'Why it was not computed']).max(500).computed(),
    beforeTotal: f.decimal(['原总分', 'Total before'], 2).balance(trialScoresLedger, 'before'),
    afterTotal: f.decimal(['试算总分', 'Total after'], 2).balance(trialScoresLedger, 'after'),
    winners: f.integer(['增加人数', 'People who gain']).balance(trialScoresLedger, 'winners'),
    losers: f.integer(['减少人数', 'People who lose']).balance(trialScoresLedger, 'losers'),
  },
  facts: { norm: recordNamedBy('normId', scoreNorm), batch: recordNamedBy('batchId', scoreBatch) },
  list: {
    columns: [
      'status',
      'trialName',
      'normId',
      'batchId',
      'beforeTotal',
      'afterTotal',
      'winners',
      'losers',
      'calcTime',
    ],
    filters: ['trialName', 'normId', 'batchId', 'status'],
    sort: '-createTime',
  },
  form: [
    {
      key: 'trial',
      title: ['试算', 'What-if'],
      note: [
        '用所选标准重算该批次的成果，只作比较，不改变任何结果',
        'Recomputes the outputs of the batch with the chosen norm, for comparison only; no result changes',
      ],
      fields: ['trialName', 'normId', 'batchId', 'description'],
    },
    {
      key: 'outcome',
      title: ['试算结果', 'Outcome'],
      fields: [],
      shown: ['calcTime', 'calcFault', 'beforeTotal', 'afterTotal', 'winners', 'losers'],
    },
  ],
  validators: [
    {
      fields: ['normId', 'batchId'],
      check: (_row, { facts: { norm, batch } }) => {
        const year = batch?.batchYear ?? null;
        return norm?.normYear && year !== null && year < norm.normYear - 3
          ? fill(['该标准与 {year} 年度相差过远', 'The norm is too far from {year}'], { year })
          : null;
      },
    },
  ],
  states: {
    field: 'status',
    initial: trialStatusCodes.draft,
    editable: [trialStatusCodes.draft, trialStatusCodes.done],
  },
  actions: {
    calc: {
      label: ['开始试算', 'Compute'],
      from: [trialStatusCodes.draft, trialStatusCodes.done],
      to: trialStatusCodes.computing,
      set: () => ({ calcFault: null }),
      starts: {
        job: 'compute-trial',
        label: ['计分试算', 'Compute a what-if'],
        ends: { done: 'computed', failed: 'failed', reason: 'calcFault' },
      },
      done: ['已开始试算', 'Computing'],
    },
    computed: {
      label: ['试算完成', 'Computed'],
      from: [trialStatusCodes.computing],
      to: trialStatusCodes.done,
      by: 'job',
      set: (_row, _input, { now }) => ({ calcTime: now }),
    },
    failed: {
      label: ['试算失败', 'Not computed'],
      from: [trialStatusCodes.computing],
      to: trialStatusCodes.draft,
      by: 'job',
      form: { calcFault: f.note(['原因', 'Why']).required().max(500) },
    },
    halt: {
      label: ['停止', 'Stop'],
      from: [trialStatusCodes.computing],
      to: trialStatusCodes.draft,
      ask: ['停止后可重新试算，确定停止？', 'It can be computed again afterwards. Stop it?'],
    },
  },
  access: { read: permission('strial'), write: permission('strial_edit') },
  views: {
    all: {
      label: ['计分试算', 'What-if'],
      code: 'strial',
      path: '/score/trial',
      icon: 'ControlOutlined',
      scope: everyone(),
      menu: ['scoreRules', 4],
      grants: { rd_admin: 'all', rd_achieve: 'all', rd_leader: readerActions },
      actions: ['add', 'edit', 'view', 'delete', 'calc', 'halt', 'export', 'history'],
    },
  },
});
