import { anyScope, everyScope, member, permission, withCode } from '@keyan/kernel/access/scope.ts';
import { f, face } from '@keyan/kernel/definition/field/field.ts';
import { defineResource } from '@keyan/kernel/definition/resource.ts';
import type { Label } from '@keyan/kernel/label.ts';
import { paperFace } from '../achievement/common/paper-face.ts';
import { attachmentCategories } from '../shared/attachments.ts';
import { readerActions } from '../shared/grants.ts';
import { dept, user } from '../shared/references/refs.ts';
import {
  caseDecision,
  caseDecisionCodes,
  caseMatch,
  caseMessage,
  caseStatusCodes,
  chainKind,
  retractionCaseStatus,
  watchListKind,
} from './dictionaries.ts';
import { watchListFace } from './watch-list.ts';

/** Fields of a case that its reversals read. */
export const caseFace = face('retractionCase', ['撤稿案件', 'Retraction case'], {
  caseNum: f.text(['案件编号', 'Case no.']).max(30).computed().searchable(),
  paperTitle: f.text(['论文', 'Paper']).max(300).computed().searchable(),
  status: f
    .dict(['状态', 'Status'], retractionCaseStatus)
    .computed()
    .initial(caseStatusCodes.found),
});

/** Permission of the office that handles cases. */
const office = permission('rcase');

/** Scope of cases whose authors have been asked; only then may authors read the case. */
const asked = withCode(
  'status',
  caseStatusCodes.asked,
  caseStatusCodes.stated,
  caseStatusCodes.decided,
  caseStatusCodes.closed,
);

/** True for an author who has not given a statement yet. */
const hasNoStatement = (line: { readonly statement?: unknown }): boolean => !line.statement;

const statementPhaseOverText: Label = ['案件已过说明阶段', 'The case is past the statement stage'];

const scope = anyScope(office, everyScope(asked, member('statements', 'userId')));

