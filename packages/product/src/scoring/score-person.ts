import { permission } from '@keyan/kernel/access/scope.ts';
import { f } from '@keyan/kernel/definition/field/field.ts';
import { defineResource } from '@keyan/kernel/definition/resource.ts';
import { readerActions } from '../shared/grants.ts';
import { dept, user } from '../shared/references/refs.ts';
import { personalScore } from './access.ts';
import { scoreBatch } from './faces.ts';
import { pointsLedger } from './ledgers.ts';

/** 个人得分: total score of a person in a batch. */
export const scorePerson = defineResource({
  key: 'scorePerson',
  label: ['个人得分', 'Individual score'],
  words: { plural: ['个人得分', 'Individual scores'] },
  path: 'kh-edu-research/scorePerson',
  title: 'personName',
  fields: {
    batchId: f
      .ref(['计分批次', 'Batch'], scoreBatch)
      .computed()
      .listed(['个人得分', 'Individual scores']),
    userId: f.ref(['人员', 'Person'], user).computed(),
    personName: f.text(['姓名', 'Name']).max(50).computed().searchable('names'),
    jobNum: f.text(['工号', 'Staff no.']).max(20).computed().searchable(),
    fkDeptId: f.ref(['部门', 'Department'], dept).computed(),
    // Copied from the batch, so that statistics can sum the scores of a year.
    scoreYear: f.year(['年度', 'Year']).computed(),
    outputCount: f
      .integer(['得分条目', 'Scores'])
      .balance(pointsLedger, 'outputs', { owner: 'batchId', subaccount: 'userId' }),
    totalScore: f
      .decimal(['总分', 'Total'], 2)
      .balance(pointsLedger, 'score', { owner: 'batchId', subaccount: 'userId' }),
  },
  derived: {
    within: 'batchId',
    by: ['userId'],
    // Kept as long as the person has a locked result.
    kept: { fields: ['outputCount'], check: ({ outputCount }) => (outputCount ?? 0) > 0 },
  },
  effects: ({ during, post }) => [
    during(
      'approved',
      post(pointsLedger, ({ batchId, userId }) =>
        batchId && userId ? [{ owner: batchId, userId, persons: 1 }] : [],
      ),
    ),
  ],
  list: {
    columns: ['personName', 'jobNum', 'fkDeptId', 'outputCount', 'totalScore', 'batchId'],
    filters: ['scoreYear', 'batchId', 'userId', 'fkDeptId', 'totalScore'],
    sort: 'jobNum',
    totals: ['outputCount', 'totalScore'],
    totalsWithin: 'batchId',
  },
  form: [
    {
      key: 'person',
      title: ['个人得分', 'Score'],
      fields: [
        'personName',
        'jobNum',
        'fkDeptId',
        'batchId',
        'scoreYear',
        'outputCount',
        'totalScore',
      ],
    },
  ],
  access: { read: personalScore(), write: permission('sresult_adjust') },
  views: {
    all: {
      label: ['个人得分', 'Individual scores'],
      code: 'sperson',
      path: '/score/person',
      icon: 'TeamOutlined',
      scope: personalScore(),
      menu: ['scoreYear', 2],
      grants: {
        rd_admin: 'all',
        rd_achieve: 'all',
        rd_leader: readerActions,
        dept_secretary: readerActions,
        dept_leader: readerActions,
        school_leader: readerActions,
      },
      actions: ['view', 'export', 'history'],
    },
  },
});
