import { coded, everyone, permission } from '@keyan/kernel/access/scope.ts';
import { of } from '@keyan/kernel/definition/fact.ts';
import { f } from '@keyan/kernel/definition/field.ts';
import { defineResource } from '@keyan/kernel/definition/resource.ts';
import { fill } from '@keyan/kernel/label.ts';
import { minus } from '@keyan/kernel/values/amounts.ts';
import { reader } from '../shared/grants.ts';
import { ranks } from '../shared/national.ts';
import { dept, user } from '../shared/refs.ts';
import { batches, scoreObject, trials } from './dictionaries.ts';
import { scoreBatch, scoreNorm, scoreTrial as trial } from './faces.ts';
import { tried } from './ledgers.ts';

const change = f.decimal(['增减', 'Change'], 2).computed();

/** 计分试算: what a norm, also a draft, would have given in a batch that stands; results stay as they are. */
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
      .among(coded('status', batches.shown, batches.deciding, batches.confirmed)),
    description: f.note(['说明', 'Remarks']).max(1000),
    calcTime: f.time(['最近计算时间', 'Computed']).computed(),
    calcFault: f.note(['计算未完成的原因', 'Why it was not computed']).max(500).computed(),
    beforeTotal: f.decimal(['原总分', 'Total before'], 2).balance(tried, 'before'),
    afterTotal: f.decimal(['试算总分', 'Total after'], 2).balance(tried, 'after'),
    winners: f.integer(['增加人数', 'People who gain']).balance(tried, 'winners'),
    losers: f.integer(['减少人数', 'People who lose']).balance(tried, 'losers'),
  },
  facts: { norm: of('normId', scoreNorm), batch: of('batchId', scoreBatch) },
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
        'The outputs of the batch are scored by this norm, to compare; no result changes',
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
  states: { field: 'status', initial: trials.draft, editable: [trials.draft, trials.done] },
  actions: {
    calc: {
      label: ['开始试算', 'Compute'],
      from: [trials.draft, trials.done],
      to: trials.computing,
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
      from: [trials.computing],
      to: trials.done,
      by: 'job',
      set: (_row, _input, { now }) => ({ calcTime: now }),
    },
    failed: {
      label: ['试算失败', 'Not computed'],
      from: [trials.computing],
      to: trials.draft,
      by: 'job',
      form: { calcFault: f.note(['原因', 'Why']).required().max(500) },
    },
    halt: {
      label: ['停止', 'Stop'],
      from: [trials.computing],
      to: trials.draft,
      ask: ['停止后可重新试算，确定停止？', 'It can be computed again then. Stop it?'],
    },
  },
  access: { read: permission('strial'), write: permission('strial_edit') },
  views: {
    all: {
      label: ['计分试算', 'What-if'],
      code: 'strial',
      path: '/score/trial',
      icon: 'ExperimentOutlined',
      scope: everyone(),
      menu: ['score', 19],
      grants: { rd_admin: 'all', rd_achieve: 'all', rd_leader: reader },
      actions: ['add', 'edit', 'view', 'delete', 'calc', 'halt', 'export', 'history'],
    },
  },
});

