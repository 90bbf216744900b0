import {
  anyScope,
  everyScope,
  notInList,
  own,
  permission,
  withCode,
} from '@keyan/kernel/access/scope.ts';
import { f } from '@keyan/kernel/definition/field/field.ts';
import { after, before } from '@keyan/kernel/definition/life/due.ts';
import { recordNamedBy } from '@keyan/kernel/definition/life/fact.ts';
import { defineResource, type Row } from '@keyan/kernel/definition/resource.ts';
import type { Label } from '@keyan/kernel/label.ts';
import { user } from '../shared/references/refs.ts';
import {
  conflictType,
  openTaskCodes,
  reviewGrade,
  reviewStageCodes,
  reviewStatus,
  reviewVote,
  scoreScheme,
  scoreSchemeCodes,
  taskCodes,
  taskRole,
  taskRoleCodes,
  writableTasks,
} from './dictionaries.ts';
import { expert, reviewTask as face, reviewItem, reviewMessage, reviewSet } from './faces.ts';
import { myReviews, sheetOf } from './review-paths.ts';

/** Scope of the arranging office, without parties of the record. */
const office = everyScope(permission('rprogress'), notInList('parties'));

/** All statuses except reserve, since reserves are not notified. */
const visibleStatuses = reviewStatus.entries.flatMap(({ code }) =>
  code === taskCodes.reserve ? [] : [code],
);

/** Scope of an expert’s own open and finished tasks. */
const mine = everyScope(own('userId'), withCode('status', ...visibleStatuses));

/** Permission code for reading why an expert was chosen or a conflict overridden. */
const whyCode = 'rprogress_why';

/** Permission code of the parties, granted to no role, so that the field is never returned. */
const partiesCode = 'reviewTask_parties';

/** Days before the deadline on which experts are reminded. */
const remindDays = [3, 1] as const;

/** Fields of the review that guards of a task read. */
interface OfReview {
  readonly facts: { readonly review: { readonly status: string | null } | null };
}

const openStages: readonly unknown[] = [reviewStageCodes.open, reviewStageCodes.assigning];

/** Refusal of changes after the review was confirmed or withdrawn. */
const whileOpen = ({ facts: { review } }: OfReview): Label | null =>
  openStages.includes(review?.status)
    ? null
    : ['评审已结束，不能再变动', 'The review has ended; nothing can be changed'];

/** Guard that permits one replacement per declined or overdue task. */
const notYetReplaced = {
  fields: ['succeeded'],
  check: ({ succeeded }: { readonly succeeded: string | null }, context: OfReview): Label | null =>
    succeeded === null
      ? whileOpen(context)
      : ['已由其他专家接替', 'Another expert has already taken over'],
} as const;

/** Messages with a link to the sheet. */
const leadingToSheet = {
  link: { of: ({ id }: { readonly id: string }) => sheetOf(id) },
} as const;

