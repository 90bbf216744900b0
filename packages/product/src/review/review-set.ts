import { everyScope, notInList, permission } from '@keyan/kernel/access/scope.ts';
import { f, type RowOf } from '@keyan/kernel/definition/field/field.ts';
import type { RecordMessage } from '@keyan/kernel/definition/life/tell.ts';
import { defineResource } from '@keyan/kernel/definition/resource.ts';
import { fill } from '@keyan/kernel/label.ts';
import { minutesBetween } from '../shared/formats/dates.ts';
import { allActionsFor } from '../shared/grants.ts';
import { noRepeatedValue, notAfterEnd } from '../shared/mechanisms/rules.ts';
import { type CallField, reviewCalls } from './calls.ts';
import { criteriaAddUpTo100 } from './criteria.ts';
import { reviewStageCodes } from './dictionaries.ts';
import { reviewSet as face, reviewMessage } from './faces.ts';
import { reviewMoves } from './review-moves.ts';
import { expertsInPanels, readPartiesCode, reviewsWithinExperts, setFields } from './set-fields.ts';

/** Minimum minutes between two reminders of the same experts. */
const urgeMinutes = 10;

/** Input field: reason for an incomplete background assignment. */
const whyShort = { assignFault: f.note(['原因', 'Why']).required().max(500) };

/** Message to the person who set up the review, unless a record names that person. */
const notifyIncomplete: RecordMessage<
  Pick<RowOf<typeof setFields>, 'setName' | 'assignFault' | 'parties'> & {
    readonly createUser?: string;
  }
> = {
  type: reviewMessage,
  title: ['评审分配', 'Expert assignment'],
  content: [
    '【{set}】的专家分配未全部完成：{why}',
    'Expert assignment of “{set}” is incomplete: {why}',
  ],
  words: ({ setName, assignFault }) => ({ set: setName ?? '', why: assignFault ?? '' }),
  to: [
    {
      ids: ({ createUser, parties }) =>
        (parties ?? '').split(',').includes(String(createUser)) ? [] : [createUser],
    },
  ],
};

/** Scope of the arranging office, without reviews whose records name the reader. */
const arrangers = (code: string) => everyScope(permission(code), notInList('parties'));

