import {
  anyScope,
  everyScope,
  own,
  permission,
  throughReference,
} from '@keyan/kernel/access/scope.ts';
import { f } from '@keyan/kernel/definition/field/field.ts';
import { recordNamedBy } from '@keyan/kernel/definition/life/fact.ts';
import { defineResource } from '@keyan/kernel/definition/resource.ts';
import { yuan } from '../shared/formats/yuan.ts';
import { readerActions } from '../shared/grants.ts';
import { workingFields } from '../shared/mechanisms/working.ts';
import { dept, user } from '../shared/references/refs.ts';
import { paymentStatusCodes, rewardStatusCodes, scoreObject } from './dictionaries.ts';
import { scoreRewardDetail as detail, scoreResult, scoreReward } from './faces.ts';
import { rewardsLedger } from './ledgers.ts';

const office = permission('rewarddetail');

/** 奖励明细: amount of one person for one output with its explanation, written by the computation. */
export const rewardDetail = defineResource({
  key: 'scoreRewardDetail',
  label: detail.label,
  words: { plural: ['奖励明细', 'Reward details'] },
  path: 'kh-edu-research/scoreRewardDetail',
  scarce: { records: 'few', because: 'papers are not rewarded, and other outputs are few' },
  title: 'title',
  fields: {
    ...detail.fields,
    resultId: f.ref(['计分结果', 'Score'], scoreResult).computed(),
    userId: f.ref(['人员', 'Person'], user).computed(),
    personName: f.text(['姓名', 'Name']).max(50).computed().searchable('names'),
    jobNum: f.text(['工号', 'Staff no.']).max(20).computed().searchable(),
    fkDeptId: f.ref(['部门', 'Department'], dept).computed(),
    scoreObject: f.dict(['对象', 'Output type'], scoreObject).computed(),
    title: f.text(['成果', 'Title']).max(300).computed().searchable(),
    score: f.decimal(['分值', 'Score'], 2).computed(),
    dueAmount: yuan('按规则金额', 'Amount by rule').computed(),
    manualAmount: yuan('手工金额', 'Manual amount').computed(),
    amount: yuan('金额', 'Amount').computed(),
    ...workingFields(500),
    reason: f.note(['调整原因', 'Reason']).max(300).computed(),
  },
  facts: { reward: recordNamedBy('rewardId', scoreReward) },
  derived: {
    within: 'rewardId',
    by: ['resultId'],
    kept: { fields: ['manualAmount'], check: ({ manualAmount }) => manualAmount !== null },
    nothing: { dueAmount: '0.00', working: '—', workingEn: '—' },
  },
  compute: ({ dueAmount, manualAmount }) => ({ amount: manualAmount ?? dueAmount }),
  list: {
    columns: [
      'title',
      'personName',
      'amount',
      'score',
      'fkDeptId',
      'scoreObject',
      'jobNum',
      'dueAmount',
      'manualAmount',
      'rewardId',
      'status',
    ],
    filters: ['rewardId', 'userId', 'fkDeptId', 'scoreObject', 'amount', 'status'],
    sort: '-amount',
    totals: ['amount'],
    totalsWithin: 'rewardId',
    uncounted: [paymentStatusCodes.void, paymentStatusCodes.recovered],
  },
  form: [
    {
      key: 'detail',
      title: ['奖励明细', 'Detail'],
      fields: ['title', 'personName', 'jobNum', 'fkDeptId', 'scoreObject', 'resultId', 'rewardId'],
    },
    {
      key: 'amount',
      title: ['金额', 'Amount'],
      fields: ['score', 'dueAmount', 'working', 'manualAmount', 'reason', 'amount'],
    },
  ],
  states: { field: 'status', initial: paymentStatusCodes.standing, editable: [] },
  actions: {
    adjust: {
      label: ['调整金额', 'Adjust amount'],
      from: [paymentStatusCodes.standing],
      by: office,
      form: {
        manualAmount: yuan('金额', 'Amount').between(0, 99_999_999).required(),
        reason: f.reason(['调整原因', 'Reason']).max(300),
      },
      guard: {
        fields: ['rewardId'],
        check: (_row, { facts: { reward } }) =>
          reward?.status === rewardStatusCodes.generated
            ? null
            : [
                '奖励批次已提交，不能再调整',
                'The reward batch has been submitted and can no longer be adjusted',
              ],
        told: true,
      },
      done: ['已调整', 'Adjusted'],
    },
    annul: {
      label: ['作废', 'Void'],
      from: [paymentStatusCodes.standing],
      to: paymentStatusCodes.void,
      by: 'job',
    },
    recover: {
      label: ['追回', 'Recover'],
      from: [paymentStatusCodes.standing],
      to: paymentStatusCodes.recovered,
      by: 'effect',
    },
  },
  effects: ({ during, post }) => [
    during(
      [paymentStatusCodes.standing, paymentStatusCodes.void],
      post(rewardsLedger, ({ rewardId, userId, amount }) =>
        rewardId && userId ? [{ owner: rewardId, userId, amount: amount ?? '0', details: 1 }] : [],
      ),
    ),
  ],
  access: {
    read: anyScope(office, everyScope(throughReference('rewardId'), own('userId'))),
    write: permission('rewarddetail_adjust'),
  },
  views: {
    mine: {
      label: ['我的奖励', 'My rewards'],
      code: 'myreward',
      path: '/score/myReward',
      icon: 'TrophyOutlined',
      scope: own('userId'),
      menu: ['scoreOwn', 4],
      grants: { teacher: readerActions },
      actions: ['view', 'export', 'history'],
    },
    all: {
      label: ['奖励明细', 'Reward details'],
      code: 'rewarddetail',
      path: '/score/rewardDetail',
      icon: 'CarryOutOutlined',
      scope: office,
      menu: ['scorePaid', 2],
      grants: {
        rd_admin: 'all',
        rd_achieve: 'all',
        rd_leader: readerActions,
        finance: readerActions,
      },
      actions: ['view', 'adjust', 'export', 'history'],
    },
  },
});