/** 试算对比: what one person would get, and got. */
export const trialPerson = defineResource({
  key: 'scoreTrialPerson',
  label: ['试算对比', 'What-if of a person'],
  words: { plural: ['试算对比', 'What-if by person'] },
  path: 'kh-edu-research/scoreTrialPerson',
  scarce: { records: 'few', because: 'as many as there are people with a score' },
  title: 'personName',
  fields: {
    trialId: f.ref(['计分试算', 'What-if'], trial).computed().listed(['人员对比', 'People']),
    userId: f.ref(['人员', 'Person'], user).computed(),
    personName: f.text(['姓名', 'Name']).max(50).computed().searchable('names'),
    jobNum: f.text(['工号', 'Staff no.']).max(20).computed().searchable(),
    fkDeptId: f.ref(['部门', 'Department'], dept).computed(),
    ranks: f.dict(['职称', 'Rank'], ranks).computed(),
    age: f.integer(['年龄', 'Age']).computed(),
    subject: f.text(['学科代码', 'Discipline code']).max(20).computed(),
    beforeScore: f.decimal(['原得分', 'Before'], 2).computed(),
    afterScore: f.decimal(['试算得分', 'After'], 2).computed(),
    change,
  },
  derived: { within: 'trialId', by: ['userId'] },
  compute: ({ beforeScore, afterScore }) => ({ change: minus(afterScore, beforeScore) }),
  effects: ({ during, post }) => [
    during(
      'approved',
      post(tried, ({ trialId, userId, beforeScore, afterScore }) => {
        if (!trialId || !userId) return [];
        const more = minus(afterScore, beforeScore);
        return [
          {
            owner: trialId,
            userId,
            before: beforeScore ?? '0',
            after: afterScore ?? '0',
            winners: more.startsWith('-') || Number(more) === 0 ? 0 : 1,
            losers: more.startsWith('-') ? 1 : 0,
          },
        ];
      }),
    ),
  ],
  list: {
    columns: [
      'personName',
      'jobNum',
      'fkDeptId',
      'ranks',
      'age',
      'beforeScore',
      'afterScore',
      'change',
      'trialId',
    ],
    filters: ['trialId', 'userId', 'fkDeptId', 'ranks', 'age', 'change'],
    sort: '-change',
    totals: ['beforeScore', 'afterScore', 'change'],
  },
  form: [
    {
      key: 'person',
      title: ['试算对比', 'What-if'],
      fields: ['personName', 'jobNum', 'fkDeptId', 'ranks', 'age', 'subject', 'trialId'],
    },
    { key: 'score', title: ['得分', 'Score'], fields: ['beforeScore', 'afterScore', 'change'] },
  ],
  access: { read: permission('strial'), write: permission('strial_edit') },
  views: {
    all: {
      label: ['试算人员对比', 'What-if by person'],
      code: 'strialperson',
      path: '/score/trialPerson',
      icon: 'TeamOutlined',
      scope: permission('strial'),
      menu: ['score', 20],
      grants: { rd_admin: 'all', rd_achieve: 'all', rd_leader: reader },
      actions: ['view', 'export', 'history'],
    },
  },
});

/** 试算明细: what one person would get for one output, and got, each with its rule. */
export const trialResult = defineResource({
  key: 'scoreTrialResult',
  label: ['试算明细', 'What-if of an output'],
  words: { plural: ['试算明细', 'What-if by output'] },
  path: 'kh-edu-research/scoreTrialResult',
  title: 'title',
  fields: {
    trialId: f.ref(['计分试算', 'What-if'], trial).computed().listed(['成果对比', 'Outputs']),
    userId: f.ref(['人员', 'Person'], user).computed(),
    fkDeptId: f.ref(['部门', 'Department'], dept).computed(),
    bizId: f.text(['成果记录', 'Record']).max(20).computed(),
    scoreObject: f.dict(['对象', 'Output'], scoreObject).computed(),
    title: f.text(['成果', 'Title']).max(300).computed().searchable(),
    beforeRule: f.text(['原规则', 'Rule before']).max(100).computed(),
    afterRule: f.text(['试算规则', 'Rule after']).max(100).computed(),
    beforeScore: f.decimal(['原得分', 'Before'], 2).computed(),
    afterScore: f.decimal(['试算得分', 'After'], 2).computed(),
    change,
    working: f.note(['试算过程', 'Working']).max(500).computed(),
  },
  derived: { within: 'trialId', by: ['bizId', 'userId'] },
  compute: ({ beforeScore, afterScore }) => ({ change: minus(afterScore, beforeScore) }),
  list: {
    columns: [
      'title',
      'scoreObject',
      'userId',
      'fkDeptId',
      'beforeRule',
      'beforeScore',
      'afterRule',
      'afterScore',
      'change',
      'trialId',
    ],
    filters: ['trialId', 'userId', 'fkDeptId', 'scoreObject', 'change'],
    sort: '-change',
    totals: ['beforeScore', 'afterScore', 'change'],
  },
  form: [
    {
      key: 'output',
      title: ['试算明细', 'What-if'],
      fields: ['title', 'scoreObject', 'userId', 'fkDeptId', 'trialId'],
    },
    {
      key: 'score',
      title: ['得分', 'Score'],
      fields: ['beforeRule', 'beforeScore', 'afterRule', 'afterScore', 'change', 'working'],
    },
  ],
  access: { read: permission('strial'), write: permission('strial_edit') },
  views: {
    all: {
      label: ['试算成果对比', 'What-if by output'],
      code: 'strialresult',
      path: '/score/trialResult',
      icon: 'FileSearchOutlined',
      scope: permission('strial'),
      menu: ['score', 21],
      grants: { rd_admin: 'all', rd_achieve: 'all', rd_leader: reader },
      actions: ['view', 'export', 'history'],
    },
  },
});