/**
 * 评审设置: review round of the records under a notice or plan, with criteria, experts and
 * deadline.
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
  fields: setFields,
  states: {
    field: 'status',
    initial: reviewStageCodes.draft,
    editable: [reviewStageCodes.draft, reviewStageCodes.withdrawn],
  },
  actions: {
    publish: {
      label: ['发起评审', 'Start'],
      from: [reviewStageCodes.draft, reviewStageCodes.withdrawn],
      to: reviewStageCodes.open,
      ask: [
        '发起后按专家名单自动分配待评审的申报，并通知专家，确定发起？',
        'Waiting records are assigned to experts by the list, and the experts are notified. Start?',
      ],
      guard: notAfterEnd('endTime', [
        '评审截止时间已过，请先修改',
        'The deadline has passed; change it first',
      ]),
      done: ['已发起；专家分配后即收到通知', 'Started; experts are notified once assigned'],
    },
    reseed: {
      label: ['换种子', 'New random seed'],
      from: [reviewStageCodes.draft, reviewStageCodes.withdrawn, reviewStageCodes.open],
      set: ({ seed }) => ({ seed: (seed ?? 1) + 1 }),
      done: ['已更换随机种子', 'The random seed was replaced'],
    },
    begin: {
      label: ['后台分配', 'Assigned in the background'],
      from: [reviewStageCodes.open],
      to: reviewStageCodes.assigning,
      by: 'effect',
    },
    assigned: {
      label: ['分配完成', 'Assigned'],
      from: [reviewStageCodes.assigning],
      to: reviewStageCodes.open,
      by: 'job',
      set: () => ({ assignFault: null }),
    },
    unassigned: {
      label: ['分配未完成', 'Not assigned'],
      from: [reviewStageCodes.assigning],
      to: reviewStageCodes.withdrawn,
      by: 'job',
      form: whyShort,
      tells: [notifyIncomplete],
    },
    partly: {
      label: ['部分分配', 'Assigned in part'],
      from: [reviewStageCodes.assigning],
      to: reviewStageCodes.open,
      by: 'job',
      form: whyShort,
      tells: [notifyIncomplete],
    },
    enrol: {
      label: ['登记当事人', 'Parties recorded'],
      from: [reviewStageCodes.open, reviewStageCodes.assigning],
      by: 'effect',
    },
    assign: {
      label: ['补充分配', 'Assign new records'],
      from: [reviewStageCodes.open],
      set: () => ({ assignFault: null }),
      done: ['已分配；材料较多时在后台进行', 'Assigned; large sets continue in the background'],
    },
    urge: {
      label: ['催评', 'Remind'],
      from: [reviewStageCodes.open],
      guard: {
        fields: ['urgeTime'],
        check: ({ urgeTime }, { now }) =>
          urgeTime !== null && minutesBetween(urgeTime, now) < urgeMinutes
            ? fill(
                [
                  '催办过于频繁，请 {minutes} 分钟后再试',
                  'A reminder was sent recently; try again in {minutes} minutes',
                ],
                { minutes: urgeMinutes },
              )
            : null,
      },
      set: (_row, _input, { now }) => ({ urgeTime: now }),
      done: ['已提醒未提交的专家', 'Experts who have not submitted were reminded'],
    },
    invite: {
      label: ['通知校外专家', 'Notify external experts'],
      from: [reviewStageCodes.open],
      done: [
        '邀请正在发送，见【校外专家邀请】',
        'Invitations are being sent; see “External expert invitations”',
      ],
    },
    ...reviewMoves,
    confirm: {
      label: ['确认结果', 'Confirm results'],
      from: [reviewStageCodes.open],
      to: reviewStageCodes.confirmed,
      call: 'ok',
      ask: [
        '确认后得分与排名写入申报，流程进入下一环节，不能再改，确定？',
        'Scores and ranks are written to the applications, whose processes move on; no changes afterwards. Confirm?',
      ],
      form: {
        spreadWhy: f
          .note(['分差说明', 'Explanation of score spreads'])
          .max(300)
          .help([
            '有分差达到预警且未复议、未加评的材料时须说明',
            'Required if any score spread reaches the alert level without reconsideration or an added expert',
          ]),
      },
      set: (_set, { spreadWhy }) => ({
        spreadWhy: typeof spreadWhy === 'string' && spreadWhy.trim() !== '' ? spreadWhy : null,
      }),
      done: ['结果已确认，流程已继续', 'Results confirmed; the processes have moved on'],
    },
    meet: {
      label: ['召开会评', 'Call the meeting'],
      from: [reviewStageCodes.open],
      guard: {
        fields: ['reviewMode'],
        check: ({ reviewMode }) =>
          reviewMode === '1' ? ['通讯评审不召开会议', 'Online reviews have no meeting'] : null,
      },
      done: [
        '已通知专家，请在【会评纪要】中办理',
        'Experts have been notified; continue under “Meeting minutes”',
      ],
    },
    charge: {
      label: ['生成评审费', 'Generate fees'],
      from: [reviewStageCodes.confirmed, reviewStageCodes.fedBack],
      done: ['评审费已生成，请确认', 'Review fees generated; please confirm them'],
    },
    feedBack: {
      label: ['反馈结果', 'Send feedback'],
      from: [reviewStageCodes.confirmed],
      to: reviewStageCodes.fedBack,
      ask: [
        '按设置向申请人反馈结论与意见，异议期由此开始，确定？',
        'Conclusions and comments are sent to applicants as set; the objection period starts now. Send feedback?',
      ],
      done: ['已反馈', 'Feedback sent'],
    },
    date: {
      label: ['异议期开始', 'Objection period started'],
      from: [reviewStageCodes.fedBack],
      by: 'effect',
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
      title: ['评审对象', 'Review target'],
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
        'templateId',
        'scoreScheme',
        'expertPerItem',
        'maxPerExpert',
        'reserves',
        'minValid',
        'dropExtreme',
        'standardise',
        'spreadMark',
        'commentBelow',
        'minWords',
        'guide',
      ],
    },
    {
      key: 'outcome',
      title: ['结果与反馈', 'Outcome and feedback'],
      fields: ['quota', 'publicity', 'feedbackScore', 'objectionDays'],
      shown: ['feedbackTime', 'objectionEnd', 'spreadWhy', 'assignFault'],
    },
    {
      key: 'groups',
      title: ['评审分组', 'Panels'],
      note: [
        '不分组则不填；学科留空的组接收其余材料。各组分别排名',
        'Leave empty without panels; a panel without disciplines takes the rest. Each panel ranks separately',
      ],
      fields: ['groups'],
    },
    {
      key: 'criteria',
      title: ['评分指标', 'Criteria'],
      note: [
        '分值合计 100；不填则用该类申报的默认指标',
        '100 points in total; if empty, the default criteria of the kind are used',
      ],
      fields: ['criteria'],
    },
    {
      key: 'experts',
      title: ['评审专家', 'Experts'],
      note: [
        '申报中的人员与同一院系的专家自动回避',
        'Experts named in a record, or from the same college, are excluded automatically',
      ],
      fields: ['experts'],
    },
  ],
  validators: [
    criteriaAddUpTo100,
    noRepeatedValue('experts', 'expertId', ['专家重复', 'An expert is listed twice']),
    noRepeatedValue('groups', 'groupName', ['组名重复', 'A panel is listed twice']),
    expertsInPanels,
    {
      fields: ['experts', 'expertPerItem'],
      check: ({ experts, expertPerItem }) =>
        expertPerItem !== null && (experts ?? []).length < expertPerItem
          ? ['专家人数少于每项专家数', 'There are fewer experts than each record needs']
          : null,
    },
    reviewsWithinExperts,
  ],
  access: { read: arrangers('pssz'), write: arrangers('pssz_edit') },
  views: {
    all: {
      label: ['评审设置', 'Reviews'],
      code: 'pssz',
      path: '/review/pssz',
      note: [
        '为待评审的申报、结题等组织专家评审，确认后流程继续',
        'Arrange expert reviews for waiting applications, closeouts and others; once confirmed, their processes continue',
      ],
      scope: arrangers('pssz'),
      rights: [{ code: readPartiesCode, label: ['查看当事人', 'View the parties'], roles: [] }],
      icon: 'FileTextOutlined',
      menu: ['review', 1],
      grants: allActionsFor('rd_admin', 'rd_project', 'rd_achieve'),
      actions: [
        'add',
        'edit',
        'view',
        'delete',
        'publish',
        'assign',
        'reseed',
        'urge',
        'invite',
        'extend',
        'withdraw',
        'confirm',
        'meet',
        'charge',
        'feedBack',
        'export',
        'history',
      ],
    },
  },
  specimen: () => ({ endTime: '2099-12-31 17:00:00', expertPerItem: 1 }),
});
