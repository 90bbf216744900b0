import { any, every, notAmong, own, permission } from '@keyan/kernel/access/scope.ts';
import { f } from '@keyan/kernel/definition/field/field.ts';
import { after, before } from '@keyan/kernel/definition/life/due.ts';
import { defineResource, type Row } from '@keyan/kernel/definition/resource.ts';
import { user } from '../shared/refs.ts';
import { conflictType, openTasks, reviewStatus, tasks } from './dictionaries.ts';
import {
  expert,
  reviewTask as face,
  myReviews,
  reviewItem,
  reviewMessage,
  reviewSet,
  reviewSheet,
} from './faces.ts';

/** The office that arranges reviews, without the parties of the record. */
const office = every(permission('rprogress'), notAmong('parties'));

/** Nobody reads off the wire whom a record names: the code is granted to no role. */
const partiesCode = 'reviewTask_parties';

/** Days before the deadline on which an expert is reminded. */
const remindDays = [3, 1] as const;

/** 评审任务: what one expert is to say about one record. The office makes it, the expert fills it in. */
export const reviewTask = defineResource({
  key: 'reviewTask',
  label: face.label,
  words: { plural: ['评审任务', 'Review tasks'] },
  path: 'kh-edu-research/reviewTask',
  title: 'title',
  fields: {
    title: f.text(['名称', 'Title']).max(300).computed().searchable(),
    setId: f.ref(['评审', 'Review'], reviewSet).computed().listed(['评审进度', 'Progress']),
    itemId: f.ref(['评审对象', 'Record'], reviewItem).computed().listed(['各专家评分', 'Scores']),
    // `***` where the review is blind both ways.
    applicant: f.text(['申请人', 'Applicant']).max(50).computed(),
    unit: f.text(['院系', 'Department']).max(100).computed(),
    // Ids of everybody whom the record names, which no expert may read.
    parties: f.text(['当事人', 'Parties']).max(4000).computed().secret(partiesCode),
    expertId: f.ref(['专家', 'Expert'], expert).computed(),
    userId: f.ref(['专家账号', 'Account'], user).computed(),
    assignTime: f.time(['分配时间', 'Assigned']).computed(),
    endTime: f.time(['截止时间', 'Deadline']).computed(),
    minWords: f.integer(['意见最少字数', 'Shortest opinion']).computed(),
    scores: f
      .rows(['指标得分', 'Scores'], {
        sort: f.integer(['序号', 'Order']),
        itemName: f.text(['指标', 'Criterion']).max(100),
        weight: f.integer(['分值', 'Points']),
        standard: f.text(['评分标准', 'Standard']).max(500),
        score: f.decimal(['得分', 'Score'], 2).between(0, 100),
      })
      .computed(),
    totalScore: f.decimal(['总分', 'Total'], 2).computed(),
    comment: f.note(['综合意见', 'Overall comment']).max(2000).computed(),
    conflict: f.dict(['回避情形', 'Conflict'], conflictType).computed(),
    declineReason: f.text(['回避说明', 'Why declined']).max(300).computed(),
    backReason: f.text(['退回原因', 'Why returned']).max(300).computed(),
    handInTime: f.time(['提交时间', 'Submitted at']).computed(),
    status: f.dict(['状态', 'Status'], reviewStatus).computed().initial(tasks.open),
  },
  // What experts say is counted for the whole review, one after the other.
  lockedBehind: 'setId',
  states: { field: 'status', initial: tasks.open, editable: [] },
  actions: {
    keep: {
      label: ['暂存评审', 'Kept as a draft'],
      from: openTasks,
      to: tasks.kept,
      by: 'effect',
    },
    handIn: {
      label: ['提交评审', 'Review submitted'],
      from: openTasks,
      to: tasks.handedIn,
      by: 'effect',
    },
    decline: {
      label: ['申请回避', 'Decline'],
      from: openTasks,
      to: tasks.declined,
      by: own('userId'),
      form: {
        conflict: f.dict(['回避情形', 'Conflict'], conflictType).required(),
        declineReason: f.text(['说明', 'Reason']).max(300),
      },
      done: ['已回避，由科研处另行安排', 'Declined; the office asks somebody else'],
      danger: true,
    },
    giveBack: {
      label: ['退回重评', 'Return'],
      from: [tasks.handedIn],
      to: tasks.returned,
      by: office,
      form: { backReason: f.reason(['退回原因', 'Reason']).max(300) },
      done: ['已退回，专家会收到提醒', 'Returned; the expert has been told'],
    },
    replace: {
      label: ['更换专家', 'Ask another expert'],
      from: [...openTasks, tasks.declined, tasks.overdue],
      to: tasks.open,
      by: office,
      form: { expertId: f.ref(['专家', 'Expert'], expert).required() },
      done: ['已更换并通知专家', 'The other expert has been told'],
    },
    remind: {
      label: ['截止提醒', 'Reminded'],
      from: openTasks,
      by: before('endTime', ...remindDays),
    },
    expire: {
      label: ['超时', 'Overdue'],
      from: openTasks,
      to: tasks.overdue,
      by: after('endTime'),
    },
    extend: {
      label: ['延期', 'Extended'],
      from: openTasks,
      by: 'effect',
    },
    reopen: {
      label: ['延期重开', 'Extended and open again'],
      from: [tasks.overdue],
      to: ({ comment, totalScore }) => (comment || totalScore ? tasks.kept : tasks.open),
      by: 'effect',
      tells: [
        {
          type: reviewMessage,
          title: ['评审任务', 'To review'],
          content: ['【{title}】已延期，截止 {end}。', '“{title}”: extended; until {end}.'],
          words: ({ title, endTime }) => ({
            title: title ?? '',
            end: (endTime ?? '').slice(0, 16),
          }),
          to: [{ ids: ({ userId }) => [userId] }],
          link: { of: ({ id }) => `${reviewSheet}?id=${id}` },
        },
      ],
    },
    cancel: {
      label: ['取消', 'Cancelled'],
      from: reviewStatus.entries.flatMap(({ code }) => (code === tasks.cancelled ? [] : [code])),
      to: tasks.cancelled,
      by: 'effect',
    },
  },
  list: {
    columns: ['status', 'title', 'setId', 'expertId', 'totalScore', 'endTime', 'handInTime'],
    filters: ['title', 'setId', 'expertId', 'endTime', 'status'],
    sort: '-createTime',
  },
  form: [
    {
      key: 'task',
      title: ['评审任务', 'Task'],
      fields: ['setId', 'applicant', 'unit', 'expertId', 'assignTime', 'endTime'],
    },
    {
      key: 'opinion',
      title: ['评审意见', 'Comments'],
      fields: ['scores', 'totalScore', 'comment', 'handInTime'],
    },
    {
      key: 'course',
      title: ['回避与退回', 'Declined or returned'],
      fields: ['conflict', 'declineReason', 'backReason'],
    },
  ],
  access: { read: any(own('userId'), office), write: any(own('userId'), office) },
  views: {
    mine: {
      label: ['我的评审', 'My reviews'],
      code: 'mytask',
      path: myReviews,
      note: ['分给我的评审任务', 'What I am to judge'],
      scope: own('userId'),
      columns: ['status', 'title', 'setId', 'applicant', 'unit', 'totalScore', 'endTime'],
      icon: 'CheckSquareOutlined',
      menu: ['review', 4],
      grants: { expert: ['view', 'decline'] },
      actions: ['view', 'decline'],
    },
    progress: {
      label: ['评审进度', 'Progress of reviews'],
      code: 'rprogress',
      path: '/review/progress',
      note: ['各专家的评审任务', 'What each expert is to judge'],
      scope: office,
      icon: 'CarryOutOutlined',
      menu: ['review', 2],
      grants: { rd_admin: 'all', rd_project: 'all', rd_achieve: 'all' },
      rights: [{ code: partiesCode, label: ['查看当事人', 'See the parties'], roles: [] }],
      actions: ['view', 'giveBack', 'replace', 'export', 'history'],
    },
  },
});

export type ReviewTask = Row<typeof reviewTask>;
export type ScoreLine = NonNullable<ReviewTask['scores']>[number];