/** 撤稿案件: paper on a watch list, with affected records, authors’ statements and the decision. */
export const retractionCase = defineResource({
  key: 'retractionCase',
  label: caseFace.label,
  words: { plural: ['撤稿案件', 'Retraction cases'] },
  path: 'kh-edu-research/retractionCase',
  scarce: { records: 'few', because: 'hardly any paper is retracted' },
  title: 'paperTitle',
  number: { field: 'caseNum', pattern: 'CG${yyyy}${seq4}' },
  fields: {
    ...caseFace.fields,
    paperId: f
      .ref(['论文记录', 'Paper record'], paperFace)
      .computed()
      .listed(['撤稿案件', 'Retraction cases']),
    journalName: f.text(['刊物', 'Journal']).max(200).computed(),
    doi: f.text(['DOI', 'DOI']).max(120).computed(),
    fkDeptId: f.ref(['所属部门', 'Department'], dept).computed(),
    listId: f
      .ref(['名单', 'List'], watchListFace)
      .computed()
      .listed(['撤稿案件', 'Retraction cases']),
    listKind: f.dict(['名单类型', 'List type'], watchListKind).computed(),
    entryKey: f
      .text(['条目', 'Entry'])
      .max(200)
      .computed()
      .unique((key) => key, 'paperId'),
    entryTitle: f.text(['名单中的题名', 'Title in the list']).max(500).computed(),
    entryJournal: f.text(['名单中的刊物', 'Journal in the list']).max(300).computed(),
    noticeDate: f.date(['撤稿（预警）日期', 'Date of retraction (warning)']).computed(),
    noticeDoi: f.text(['声明 DOI', 'DOI of the notice']).max(120).computed(),
    reason: f.note(['撤稿（预警）原因', 'Reason for retraction (warning)']).max(1000).computed(),
    points: f.integer(['匹配分', 'Match score']).computed(),
    matchedBy: f.dicts(['匹配依据', 'Basis of match'], caseMatch).computed(),
    chain: f
      .rows(['关联事项', 'Linked items'], {
        chainKind: f.dict(['事项', 'Matter'], chainKind).computed(),
        resource: f.text(['记录类型', 'Kind of record']).max(40).computed(),
        bizId: f.text(['记录', 'Record']).max(20).computed(),
        title: f.text(['名称', 'Title']).max(300).computed(),
        userId: f.ref(['人员', 'Person'], user).computed(),
        amount: f.decimal(['分值或金额', 'Points or amount'], 2).computed(),
        note: f.text(['说明', 'Note']).max(200).computed(),
      })
      .computed()
      .openTo(office, 'userId'),
    chainAt: f.time(['关联核对时间', 'Linked items checked']).computed().openTo(office),
    statements: f
      .rows(['作者说明', 'Statements'], {
        userId: f.ref(['作者', 'Author'], user).computed(),
        askedAt: f.time(['通知时间', 'Notified']).computed(),
        statement: f.note(['说明', 'Statement']).max(2000).computed(),
        answeredAt: f.time(['答复时间', 'Answered']).computed(),
      })
      .computed()
      .openTo(office, 'userId'),
    dueDate: f.date(['说明期限', 'Deadline for statements']).computed(),
    decision: f.dicts(['处理决定', 'Decision'], caseDecision).computed(),
    decisionReason: f.note(['决定理由', 'Reason for decision']).max(1000).computed(),
    decidedBy: f.ref(['决定人', 'Decided by'], user).computed(),
    decidedAt: f.time(['决定时间', 'Decided']).computed(),
    attachments: f.files(['附件', 'Attachments'], attachmentCategories('99')).computed(),
  },
  list: {
    columns: [
      'paperTitle',
      'status',
      'caseNum',
      'listKind',
      'noticeDate',
      'points',
      'matchedBy',
      'fkDeptId',
      'dueDate',
      'decision',
      'listId',
    ],
    filters: ['status', 'listKind', 'listId', 'fkDeptId', 'noticeDate', 'dueDate'],
    sort: '-createTime',
  },
  form: [
    {
      key: 'paper',
      title: ['论文与名单条目', 'Paper and entry'],
      fields: [],
      shown: [
        'paperId',
        'journalName',
        'doi',
        'fkDeptId',
        'listId',
        'listKind',
        'matchedBy',
        'points',
        'entryTitle',
        'entryJournal',
        'noticeDate',
        'noticeDoi',
        'reason',
      ],
    },
    {
      key: 'chain',
      title: ['关联事项', 'Linked items'],
      fields: [],
      shown: ['chain', 'chainAt'],
    },
    {
      key: 'statements',
      title: ['作者说明', 'Statements'],
      fields: [],
      shown: ['dueDate', 'statements', 'attachments'],
    },
    {
      key: 'decision',
      title: ['处理决定', 'Decision'],
      fields: [],
      shown: ['decision', 'decisionReason', 'decidedBy', 'decidedAt'],
    },
  ],
  states: { field: 'status', initial: caseStatusCodes.found, editable: [] },
  actions: {
    ask: {
      label: ['要求说明', 'Ask the authors'],
      from: [caseStatusCodes.found, caseStatusCodes.stated],
      to: caseStatusCodes.asked,
      by: office,
      form: { dueDate: f.date(['说明期限', 'Deadline for statements']).required() },
      faults: (_row, { dueDate }, { today }) =>
        dueDate && dueDate <= today
          ? [
              {
                path: 'dueDate',
                message: ['【说明期限】须晚于今天', 'The deadline must be after today'] as const,
              },
            ]
          : [],
      guard: {
        fields: ['statements'],
        check: ({ statements }) =>
          (statements ?? []).length === 0
            ? ['论文没有本校作者账号，请直接处理', 'No author has an account: decide directly']
            : null,
        told: true,
      },
      set: ({ statements }, { dueDate }, { now }) => ({
        dueDate: dueDate ?? null,
        statements: (statements ?? []).map((line) => ({ ...line, askedAt: line.askedAt ?? now })),
      }),
      tells: [
        {
          type: caseMessage,
          title: [
            '请说明：论文被撤稿或列入预警',
            'Please explain: a paper was retracted or put on a warning list',
          ],
          content: [
            '您的论文《{title}》与【{list}】匹配，请于 {due} 前提交说明',
            'Your paper “{title}” matches “{list}”: please submit a statement by {due}',
          ],
          words: ({ paperTitle, dueDate }) => ({ title: paperTitle ?? '', due: dueDate ?? '' }),
          names: ({ listId }) => ({ list: { kind: watchListFace, id: listId } }),
          to: [
            {
              ids: ({ statements }) =>
                (statements ?? []).filter(hasNoStatement).map(({ userId }) => userId),
            },
          ],
        },
      ],
      done: ['已通知作者', 'The authors have been notified'],
    },
    answer: {
      label: ['提交说明', 'Submit statement'],
      from: [caseStatusCodes.asked],
      // The last statement moves the case to the next state.
      to: ({ statements }, { actor }) =>
        (statements ?? []).every((line) => line.userId === actor || !hasNoStatement(line))
          ? caseStatusCodes.stated
          : caseStatusCodes.asked,
      by: member('statements', 'userId'),
      form: {
        statement: f.note(['说明', 'Statement']).required().max(2000),
        attachments: f.files(['附件', 'Attachments'], attachmentCategories('99')),
      },
      guard: {
        fields: ['status'],
        check: ({ status }) => (status === caseStatusCodes.asked ? null : statementPhaseOverText),
      },
      set: ({ statements }, { statement }, { actor, now }) => ({
        statements: (statements ?? []).map((line) =>
          line.userId === actor
            ? { ...line, statement: String(statement ?? ''), answeredAt: now }
            : line,
        ),
      }),
      tells: [
        {
          type: caseMessage,
          title: ['收到作者说明', 'A statement was received'],
          content: ['{actor} 已就《{title}》提交说明', '{actor} explained “{title}”'],
          words: ({ paperTitle }) => ({ title: paperTitle ?? '' }),
          to: [{ role: 'rd_achieve' }, { role: 'rd_admin' }],
        },
      ],
      done: ['已提交，科研处将据此处理', 'Submitted to the research office'],
    },
    close: {
      label: ['结束说明', 'Close statements'],
      from: [caseStatusCodes.asked],
      to: caseStatusCodes.stated,
      by: office,
      ask: [
        '结束后作者不能再提交说明，转入处理，确定？',
        'Authors can no longer submit statements, and the case goes to decision. Continue?',
      ],
    },
    decide: {
      label: ['作出决定', 'Decide'],
      from: [caseStatusCodes.found, caseStatusCodes.stated],
      to: caseStatusCodes.decided,
      by: office,
      form: {
        decision: f.dicts(['处理决定', 'Decision'], caseDecision).required(),
        decisionReason: f.reason(['决定理由', 'Reason']).max(1000),
      },
      faults: (_row, { decision }) =>
        decision && decision.length > 1 && decision.includes(caseDecisionCodes.keep)
          ? [
              {
                path: 'decision',
                message: [
                  '「维持」不能与其他决定同时选择',
                  '“No action” cannot be combined with other decisions',
                ] as const,
              },
            ]
          : [],
      set: (_row, { decision, decisionReason }, { actor, now }) => ({
        decision: decision ?? null,
        decisionReason: String(decisionReason ?? ''),
        decidedBy: actor,
        decidedAt: now,
      }),
      tells: [
        {
          type: caseMessage,
          title: ['撤稿案件已有处理决定', 'A retraction case has been decided'],
          content: [
            '论文《{title}》的案件已作出处理决定：{reason}',
            'The case of your paper “{title}” has been decided: {reason}',
          ],
          words: ({ paperTitle, decisionReason }) => ({
            title: paperTitle ?? '',
            reason: decisionReason ?? '',
          }),
          to: [
            {
              ids: ({ statements }) =>
                (statements ?? []).filter(({ askedAt }) => askedAt).map(({ userId }) => userId),
            },
          ],
        },
      ],
      done: ['已决定；冲销草稿见「冲销单」', 'Decided; for the draft reversals see “Reversals”'],
    },
    conclude: {
      label: ['办结', 'Close the case'],
      from: [caseStatusCodes.decided],
      to: caseStatusCodes.closed,
      by: office,
      ask: ['冲销事项都已办理，确定办结？', 'All reversals are completed. Close the case?'],
    },
    refreshChain: {
      label: ['刷新关联', 'Refresh linked items'],
      from: [
        caseStatusCodes.found,
        caseStatusCodes.asked,
        caseStatusCodes.stated,
        caseStatusCodes.decided,
      ],
      by: office,
      done: ['关联事项已更新', 'Linked items refreshed'],
    },
    dismiss: {
      label: ['排除', 'Dismiss'],
      from: [caseStatusCodes.found, caseStatusCodes.asked, caseStatusCodes.stated],
      to: caseStatusCodes.dismissed,
      by: office,
      form: { reason: f.reason(['排除原因', 'Reason for dismissal']).max(300) },
      done: ['已排除，同一条目不再立案', 'Dismissed; the same entry opens no further case'],
    },
  },
  access: { read: scope, write: permission('rcase_decide') },
  views: {
    all: {
      label: ['撤稿案件', 'Retraction cases'],
      none: [
        '没有案件：名单命中论文库时自动立案',
        'No cases: one is opened automatically when a list matches a paper in the library',
      ],
      code: 'rcase',
      path: '/achievement/retractionCase',
      icon: 'FlagOutlined',
      scope: office,
      menu: ['integrity', 1],
      grants: {
        rd_admin: 'all',
        rd_achieve: [
          ...readerActions,
          'ask',
          'close',
          'refreshChain',
          'decide',
          'dismiss',
          'conclude',
        ],
        rd_leader: [...readerActions, 'decide'],
      },
      actions: [
        'view',
        'ask',
        'close',
        'refreshChain',
        'decide',
        'dismiss',
        'conclude',
        'export',
        'history',
      ],
    },
    mine: {
      label: ['撤稿说明', 'My statements'],
      none: ['没有需要您说明的论文', 'No papers need a statement from you'],
      code: 'mycase',
      path: '/achievement/myRetractionCase',
      icon: 'MessageOutlined',
      scope: everyScope(asked, member('statements', 'userId')),
      columns: ['paperTitle', 'status', 'listKind', 'noticeDate', 'dueDate', 'decision', 'caseNum'],
      menu: ['integrity', 4],
      grants: {
        teacher: ['view', 'answer', 'history'],
        dept_leader: ['view', 'answer', 'history'],
      },
      actions: ['view', 'answer', 'history'],
    },
  },
});
