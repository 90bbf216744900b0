import {
  anyScope,
  everyScope,
  notInList,
  permission,
  withCode,
} from '@keyan/kernel/access/scope.ts';
import { f } from '@keyan/kernel/definition/field/field.ts';
import { defineResource } from '@keyan/kernel/definition/resource.ts';
import { fill } from '@keyan/kernel/label.ts';
import { yesNo } from '../shared/dictionaries.ts';
import { dept, user } from '../shared/references/refs.ts';
import {
  itemCodes,
  itemStatus,
  otherOfficeTargets,
  reviewConclusion,
  reviewTarget,
} from './dictionaries.ts';
import { expert, reviewItem as face, reviewSet } from './faces.ts';

/** Permission code for reading results of every target. */
const everyTarget = 'rresult_all';

/** Scope of the research office, without records that name the reader. */
const office = everyScope(
  permission('rresult'),
  anyScope(permission(everyTarget), withCode('bizKind', ...otherOfficeTargets)),
  notInList('parties'),
);

/** Minimum characters of the reason for overriding a conflict of interest. */
const minReasonLength = 10;

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/** Actions of sections on their results; overriding conflicts is reserved for administrators. */
const arranging = [
  'view',
  'place',
  'addExpert',
  'lookAgain',
  'decide',
  'export',
  'history',
] as const;

