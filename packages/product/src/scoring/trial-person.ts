import { permission } from '@keyan/kernel/access/scope.ts';
import { f } from '@keyan/kernel/definition/field/field.ts';
import { defineResource } from '@keyan/kernel/definition/resource.ts';
import { minus } from '@keyan/kernel/values/amounts.ts';
import { discipline, ranks } from '../shared/formats/national.ts';
import { readerActions } from '../shared/grants.ts';
import { dept, user } from '../shared/references/refs.ts';
import { scoreTrial as trial } from './faces.ts';
import { trialScoresLedger } from './ledgers.ts';

/** 试算对比: trial and current total of one person. */
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
    subject: f.dict(['一级学科', 'Discipline'], discipline).computed(),
    beforeScore: f.decimal(['原得分', 'Before'], 2).computed(),
    afterScore: f.decimal(['试算得分', 'After'], 2).computed(),
    change: f.decimal(['增减', 'Change'], 2).computed(),
  },
  derived: { within: 'trialId', by: ['userId'] },
  compute: ({ beforeScore, afterScore }) => ({ change: minus(afterScore, beforeScore) }),
  effects: ({ during, post }) => [
    during(
      'approved',
      post(trialScoresLedger, ({ trialId, userId, beforeScore, afterScore }) => {
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
      'fkDeptId',
      'beforeScore',
      'afterScore',
      'change',
      'jobNum',
      'ranks',
      'subject',
      'age',
      'trialId',
    ],
    filters: ['trialId', 'userId', 'fkDeptId', 'ranks', 'subject', 'age', 'change'],
    sort: '-change',
    totals: ['beforeScore', 'afterScore', 'change'],
    totalsWithin: 'trialId',
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
      menu: ['scoreRules', 5],
      grants: { rd_admin: 'all', rd_achieve: 'all', rd_leader: readerActions },
      actions: ['view', 'export', 'history'],
    },
  },
});
