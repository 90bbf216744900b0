import {
  anyScope,
  departmentScope,
  everyScope,
  own,
  permission,
  rowHasCode,
  withCode,
} from '@keyan/kernel/access/scope.ts';
import { f } from '@keyan/kernel/definition/field/field.ts';
import { recordNamedBy } from '@keyan/kernel/definition/life/fact.ts';
import { defineResource } from '@keyan/kernel/definition/resource.ts';
import type { Label } from '@keyan/kernel/label.ts';
import { attachmentCategories } from '../shared/attachments.ts';
import { readerActions } from '../shared/grants.ts';
import {
  appealAnswerField,
  appealDecisionValues,
  appealStatus,
  appealStatusCodes,
  undecidedCodes,
} from '../shared/mechanisms/appeals.ts';
import { dept, user } from '../shared/references/refs.ts';
import { adjustSourceCodes, appealType, batchStatusCodes, scoreMessage } from './dictionaries.ts';
import { appealableResults, scoreBatch, scoreResult, unfinishedResults } from './faces.ts';
import { pointsLedger, scoreAppealsLedger } from './ledgers.ts';

const office = permission('sappeal_uphold');

const submitted = withCode(
  'status',
  ...undecidedCodes,
  appealStatusCodes.upheld,
  appealStatusCodes.rejected,
);

/**
 * Types of appeals that contest an existing score; the remaining type is for outputs without a
 * score.
 */
const againstScore: ReadonlySet<unknown> = new Set(['2', '3', '4']);

const isAboutScore = ({ appealType: type }: { readonly appealType?: unknown }): boolean =>
  againstScore.has(type);

/** Message about an appeal, to the office that acts next and to the appellant. */
const tellAppeal = {
  type: scoreMessage,
  words: ({ subject, result }: Readonly<Record<'subject' | 'result', string | null>>) => ({
    subject: subject ?? '',
    result: result ?? '',
  }),
};

const openAppealText: Label = [
  '该条结果已有申诉在处理',
  'There is an open appeal against this score',
];

const appealPeriodClosedText: Label = ['不在公示（申诉）期内', 'The appeal period is not open'];

/**
 * 计分申诉: objection of a person to their own score; the college comments, the office decides
 * (R-606).
 */