/** 评审任务: task of one expert to judge one record. Created by the office, filled in by the expert. */
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
    // Name of the applicant; `***` in a double-blind review.
    applicant: f.text(['申请人', 'Applicant']).max(50).computed(),
    unit: f.text(['院系', 'College']).max(100).computed(),
    // Account ids of the parties, hidden from experts.
    parties: f.text(['当事人', 'Parties']).max(4000).computed().secret(partiesCode),
    expertId: f.ref(['专家', 'Expert'], expert).computed(),
    userId: f.ref(['专家账号', 'Account'], user).computed(),
    assignTime: f.time(['分配时间', 'Assigned']).computed(),
    endTime: f.time(['截止时间', 'Deadline']).computed(),
    minWords: f.integer(['意见最少字数', 'Minimum comment length']).computed(),
    commentBelow: f
      .integer(['低于此百分比须说明理由', 'Comment required below (percent)'])
      .computed(),
    scoreScheme: f
      .dict(['评分方式', 'Scoring method'], scoreScheme)
      .computed()
      .initial(scoreSchemeCodes.points),
    role: f.dict(['角色', 'Role'], taskRole).computed().initial(taskRoleCodes.asked),
    groupName: f.text(['评审组', 'Panel']).max(50).computed(),
    points: f.integer(['匹配分', 'Match score']).computed().secret(whyCode),
    forcedWhy: f
      .text(['强制指派理由', 'Reason for forced assignment'])
      .max(300)
      .computed()
      .secret(whyCode),
    evidence: f.note(['回避证据', 'Evidence of conflict']).max(2000).computed().secret(whyCode),
    firstDue: f.time(['原截止时间', 'Original deadline']).computed(),
    pledgedAt: f.time(['承诺无回避情形', 'No-conflict declaration']).computed(),
    otherId: f.ref(['改请的专家', 'Replacement expert'], expert).computed().secret(whyCode),
    succeeded: f.text(['接替的任务', 'Replaced by task']).max(20).computed().secret(partiesCode),
    scores: f
      .rows(['指标得分', 'Scores'], {
        sort: f.integer(['序号', 'No.']),
        itemName: f.text(['指标', 'Criterion']).max(100),
        weight: f.integer(['分值', 'Points']),
        standard: f.text(['评分标准', 'Standard']).max(500),
        score: f.decimal(['得分', 'Score'], 2).between(0, 100),
        words: f.text(['理由', 'Reason']).max(300),
      })
      .computed(),
    totalScore: f.decimal(['总分', 'Total'], 2).computed(),
    // Total before the second look; empty if none was requested.
    before: f.decimal(['复议前总分', 'Total before reconsideration'], 2).computed(),
    grade: f.dict(['等级', 'Grade'], reviewGrade).computed(),
    vote: f.dict(['表决', 'Vote'], reviewVote).computed(),
    comment: f.note(['综合意见', 'Overall comment']).max(2000).computed(),
    secretComment: f.note(['仅供管理者的意见', 'Comment for the office']).max(2000).computed(),
    conflict: f.dict(['回避情形', 'Conflict'], conflictType).computed(),
    declineReason: f.text(['回避说明', 'Reason for declining']).max(300).computed(),
    backReason: f.text(['退回原因', 'Reason for return']).max(300).computed(),
    handInTime: f.time(['提交时间', 'Submitted at']).computed(),
    status: f.dict(['状态', 'Status'], reviewStatus).computed().initial(taskCodes.open),
  },
  facts: { review: recordNamedBy('setId', reviewSet) },
  // Locked after its review, since opinions are counted for the whole review.
  lockedBehind: 'setId',
  states: { field: 'status', initial: taskCodes.open, editable: [] },
  actions: {
    stepIn: {
      label: ['候补递补', 'Reserve called up'],
      from: [taskCodes.reserve],
      to: taskCodes.open,
      by: 'effect',
    },
    succeed: {
      label: ['由他人接替', 'Taken over'],
      from: [taskCodes.declined, taskCodes.cancelled],
      by: 'effect',
    },
    pledge: {
      label: ['承诺无回避情形', 'No-conflict declaration'],
      from: openTaskCodes,
      by: 'effect',
    },
    keep: {
      label: ['暂存评审', 'Draft saved'],
      from: openTaskCodes,
      to: taskCodes.kept,
      by: 'effect',
    },
    handIn: {
      label: ['提交评审', 'Review submitted'],
      from: writableTasks,
      to: taskCodes.handedIn,
      by: 'effect',
      answers: leadingToSheet,
    },
    lookAgain: {
      label: ['请求复议', 'Reconsideration requested'],
      from: [taskCodes.handedIn],
      to: taskCodes.looking,
      by: 'effect',
    },
    stand: {
      label: ['复议期满，维持原评', 'Reconsideration period over, original review stands'],
      from: [taskCodes.looking],
      to: taskCodes.handedIn,
      by: after('endTime'),
    },
    decline: {
      label: ['申请回避', 'Decline'],
      from: openTaskCodes,
      to: taskCodes.declined,
      by: mine,
      form: {
        conflict: f.dict(['回避情形', 'Conflict'], conflictType).required(),
        declineReason: f.text(['说明', 'Reason']).max(300),
      },
      answers: leadingToSheet,
      done: [
        '已回避，由科研处另行安排',
        'Declined; the research office will make other arrangements',
      ],
      danger: true,
    },
    giveBack: {
      label: ['退回重评', 'Return'],
      from: [taskCodes.handedIn],
      to: taskCodes.returned,
      by: office,
      guard: { fields: ['setId'], check: (_task, context) => whileOpen(context) },
      form: { backReason: f.reason(['退回原因', 'Reason']).max(300) },
      done: ['已退回，专家会收到提醒', 'Returned; the expert will be notified'],
    },
    replace: {
      label: ['更换专家', 'Replace expert'],
      from: [...openTaskCodes, taskCodes.declined, taskCodes.overdue],
      // A replacement gets a new task, so that an expert’s input is never passed on.
      to: ({ status }) =>
        status === taskCodes.declined ? taskCodes.declined : taskCodes.cancelled,
      by: office,
      guard: notYetReplaced,
      form: { expertId: f.ref(['专家', 'Expert'], expert).required() },
      set: (_task, { expertId }) => ({ otherId: typeof expertId === 'string' ? expertId : null }),
      done: ['已更换并通知专家', 'Replaced; the new expert has been notified'],
    },
    callReserve: {
      label: ['启用候补', 'Call up a reserve'],
      from: [taskCodes.declined, taskCodes.overdue],
      to: ({ status }) =>
        status === taskCodes.declined ? taskCodes.declined : taskCodes.cancelled,
      at: 'selection',
      by: office,
      guard: notYetReplaced,
      done: ['候补已递补并收到通知', 'The reserve has been called up and notified'],
    },
    remind: {
      label: ['截止提醒', 'Reminded'],
      from: openTaskCodes,
      by: before('endTime', ...remindDays),
    },
    expire: {
      label: ['超时', 'Overdue'],
      from: openTaskCodes,
      to: taskCodes.overdue,
      by: after('endTime'),
    },
    extend: {
      label: ['延期', 'Extended'],
      from: openTaskCodes,
      by: 'effect',
    },
    reopen: {
      label: ['延期重开', 'Extended and reopened'],
      from: [taskCodes.overdue],
      to: ({ comment, totalScore }) => (comment || totalScore ? taskCodes.kept : taskCodes.open),
      by: 'effect',
      tells: [
        {
          type: reviewMessage,
          title: ['评审任务', 'To review'],
          content: ['【{title}】已延期，截止 {end}。', '“{title}” was extended until {end}.'],
          words: ({ title, endTime }) => ({
            title: title ?? '',
            end: (endTime ?? '').slice(0, 16),
          }),
          to: [{ ids: ({ userId }) => [userId] }],
          ...leadingToSheet,
        },
      ],
    },
    cancel: {
      label: ['取消', 'Cancelled'],
      from: reviewStatus.entries.flatMap(({ code }) =>
        code === taskCodes.cancelled ? [] : [code],
      ),
      to: taskCodes.cancelled,
      by: 'effect',
    },
  },
  list: {
    columns: [
      'status',
      'title',
      'expertId',
      'role',
      'totalScore',
      'endTime',
      'setId',
      'handInTime',
    ],
    filters: ['title', 'setId', 'groupName', 'expertId', 'role', 'endTime', 'status'],
    sort: '-createTime',
  },
  form: [
    {
      key: 'task',
      title: ['评审任务', 'Task'],
      fields: [
        'setId',
        'groupName',
        'applicant',
        'unit',
        'expertId',
        'role',
        'assignTime',
        'endTime',
        'pledgedAt',
      ],
    },
    {
      key: 'opinion',
      title: ['评审意见', 'Comments'],
      fields: [
        'scores',
        'totalScore',
        'before',
        'grade',
        'vote',
        'comment',
        'secretComment',
        'handInTime',
      ],
    },
    {
      key: 'course',
      title: ['回避与退回', 'Declined or returned'],
      fields: ['conflict', 'declineReason', 'backReason'],
    },
    {
      key: 'match',
      title: ['匹配与指派', 'Match'],
      fields: [],
      shown: ['points', 'forcedWhy', 'evidence'],
    },
  ],
  access: { read: anyScope(mine, office), write: anyScope(mine, office) },
  views: {
    mine: {
      label: ['我的评审', 'My reviews'],
      code: 'mytask',
      path: myReviews,
      note: ['分给我的评审任务', 'Review tasks assigned to me'],
      scope: mine,
      columns: ['status', 'title', 'setId', 'applicant', 'unit', 'totalScore', 'endTime'],
      icon: 'CheckSquareOutlined',
      menu: ['review', 4],
      grants: { expert: ['view', 'decline'] },
      actions: ['view', 'decline'],
    },
    progress: {
      label: ['评审进度', 'Review progress'],
      code: 'rprogress',
      path: '/review/progress',
      note: ['各专家的评审任务', 'Review tasks of each expert'],
      scope: office,
      icon: 'CarryOutOutlined',
      menu: ['review', 2],
      grants: { rd_admin: 'all', rd_project: 'all', rd_achieve: 'all' },
      rights: [
        { code: partiesCode, label: ['查看当事人', 'View the parties'], roles: [] },
        {
          code: whyCode,
          label: ['查看匹配与指派理由', 'View matches and reasons for forced assignment'],
          roles: ['rd_admin', 'rd_project', 'rd_achieve'],
        },
      ],
      actions: ['view', 'giveBack', 'replace', 'callReserve', 'export', 'history'],
    },
  },
});

export type ReviewTask = Row<typeof reviewTask>;
export type ScoreLine = NonNullable<ReviewTask['scores']>[number];