/** 评审对象: record that awaits review, with the outcome; created by the process, never entered. */
export const reviewItem = defineResource({
  key: 'reviewItem',
  label: face.label,
  words: { plural: ['评审结果', 'Review results'] },
  path: 'kh-edu-research/reviewItem',
  title: 'title',
  fields: {
    title: f.text(['名称', 'Title']).max(300).computed().searchable(),
    bizKind: f.dict(['评审对象', 'Target'], reviewTarget).computed(),
    callName: f.text(['所属通知（计划）', 'Notice or call']).max(200).computed(),
    applicantId: f.ref(['申请人', 'Applicant'], user).computed(),
    departmentId: f.ref(['院系', 'College'], dept).computed(),
    setId: f.ref(['评审', 'Review'], reviewSet).computed().listed(['评审结果', 'Results']),
    experts: f.integer(['专家数', 'Experts']).computed(),
    handedIn: f.integer(['已提交', 'Submitted']).computed(),
    score: f.decimal(['平均分', 'Mean'], 2).computed(),
    spread: f.decimal(['分差', 'Score spread'], 2).computed(),
    rank: f.integer(['排名', 'Rank']).computed(),
    raw: f.decimal(['原始均分', 'Raw mean'], 2).computed(),
    agreeRate: f.decimal(['同意率（%）', 'Approval rate (%)'], 2).computed(),
    groupName: f.text(['评审组', 'Panel']).max(50).computed(),
    panelRank: f.integer(['组内排名', 'Rank in panel']).computed(),
    conclusion: f.dict(['评审结论', 'Conclusion'], reviewConclusion).computed(),
    decided: f.dict(['结论由管理员确定', 'Conclusion set manually'], yesNo).computed(),
    forced: f.dict(['含强制指派', 'Includes forced assignment'], yesNo).computed(),
    looked: f.dict(['已复议', 'Reconsidered'], yesNo).computed(),
    addedId: f.ref(['最近增加的专家', 'Expert last added'], expert).computed(),
    addedWhy: f.text(['强制指派理由', 'Reason for forced assignment']).max(300).computed(),
    code: f.text(['匿名编号', 'Anonymous no.']).max(10).computed(),
    status: f.dict(['状态', 'Status'], itemStatus).computed().initial(itemCodes.waiting),
    waitsSince: f.time(['进入评审时间', 'In review since']).computed(),
    decideBy: f.time(['应决定时间', 'Decision due']).computed(),
    leastPanel: f.integer(['专家组至少人数', 'Minimum panel size']).computed(),
    leastOpinions: f.integer(['有效意见至少份数', 'Minimum valid opinions']).computed(),
    subject: f.text(['学科代码', 'Discipline code']).max(20).computed(),
    keywords: f.text(['关键词', 'Keywords']).max(200).computed(),
    // Account ids of the parties: writer, leader and members.
    parties: f.text(['当事人', 'Parties']).max(4000).computed(),
    // Resource and id of the record, its call, and the process wait that its outcome ends.
    resource: f.text(['记录类型', 'Kind of record']).max(40).computed(),
    businessId: f.text(['记录', 'Record']).max(20).computed(),
    callId: f.text(['通知编号', 'Notice no.']).max(20).computed(),
    visit: f.text(['等待环节', 'Wait']).max(20).computed(),
    // Item of the earlier review, after an objection led to a new one.
    follows: f.text(['重评自', 'Review again after']).max(20).computed(),
  },
  states: { field: 'status', initial: itemCodes.waiting, editable: [] },
  actions: {
    open: {
      label: ['进入评审', 'Entered review'],
      from: [itemCodes.waiting],
      to: itemCodes.open,
      by: 'effect',
    },
    free: {
      label: ['退出评审', 'Left review'],
      from: [itemCodes.open],
      to: itemCodes.waiting,
      by: 'effect',
    },
    follow: {
      label: ['按审查程序确定要求', 'Requirements set by the review procedure'],
      from: [itemCodes.waiting],
      by: 'effect',
    },
    count: { label: ['统计得分', 'Scores computed'], from: [itemCodes.open], by: 'effect' },
    place: {
      label: ['指定评审组', 'Assign to a panel'],
      from: [itemCodes.waiting],
      by: office,
      form: { groupName: f.text(['评审组', 'Panel']).required().max(50) },
      done: ['已指定', 'Assigned'],
    },
    addExpert: {
      label: ['增加专家', 'Add an expert'],
      from: [itemCodes.open],
      by: office,
      form: { expertId: f.ref(['专家', 'Expert'], expert).required() },
      set: (_item, { expertId }) => ({ addedId: textOf(expertId), addedWhy: null }),
      done: ['已增加并通知专家', 'Added; the expert has been notified'],
    },
    force: {
      label: ['强制指派', 'Force assignment'],
      from: [itemCodes.open],
      by: office,
      form: {
        expertId: f.ref(['专家', 'Expert'], expert).required(),
        reason: f.reason(['指派理由', 'Reason']).max(300),
      },
      faults: (_item, { reason }) =>
        [...String(reason ?? '').trim()].length < minReasonLength
          ? [
              {
                path: 'reason',
                message: fill(['理由至少 {least} 字', 'At least {least} characters'], {
                  least: minReasonLength,
                }),
              },
            ]
          : [],
      set: (_item, { expertId, reason }) => ({
        addedId: textOf(expertId),
        addedWhy: textOf(reason),
      }),
      done: ['已指派并留痕', 'Assigned; the reason is recorded'],
      danger: true,
    },
    lookAgain: {
      label: ['复议', 'Ask to reconsider'],
      from: [itemCodes.open],
      by: office,
      ask: [
        '专家将看到其他专家的评分与意见（不显示姓名），三日内可修改一次本人的评分，确定发起复议？',
        'Experts will see the other scores and comments without names and may revise their own once within three days. Start the reconsideration?',
      ],
      guard: {
        fields: ['looked', 'handedIn', 'spread'],
        check: ({ looked, handedIn, spread }) =>
          looked === '1'
            ? ['该项已复议过', 'This record has already been reconsidered']
            : (handedIn ?? 0) < 2 || spread === null
              ? [
                  '两名以上专家提交评分后才能复议',
                  'Reconsideration needs scores from at least two experts',
                ]
              : null,
      },
      set: () => ({ looked: '1' }),
      done: ['已发起复议并通知专家', 'Reconsideration started; the experts have been notified'],
    },
    decide: {
      label: ['确定结论', 'Decide'],
      from: [itemCodes.open],
      by: office,
      form: {
        conclusion: f.dict(['评审结论', 'Conclusion'], reviewConclusion).required(),
        reason: f.reason(['理由', 'Reason']).max(300),
      },
      set: (_item, { conclusion }) => ({ conclusion, decided: '1' }),
      done: ['已确定', 'Decided'],
    },
    finish: {
      label: ['确认结果', 'Confirmed'],
      from: [itemCodes.open],
      to: itemCodes.confirmed,
      by: 'effect',
    },
    cancel: {
      label: ['取消评审', 'Cancelled'],
      from: [itemCodes.waiting, itemCodes.open],
      to: itemCodes.cancelled,
      by: 'effect',
    },
  },
  list: {
    // Outcome columns come first, since narrow screens hide the last columns.
    columns: [
      'status',
      'title',
      'score',
      'spread',
      'rank',
      'handedIn',
      'experts',
      'conclusion',
      'groupName',
      'departmentId',
      'setId',
      'callName',
      'applicantId',
    ],
    filters: [
      'title',
      'bizKind',
      'setId',
      'groupName',
      'conclusion',
      'departmentId',
      'applicantId',
      'status',
    ],
    sort: '-createTime',
  },
  form: [
    {
      key: 'record',
      title: ['评审对象', 'Reviewed record'],
      fields: [
        'title',
        'bizKind',
        'callName',
        'applicantId',
        'departmentId',
        'setId',
        'groupName',
        'code',
        'waitsSince',
        'decideBy',
        'leastPanel',
        'leastOpinions',
      ],
    },
    {
      key: 'result',
      title: ['评审结果', 'Result'],
      fields: [
        'experts',
        'handedIn',
        'score',
        'raw',
        'spread',
        'agreeRate',
        'rank',
        'panelRank',
        'conclusion',
        'decided',
        'forced',
        'looked',
      ],
    },
  ],
  access: { read: office, write: office },
  views: {
    all: {
      label: ['评审结果', 'Review results'],
      code: 'rresult',
      path: '/review/result',
      note: ['待评审与已评审的各类记录', 'Records of all kinds awaiting review or reviewed'],
      scope: office,
      icon: 'BarChartOutlined',
      menu: ['review', 3],
      rights: [
        { code: 'rresult_parties', label: ['查看当事人', 'View the parties'], roles: [] },
        {
          code: everyTarget,
          label: ['查看各类评审结果', 'View review results of all types'],
          roles: ['rd_admin', 'rd_project', 'rd_achieve', 'rd_leader'],
        },
      ],
      grants: {
        rd_admin: 'all',
        rd_project: arranging,
        rd_achieve: arranging,
        ethics: ['view'],
        rd_leader: ['view', 'export'],
      },
      actions: ['view', 'place', 'addExpert', 'force', 'lookAgain', 'decide', 'export', 'history'],
    },
  },
});
