import {
  anyScope,
  departmentScope,
  everyScope,
  own,
  permission,
  withCode,
} from '@keyan/kernel/access/scope.ts';
import { f } from '@keyan/kernel/definition/field/field.ts';
import { recordNamedBy } from '@keyan/kernel/definition/life/fact.ts';
import { defineResource } from '@keyan/kernel/definition/resource.ts';
import type { Label } from '@keyan/kernel/label.ts';
import { entryOf } from '@keyan/kernel/values/dictionary.ts';
import { assessGrade } from '../people/teams/dictionaries.ts';
import { batchStatusCodes, scoreMessage } from '../scoring/dictionaries.ts';
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
import { assessAppealType, assessGradeCodes } from './dictionaries.ts';
import { assessBatch, assessResult, objectionableResults } from './faces.ts';
import { assessAppealsLedger, assessedLedger } from './ledgers.ts';

const office = permission('aappeal_uphold');

const submitted = withCode(
  'status',
  ...undecidedCodes,
  appealStatusCodes.upheld,
  appealStatusCodes.rejected,
);

/**
 * Types of appeals that contest an existing result; the remaining type is for people who have no
 * result.
 */
const againstResult: ReadonlySet<unknown> = new Set(['2', '3', '4']);

const isAboutResult = ({ appealType: type }: { readonly appealType?: unknown }): boolean =>
  againstResult.has(type);

const appealPeriodClosedText: Label = ['不在公示（申诉）期内', 'The appeal period is not open'];

/** Message about an appeal, to the office that decides it and to the appellant. */
const tellAppeal = {
  type: scoreMessage,
  words: ({ subject, result }: Readonly<Record<'subject' | 'result', string | null>>) => ({
    subject: subject ?? '',
    result: result ?? '',
  }),
};

/**
 * 考核申诉: a person’s objection to their own grade during the publication of results (R-703 with
 *
 */