export const scoreAppeal = defineResource({
  key: 'scoreAppeal',
  scarce: { records: 'few', because: 'few people appeal, and only while a batch is shown to them' },
  label: ['计分申诉', 'Appeal'],
  words: { plural: ['计分申诉', 'Appeals'], add: ['提出申诉', 'Appeal'] },
  path: 'kh-edu-research/scoreAppeal',
  title: 'subject',
  fields: {
    batchId: f
      .ref(['计分批次', 'Batch'], scoreBatch)
      .required()
      .among(withCode('status', batchStatusCodes.shown))
      .listed(['申诉', 'Appeals']),
    appealType: f.dict(['申诉类型', 'Type'], appealType).required().initial('2'),
    resultId: f
      .ref(['申诉条目', 'Score'], scoreResult)
      .required()
      .when(isAboutScore)
      .among(appealableResults)
      .listed(['申诉', 'Appeals']),
    ...f.copies('resultId', scoreResult, 'title', 'finalScore'),
    subject: f.text(['申诉事项', 'Subject']).max(300).computed().searchable(),
    appealUserId: f.ref(['申诉人', 'Appellant'], user).computed(),
    fkDeptId: f
      .ref(['部门', 'Department'], dept)
      .computed()
      .initial(({ departments }) => departments[0] ?? null),
    content: f.note(['申诉内容', 'Reasons']).required().max(1000),
    expectScore: f.decimal(['期望分值', 'Expected score'], 2).between(0, 999_999),
    deptOpinion: f.note(['院系意见', 'Comment of the college']).max(300).byApprover(),
    result: f.note(['处理结果', 'Result of the appeal']).max(500).byApprover(),
    decidedScore: f.decimal(['认定分值', 'Decided score'], 2).byApprover(),
    handler: f.ref(['处理人', 'Decided by'], user).byApprover(),
    handleTime: f.time(['处理时间', 'Decided']).byApprover(),
    status: f.dict(['状态', 'Status'], appealStatus).computed().initial(appealStatusCodes.draft),
    attachments: f.files(['附件', 'Attachments'], attachmentCategories('99')),
  },
  facts: {
    batch: recordNamedBy('batchId', scoreBatch),
    about: recordNamedBy('resultId', scoreResult),
  },
  compute: (row) => ({
    subject: isAboutScore(row) ? row.title : (row.content ?? '').slice(0, 60) || null,
  }),
  list: {
    columns: [
      'status',
      'subject',
      'appealType',
      'appealUserId',
      'fkDeptId',
      'finalScore',
      'expectScore',
      'decidedScore',
      'handler',
      'handleTime',
    ],
    filters: ['batchId', 'appealType', 'appealUserId', 'fkDeptId', 'status'],
    sort: '-createTime',
  },
  form: [
    {
      key: 'about',
      title: ['申诉对象', 'Appeal against'],
      note: [
        '漏计的成果请先登记；其他类型请选择本人的得分条目',
        'For omitted outputs, register the output first; otherwise choose one of your own scores',
      ],
      fields: ['batchId', 'appealType', 'resultId', 'finalScore', 'expectScore'],
    },
    { key: 'content', title: ['申诉内容', 'Reasons'], fields: ['content', 'attachments'] },
    {
      key: 'decision',
      title: ['处理', 'Decision'],
      fields: ['deptOpinion', 'result', 'decidedScore', 'handler', 'handleTime'],
    },
  ],
  validators: [
    {
      fields: ['resultId', 'batchId'],
      check: (row, { facts: { about } }) =>
        isAboutScore(row) && about && about.batchId !== row.batchId
          ? ['该条目不属于所选批次', 'This score does not belong to the chosen batch']
          : null,
    },
  ],
  states: {
    field: 'status',
    initial: appealStatusCodes.draft,
    editable: [appealStatusCodes.draft, appealStatusCodes.takenBack],
  },
  actions: {
    handIn: {
      label: ['提交申诉', 'Submit'],
      from: [appealStatusCodes.draft, appealStatusCodes.takenBack],
      to: appealStatusCodes.handedIn,
      by: own(),
      guard: {
        fields: ['batchId', 'resultId'],
        check: (_row, { now, facts: { batch, about } }) => {
          if (batch?.status !== batchStatusCodes.shown || (batch.publicEnd ?? '') <= now)
            return appealPeriodClosedText;
          return about && !rowHasCode(unfinishedResults, about) ? openAppealText : null;
        },
      },
      set: (_row, _input, { actor }) => ({ appealUserId: actor }),
      tells: [
        {
          ...tellAppeal,
          title: ['收到计分申诉', 'A scoring appeal was received'],
          content: [
            '【{subject}】的计分申诉待处理。',
            'The scoring appeal about “{subject}” is waiting for a decision.',
          ],
          to: [{ role: 'rd_achieve' }],
        },
      ],
      call: 'submitAppeal',
      done: ['已提交，请等待处理', 'Submitted'],
    },
    takeBack: {
      label: ['撤回申诉', 'Withdraw'],
      from: [appealStatusCodes.handedIn],
      to: appealStatusCodes.takenBack,
      by: own(),
      ask: ['撤回后可修改再提交，确定撤回？', 'You can change and submit it again. Withdraw it?'],
      call: 'reback',
    },
    comment: {
      label: ['院系意见', 'Comment of the college'],
      from: [appealStatusCodes.handedIn],
      to: appealStatusCodes.inHand,
      by: departmentScope('fkDeptId'),
      form: { deptOpinion: f.reason(['院系意见', 'Comment of the college']).max(300) },
    },
    uphold: {
      label: ['申诉成立', 'Uphold'],
      from: undecidedCodes,
      to: appealStatusCodes.upheld,
      by: office,
      form: {
        // Requested even for appeals without a score, since the dialog does not know the record.
        decidedScore: f
          .decimal(
            ['认定分值（不填按期望分值）', 'Decided score (empty: as expected by the appellant)'],
            2,
          )
          .between(0, 999_999),
        ...appealAnswerField,
      },
      set: (row, input, context) => ({
        decidedScore: (input.decidedScore as string | null | undefined) ?? row.expectScore,
        ...appealDecisionValues(row, input, context),
      }),
      tells: [
        {
          ...tellAppeal,
          title: ['计分申诉成立', 'Your appeal was upheld'],
          content: [
            '【{subject}】的申诉成立：{result}',
            'Your appeal about “{subject}” was upheld: {result}',
          ],
          to: ['writer'],
        },
      ],
    },
    reject: {
      label: ['申诉不成立', 'Reject'],
      from: undecidedCodes,
      to: appealStatusCodes.rejected,
      by: office,
      form: appealAnswerField,
      set: appealDecisionValues,
      tells: [
        {
          ...tellAppeal,
          title: ['计分申诉不成立', 'Your appeal was rejected'],
          content: [
            '【{subject}】的申诉不成立：{result}',
            'Your appeal about “{subject}” was rejected: {result}',
          ],
          to: ['writer'],
        },
      ],
      danger: true,
    },
  },
  effects: ({ during, write, post }) => [
    during(undecidedCodes, write('resultId', scoreResult, { action: 'appeal' }), 'appeal'),
    during(
      appealStatusCodes.upheld,
      write('resultId', scoreResult, {
        action: 'uphold',
        set: ({ decidedScore, result }) => ({
          adjustScore: decidedScore,
          adjustSource: adjustSourceCodes.appeal,
          proposedWhy: (result ?? '').slice(0, 300),
        }),
      }),
      'uphold',
    ),
    during(
      undecidedCodes,
      post(pointsLedger, ({ batchId, appealUserId }) =>
        batchId && appealUserId ? [{ owner: batchId, userId: appealUserId, appeals: 1 }] : [],
      ),
    ),
    during(
      [...undecidedCodes, appealStatusCodes.upheld, appealStatusCodes.rejected],
      post(scoreAppealsLedger, ({ resultId }) => (resultId ? [{ resultId, count: 1 }] : [])),
    ),
  ],
  access: {
    read: anyScope(own(), everyScope(submitted, anyScope(office, departmentScope('fkDeptId')))),
    write: own(),
  },
  views: {
    all: {
      label: ['计分申诉', 'Appeals'],
      code: 'sappeal',
      path: '/score/appeal',
      icon: 'MessageOutlined',
      scope: anyScope(own(), everyScope(submitted, anyScope(office, departmentScope('fkDeptId')))),
      menu: ['scoreYear', 5],
      grants: {
        rd_admin: 'all',
        rd_achieve: ['view', 'uphold', 'reject', 'export', 'history'],
        rd_leader: readerActions,
        dept_secretary: [...readerActions, 'comment'],
        dept_leader: [...readerActions, 'comment'],
        teacher: ['add', 'edit', 'view', 'delete', 'handIn', 'takeBack', 'export', 'history'],
      },
      actions: [
        'add',
        'edit',
        'view',
        'delete',
        'handIn',
        'takeBack',
        'comment',
        'uphold',
        'reject',
        'export',
        'history',
      ],
    },
  },
  specimen: () => ({ appealType: '1', resultId: null }),
});
