import { anyScope, everyScope, notInList, own, permission } from '@keyan/kernel/access/scope.ts';
import { f } from '@keyan/kernel/definition/field/field.ts';
import { defineResource } from '@keyan/kernel/definition/resource.ts';
import { allActionsFor } from '../shared/grants.ts';
import {
  objectionDecision,
  objectionGround,
  objectionStatus,
  objectionStatusCodes,
  reviewTarget,
} from './dictionaries.ts';
import { reviewObjection as face, reviewItem, reviewMessage, reviewSet } from './faces.ts';

/** Scope of the office, without objections about records that name the reader. */
const office = everyScope(permission('robjection'), notInList('parties'));

/**
 * 评审异议: objection of an applicant within the period, once per record: about procedure, a
 * conflict of interest, or a fact; not about the experts’ judgement. Created from the record.
 */
export const reviewObjection = defineResource({
  key: 'reviewObjection',
  label: face.label,
  words: { plural: ['评审异议', 'Objections to reviews'] },
  path: 'kh-edu-research/reviewObjection',
  scarce: { records: 'few', because: 'few applicants object' },
  title: 'title',
  fields: {
    title: f.text(['评审材料', 'Review material']).max(300).computed().searchable(),
    bizKind: f.dict(['评审对象', 'Target'], reviewTarget).computed(),
    setId: f.ref(['评审', 'Review'], reviewSet).computed().listed(['评审异议', 'Objections']),
    itemId: f.ref(['评审结果', 'Result'], reviewItem).computed(),
    ground: f.dict(['异议理由', 'Ground'], objectionGround).computed(),
    content: f.note(['异议内容', 'Objection']).max(2000).computed(),
    decision: f.dict(['处理结论', 'Decision'], objectionDecision).computed(),
    answer: f.note(['处理意见', 'Answer']).max(2000).computed(),
    answerTime: f.time(['答复时间', 'Answered at']).computed(),
    status: f
      .dict(['状态', 'Status'], objectionStatus)
      .computed()
      .initial(objectionStatusCodes.open),
    parties: f.text(['当事人', 'Parties']).max(4000).computed().secret('robjection_parties'),
  },
  states: { field: 'status', initial: objectionStatusCodes.open, editable: [] },
  actions: {
    answer: {
      label: ['答复异议', 'Answer'],
      from: [objectionStatusCodes.open],
      to: objectionStatusCodes.answered,
      by: office,
      form: {
        decision: f.dict(['处理结论', 'Decision'], objectionDecision).required(),
        answer: f.note(['处理意见', 'Answer']).required().max(2000),
      },
      set: (_row, { decision, answer }, { now }) => ({ decision, answer, answerTime: now }),
      tells: [
        {
          type: reviewMessage,
          title: ['评审异议答复', 'Your objection was answered'],
          content: [
            '您对《{title}》评审提出的异议已答复：{answer}',
            'Your objection to the review of “{title}” has been answered: {answer}',
          ],
          words: ({ title, answer }) => ({ title: title ?? '', answer: answer ?? '' }),
          to: ['writer'],
        },
      ],
      done: ['已答复并通知申请人', 'Answered; the applicant has been notified'],
    },
  },
  list: {
    columns: ['status', 'title', 'setId', 'ground', 'decision', 'createTime', 'answerTime'],
    filters: ['title', 'bizKind', 'setId', 'ground', 'decision', 'status'],
    sort: '-createTime',
  },
  form: [
    {
      key: 'objection',
      title: ['异议', 'Objection'],
      fields: ['title', 'bizKind', 'setId', 'ground', 'content'],
    },
    {
      key: 'answer',
      title: ['答复', 'Answer'],
      fields: ['decision', 'answer', 'answerTime'],
    },
  ],
  access: { read: anyScope(own(), office), write: anyScope(own(), office) },
  views: {
    mine: {
      label: ['我的评审异议', 'My objections'],
      code: 'myobjection',
      path: '/review/myObjection',
      note: [
        '反馈后在记录页提出，一项一次',
        'Raised on the page of a record after feedback, once per record',
      ],
      scope: own(),
      columns: ['status', 'title', 'ground', 'decision', 'answerTime'],
      icon: 'NotificationOutlined',
      menu: ['review', 12],
      grants: { teacher: ['view'], dept_secretary: ['view'] },
      actions: ['view'],
    },
    all: {
      label: ['评审异议', 'Objections'],
      code: 'robjection',
      path: '/review/objection',
      note: [
        '只受理程序、回避、事实方面的异议',
        'Only objections about procedure, conflicts of interest and facts are accepted',
      ],
      scope: office,
      icon: 'NotificationOutlined',
      menu: ['review', 11],
      grants: allActionsFor('rd_admin', 'rd_project', 'rd_achieve'),
      rights: [
        { code: 'robjection_parties', label: ['查看当事人', 'View the parties'], roles: [] },
      ],
      actions: ['view', 'answer', 'export', 'history'],
    },
  },
});
