import { coded, permission } from '@keyan/kernel/access/scope.ts';
import { f } from '@keyan/kernel/definition/field/field.ts';
import { defineResource } from '@keyan/kernel/definition/resource.ts';
import { fill } from '@keyan/kernel/label.ts';
import { minutesBetween } from '../shared/dates.ts';
import { yesNo } from '../shared/dictionaries.ts';
import { allTo } from '../shared/grants.ts';
import { dept } from '../shared/refs.ts';
import { eachOnce, unlessPast } from '../shared/rules.ts';
import { answersAlways, type CallField, reviewCalls } from './calls.ts';
import { addUpTo100, criteria } from './criteria.ts';
import { blindMode, reviewMode, reviewStage, reviewTarget, stages } from './dictionaries.ts';
import { expert, reviewSet as face } from './faces.ts';
import { reviewMoves } from './review-moves.ts';

/** Minutes between two reminders of the same experts. */
const urgeMinutes = 10;

/** What the records of a review answer. The page of the call lists its reviews. */
const call = (name: CallField) => {
  const { label, face: target, targets, everyRecord } = reviewCalls[name];
  const asked = f
    .ref(label, target)
    .when(({ bizKind }) => (targets as readonly unknown[]).includes(bizKind))
    .listed(['评审', 'Reviews']);
  return everyRecord ? asked.required() : asked;
};

const fields = {
  ...face.fields,
  bizKind: f.dict(['评审对象', 'Target'], reviewTarget).required().initial('4'),
  planId: call('planId'),
  batchId: call('batchId'),
  noticeId: call('noticeId'),
  collegeId: f
    .ref(['所属院系', 'College'], dept)
    .when(({ bizKind }) => !answersAlways(String(bizKind)))
    .help(['不填表示全校', 'None means the whole university']),
  reviewMode: f.dict(['评审方式', 'Mode'], reviewMode).required().initial('1'),
  blindMode: f.dict(['盲评', 'Blind'], blindMode).required().initial('1'),
  expertPerItem: f
    .integer(['每项专家数', 'Experts per record'])
    .required()
    .between(1, 15)
    .initial(3),
  maxPerExpert: f.integer(['单专家上限', 'Most per expert']).between(1, 999),
  dropExtreme: f
    .dict(['去掉最高最低分', 'Without highest and lowest'], yesNo)
    .required()
    .initial('0'),
  minWords: f.integer(['意见最少字数', 'Shortest opinion']).between(0, 500).initial(10),
  endTime: f.time(['评审截止', 'Deadline']).required(),
  guide: f.note(['评审须知', 'Guide']).max(2000),
  criteria,
  experts: f
    .rows(['评审专家', 'Experts'], {
      expertId: f.ref(['专家', 'Expert'], expert).required().among(coded('status', '1')),
    })
    .required()
    .specimen(() => [{}]),
  status: f.dict(['阶段', 'Stage'], reviewStage).computed().initial(stages.draft),
  urgeTime: f.time(['最近催办', 'Last reminder']).computed(),
};

/**
 * 评审设置: one round in which experts judge the records that answer a notice or plan, with its criteria, its
 * experts and its deadline.
 */
