import { permission } from '@keyan/kernel/access/scope.ts';
import { f } from '@keyan/kernel/definition/field/field.ts';
import { defineResource } from '@keyan/kernel/definition/resource.ts';
import { minus } from '@keyan/kernel/values/amounts.ts';
import { readerActions } from '../shared/grants.ts';
import { workingFields } from '../shared/mechanisms/working.ts';
import { dept, user } from '../shared/references/refs.ts';
import { scoreObject } from './dictionaries.ts';
import { scoreTrial as trial } from './faces.ts';

/** 试算明细: trial and current score of one person for one output, with both rules. */
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
    scoreObject: f.dict(['对象', 'Output type'], scoreObject).computed(),
    title: f.text(['成果', 'Title']).max(300).computed().searchable(),
    beforeRule: f.text(['原规则', 'Rule before']).max(100).computed(),
    afterRule: f.text(['试算规则', 'Rule after']).max(100).computed(),
    beforeScore: f.decimal(['原得分', 'Before'], 2).computed(),
    afterScore: f.decimal(['试算得分', 'After'], 2).computed(),
    change: f.decimal(['增减', 'Change'], 2).computed(),
    ...workingFields(500),
    working: f.note(['试算过程', 'Working']).max(500).computed(),
  },
  derived: { within: 'trialId', by: ['bizId', 'userId'] },
  compute: ({ beforeScore, afterScore }) => ({ change: minus(afterScore, beforeScore) }),
  list: {
    columns: [
      'title',
      'userId',
      'beforeScore',
      'afterScore',
      'change',
      'scoreObject',
      'fkDeptId',
      'beforeRule',
      'afterRule',
      'trialId',
    ],
    filters: ['trialId', 'userId', 'fkDeptId', 'scoreObject', 'change'],
    sort: '-change',
    totals: ['beforeScore', 'afterScore', 'change'],
    totalsWithin: 'trialId',
  },
  form: [
    {
      key: 'output',
      title: ['试算明细', 'What-if'],
      fields: ['title', 'scoreObject', 'bizId', 'userId', 'fkDeptId', 'trialId'],
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
      icon: 'FileTextOutlined',
      scope: permission('strial'),
      menu: ['scoreRules', 6],
      grants: { rd_admin: 'all', rd_achieve: 'all', rd_leader: readerActions },
      actions: ['view', 'export', 'history'],
    },
  },
});
