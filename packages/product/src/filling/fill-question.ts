import { anyScope, own } from '@keyan/kernel/access/scope.ts';
import { f } from '@keyan/kernel/definition/field/field.ts';
import { defineResource } from '@keyan/kernel/definition/resource.ts';
import { readerActions } from '../shared/grants.ts';
import { user } from '../shared/references/refs.ts';
import { fillQuestionStatus, fillQuestions } from './dictionaries.ts';
import { fillFace, fillService, othersFills } from './fill-table.ts';

/** Path of the page on which people answer. */
export const myQuestionsPath = '/person/fillQuestion';

const mine = own('userId');
const office = anyScope(own(), othersFills);

/**
 * 填报提问: all cells that one table asks of one person. The cells are stored with the table
 * (`store.server.ts`), so each answer has one place.
 */
export const fillQuestion = defineResource({
  key: 'fillQuestion',
  label: ['填报提问', 'Fill-in question'],
  words: { plural: ['填报提问', 'Fill-in questions'] },
  table: 'fill_question',
  path: `${fillService}/questions`,
  scarce: { records: 'none', because: 'people are asked for what a table lacks' },
  title: 'title',
  fields: {
    title: f.text(['表名', 'Table']).max(120).computed().searchable(),
    authority: f.text(['要求单位', 'Asked by']).max(100).computed(),
    tableId: f
      .ref(['反向填报', 'Requested table'], fillFace)
      .computed()
      .listed(['提问与答复', 'Questions and answers']),
    userId: f.ref(['被问人', 'Person'], user).computed(),
    cells: f.integer(['问题数', 'Cells']).computed(),
    remaining: f.integer(['未答', 'Not answered']).computed(),
    dueDate: f.date(['希望答复日期', 'Answer by']).computed(),
    askedAt: f.time(['提问时间', 'Asked']).computed(),
    remindedAt: f.time(['最近催办', 'Reminded']).computed(),
    answeredAt: f.time(['答复时间', 'Answered']).computed(),
    status: f.dict(['状态', 'Status'], fillQuestionStatus).computed().initial(fillQuestions.open),
  },
  list: {
    columns: [
      'title',
      'status',
      'userId',
      'authority',
      'remaining',
      'cells',
      'dueDate',
      'answeredAt',
    ],
    filters: ['status', 'userId', 'dueDate'],
    sort: '-createTime',
  },
  form: [
    {
      key: 'question',
      title: ['提问', 'Question'],
      fields: [],
      shown: ['authority', 'userId', 'dueDate', 'askedAt', 'cells', 'remaining', 'answeredAt'],
    },
    { key: 'cells', title: ['请填写', 'Please fill in'], fields: [], shown: ['status'] },
  ],
  states: { field: 'status', initial: fillQuestions.open, editable: [] },
  actions: {
    answered: {
      label: ['答复', 'Answer'],
      from: [fillQuestions.open, fillQuestions.answered],
      to: ({ remaining }) => ((remaining ?? 0) > 0 ? fillQuestions.open : fillQuestions.answered),
      by: 'job',
    },
    asked: {
      label: ['再次提问', 'Ask again'],
      from: [fillQuestions.answered, fillQuestions.withdrawn],
      to: fillQuestions.open,
      by: 'job',
    },
    withdraw: {
      label: ['收回提问', 'Withdraw'],
      from: [fillQuestions.open],
      to: fillQuestions.withdrawn,
      by: own(),
      ask: [
        '收回后对方不再看到待答；这些格子可改为手填。收回？',
        'The person no longer sees the question; the cells can be entered by hand. Withdraw it?',
      ],
    },
  },
  access: { read: anyScope(mine, office), write: own() },
  views: {
    mine: {
      label: ['填报提问', 'Questions for me'],
      none: ['没有需要您填写的内容', 'Nothing for you to fill in'],
      code: 'myfill',
      path: myQuestionsPath,
      icon: 'MessageOutlined',
      scope: mine,
      columns: ['title', 'status', 'authority', 'remaining', 'dueDate', 'answeredAt'],
      menu: ['person', 13],
      grants: {
        teacher: ['view', 'history'],
        dept_secretary: ['view', 'history'],
        dept_leader: ['view', 'history'],
      },
      actions: ['view', 'history'],
    },
    asked: {
      label: ['提问进度', 'Questions asked'],
      none: ['还没有提问', 'No questions asked yet'],
      code: 'st_fillq',
      path: '/statistics/fillQuestion',
      icon: 'MessageOutlined',
      scope: office,
      menu: ['stat', 21],
      grants: {
        rd_admin: 'all',
        rd_project: [...readerActions, 'withdraw'],
        rd_achieve: [...readerActions, 'withdraw'],
        rd_fund: [...readerActions, 'withdraw'],
        dept_secretary: [...readerActions, 'withdraw'],
      },
      actions: ['view', 'withdraw', 'export', 'history'],
    },
  },
});