export const reviewSet = defineResource({
  key: 'pssz',
  label: face.label,
  words: {
    plural: ['评审设置', 'Reviews'],
    add: ['新建评审', 'Set up a review'],
    edit: ['编辑评审', 'Edit review'],
  },
  table: 'review_set',
  path: 'kh-edu-research/pssz',
  scarce: { records: 'few', because: 'one review judges all that answers a call' },
  title: 'setName',
  fields,
  states: {
    field: 'status',
    initial: stages.draft,
    editable: [stages.draft, stages.withdrawn],
  },
  actions: {
    publish: {
      label: ['发起评审', 'Begin'],
      from: [stages.draft, stages.withdrawn],
      to: stages.open,
      ask: [
        '发起后按专家名单自动分配待评审的申报，并通知专家，确定发起？',
        'The waiting records are given to the experts, who are told. Begin?',
      ],
      guard: unlessPast('endTime', [
        '评审截止时间已过，请先修改',
        'The deadline has passed; change it first',
      ]),
      done: ['已分配并通知专家', 'Assigned; the experts have been told'],
    },
    assign: {
      label: ['补充分配', 'Assign what came since'],
      from: [stages.open],
      done: ['已分配', 'Assigned'],
    },
    urge: {
      label: ['催评', 'Remind'],
      from: [stages.open],
      guard: {
        fields: ['urgeTime'],
        check: ({ urgeTime }, { now }) =>
          urgeTime !== null && minutesBetween(urgeTime, now) < urgeMinutes
            ? fill(
                [
                  '催办过于频繁，请 {minutes} 分钟后再试',
                  'Reminded a moment ago; wait {minutes} minutes',
                ],
                { minutes: urgeMinutes },
              )
            : null,
      },
      set: (_row, _input, { now }) => ({ urgeTime: now }),
      done: ['已提醒未提交的专家', 'Those who have not handed in were reminded'],
    },
    ...reviewMoves,
    confirm: {
      label: ['确认结果', 'Confirm results'],
      from: [stages.open],
      to: stages.confirmed,
      call: 'ok',
      ask: [
        '确认后得分与排名写入申报，流程进入下一环节，不能再改，确定？',
        'Scores and ranks are written into the records, which go on. It is final. Confirm?',
      ],
      done: ['结果已确认，流程已继续', 'Confirmed; the processes go on'],
    },
  },
  list: {
    columns: [
      'status',
      'setName',
      'bizKind',
      'reviewMode',
      'blindMode',
      'expertPerItem',
      'endTime',
    ],
    filters: [
      'setName',
      'bizKind',
      ...(Object.keys(reviewCalls) as CallField[]),
      'reviewMode',
      'endTime',
      'status',
    ],
    sort: '-createTime',
  },
  form: [
    {
      key: 'about',
      title: ['评审对象', 'What is reviewed'],
      fields: [
        'setName',
        'bizKind',
        ...(Object.keys(reviewCalls) as CallField[]),
        'collegeId',
        'endTime',
      ],
    },
    {
      key: 'rules',
      title: ['评审规则', 'Rules'],
      fields: [
        'reviewMode',
        'blindMode',
        'expertPerItem',
        'maxPerExpert',
        'dropExtreme',
        'minWords',
        'guide',
      ],
    },
    {
      key: 'criteria',
      title: ['评分指标', 'Criteria'],
      note: [
        '分值合计 100；不填则用该类申报的默认指标',
        'A hundred points in all; left empty, those of the kind are used',
      ],
      fields: ['criteria'],
    },
    {
      key: 'experts',
      title: ['评审专家', 'Experts'],
      note: [
        '申报中的人员与同一院系的专家自动回避',
        'Nobody judges what names them or comes from their own department',
      ],
      fields: ['experts'],
    },
  ],
  validators: [
    addUpTo100,
    eachOnce('experts', 'expertId', ['专家重复', 'An expert is listed twice']),
    {
      fields: ['experts', 'expertPerItem'],
      check: ({ experts, expertPerItem }) =>
        expertPerItem !== null && (experts ?? []).length < expertPerItem
          ? ['专家人数少于每项专家数', 'There are fewer experts than each record needs']
          : null,
    },
  ],
  access: { read: permission('pssz'), write: permission('pssz_edit') },
  views: {
    all: {
      label: ['评审设置', 'Reviews'],
      code: 'pssz',
      path: '/review/pssz',
      note: [
        '为待评审的申报组织专家评审，确认后流程继续',
        'Experts judge the waiting records; once confirmed, their processes go on',
      ],
      scope: permission('pssz'),
      icon: 'FileTextOutlined',
      menu: ['review', 1],
      grants: allTo('rd_admin', 'rd_project', 'rd_achieve'),
      actions: [
        'add',
        'edit',
        'view',
        'delete',
        'publish',
        'assign',
        'urge',
        'extend',
        'withdraw',
        'confirm',
        'export',
        'history',
      ],
    },
  },
  specimen: () => ({ endTime: '2099-12-31 17:00:00', expertPerItem: 1 }),
});