export const assessAppeal = defineResource({
  key: 'assessAppeal',
  label: ['考核申诉', 'Assessment appeal'],
  words: { plural: ['考核申诉', 'Assessment appeals'], add: ['提出考核申诉', 'Appeal'] },
  path: 'kh-edu-research/assessAppeal',
  scarce: { records: 'few', because: 'few people object to their grade' },
  title: 'subject',
  fields: {
    batchId: f
      .ref(['考核批次', 'Batch'], assessBatch)
      .required()
      .among(withCode('status', batchStatusCodes.shown))
      .listed(['申诉', 'Appeals']),
    appealType: f.dict(['申诉类型', 'Type'], assessAppealType).required().initial('4'),
    resultId: f
      .ref(['考核结果', 'Result'], assessResult)
      .required()
      .when(isAboutResult)
      .among(objectionableResults)
      .listed(['申诉', 'Appeals']),
    ...f.copies('resultId', assessResult, 'subjectName', 'finalGrade'),
    subject: f.text(['申诉事项', 'Subject']).max(200).computed().searchable(),
    appealUserId: f.ref(['申诉人', 'Appellant'], user).computed(),
    fkDeptId: f
      .ref(['部门', 'Department'], dept)
      .computed()
      .initial(({ departments }) => departments[0] ?? null),
    content: f.note(['申诉内容', 'Reasons']).required().max(1000),
    expectGrade: f.dict(['期望等级', 'Expected grade'], assessGrade),
    decidedGrade: f.dict(['认定等级', 'Decided grade'], assessGrade).computed(),
    result: f.note(['处理结果', 'Result of the appeal']).max(500).computed(),
    handler: f.ref(['处理人', 'Decided by'], user).computed(),
    handleTime: f.time(['处理时间', 'Decided']).computed(),
    status: f.dict(['状态', 'Status'], appealStatus).computed().initial(appealStatusCodes.draft),
    attachments: f.files(['附件', 'Attachments'], attachmentCategories('99')),
  },
  facts: {
    batch: recordNamedBy('batchId', assessBatch),
    about: recordNamedBy('resultId', assessResult),
  },
  compute: ({ appealType, content }, _before, { facts: { batch } }) => ({
    subject: batch?.batchName
      ? `${batch.batchName} · ${entryOf(assessAppealType, appealType ?? '')?.label[0] ?? ''}`
      : (content ?? '').slice(0, 60) || null,
  }),
  list: {
    columns: [
      'status',
      'subject',
      'appealType',
      'appealUserId',
      'fkDeptId',
      'finalGrade',
      'expectGrade',
      'decidedGrade',
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
        '未列入考核的，请选择该类型并说明情况',
        'If you are not included in the assessment, choose that type and explain',
      ],
      fields: ['batchId', 'appealType', 'resultId', 'finalGrade', 'expectGrade'],
    },
    { key: 'content', title: ['申诉内容', 'Reasons'], fields: ['content', 'attachments'] },
    {
      key: 'decision',
      title: ['处理', 'Decision'],
      fields: [],
      shown: ['decidedGrade', 'result', 'handler', 'handleTime'],
    },
  ],
  validators: [
    {
      fields: ['resultId', 'batchId'],
      check: (row, { facts: { about } }) =>
        isAboutResult(row) && about && about.fkBatchId !== row.batchId
          ? ['该结果不属于所选批次', 'This result is of another batch']
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
        fields: ['batchId'],
        check: (_row, { now, facts: { batch } }) =>
          batch?.status === batchStatusCodes.shown && (batch.publicEnd ?? '') > now
            ? null
            : appealPeriodClosedText,
      },
      set: (_row, _input, { actor }) => ({ appealUserId: actor }),
      tells: [
        {
          ...tellAppeal,
          title: ['收到考核申诉', 'An assessment appeal was received'],
          content: [
            '【{subject}】有考核申诉待处理。',
            'An appeal about “{subject}” is waiting for a decision.',
          ],
          to: [{ role: 'rd_admin' }],
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
    takeUp: {
      label: ['受理', 'Accept'],
      from: [appealStatusCodes.handedIn],
      to: appealStatusCodes.inHand,
      by: office,
      done: ['已受理', 'Accepted'],
    },
    uphold: {
      label: ['申诉成立', 'Uphold'],
      from: undecidedCodes,
      to: appealStatusCodes.upheld,
      by: office,
      form: {
        decidedGrade: f.dict(['认定等级', 'Decided grade'], assessGrade).required(),
        ...appealAnswerField,
      },
      set: (row, input, context) => ({
        decidedGrade: input.decidedGrade ?? null,
        ...appealDecisionValues(row, input, context),
      }),
      tells: [
        {
          ...tellAppeal,
          title: ['考核申诉成立', 'Your appeal was upheld'],
          content: [
            '您对【{subject}】的申诉成立：{result}',
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
          title: ['考核申诉不成立', 'Your appeal was rejected'],
          content: [
            '您对【{subject}】的申诉不成立：{result}',
            'Your appeal about “{subject}” was rejected: {result}',
          ],
          to: ['writer'],
        },
      ],
      danger: true,
    },
  },
  effects: ({ during, write, post }) => [
    during(
      appealStatusCodes.upheld,
      write('resultId', assessResult, {
        action: 'uphold',
        set: ({ decidedGrade, result }) => ({
          decidedGrade,
          decidedWhy: (result ?? '').slice(0, 300),
        }),
      }),
      'uphold',
    ),
    during(
      undecidedCodes,
      post(assessedLedger, ({ batchId, finalGrade }) =>
        batchId ? [{ owner: batchId, grade: finalGrade ?? assessGradeCodes.none, appeals: 1 }] : [],
      ),
    ),
    during(
      [...undecidedCodes, appealStatusCodes.upheld, appealStatusCodes.rejected],
      post(assessAppealsLedger, ({ resultId }) => (resultId ? [{ resultId, count: 1 }] : [])),
    ),
  ],
  access: {
    read: anyScope(own(), everyScope(submitted, anyScope(office, departmentScope('fkDeptId')))),
    write: own(),
  },
  views: {
    all: {
      label: ['考核申诉', 'Assessment appeals'],
      code: 'aappeal',
      path: '/score/assessAppeal',
      icon: 'MessageOutlined',
      scope: anyScope(own(), everyScope(submitted, anyScope(office, departmentScope('fkDeptId')))),
      menu: ['scoreAssess', 6],
      grants: {
        rd_admin: 'all',
        rd_leader: readerActions,
        dept_secretary: readerActions,
        dept_leader: readerActions,
        teacher: ['add', 'edit', 'view', 'delete', 'handIn', 'takeBack', 'export', 'history'],
      },
      actions: [
        'add',
        'edit',
        'view',
        'delete',
        'handIn',
        'takeBack',
        'takeUp',
        'uphold',
        'reject',
        'export',
        'history',
      ],
    },
  },
  specimen: () => ({ appealType: '1', resultId: null }),
});
