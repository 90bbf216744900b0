import {
  anyScope,
  everyScope,
  inPeriod,
  notInList,
  own,
  permission,
  withCode,
} from '@keyan/kernel/access/scope.ts';
import { f } from '@keyan/kernel/definition/field/field.ts';
import { recordNamedBy } from '@keyan/kernel/definition/life/fact.ts';
import { defineResource } from '@keyan/kernel/definition/resource.ts';
import type { Label } from '@keyan/kernel/label.ts';
import { attachmentCategories } from '../../../shared/attachments.ts';
import {
  appealAnswerField,
  appealDecisionValues,
  appealStatus,
  appealStatusCodes,
  undecidedCodes,
} from '../../../shared/mechanisms/appeals.ts';
import { releaseCodes } from '../../../shared/mechanisms/releasing.ts';
import { dept, user } from '../../../shared/references/refs.ts';
import { declarePlan } from '../../common/faces.ts';
import { objectedDeclaration } from './objected.ts';
import { isPublicListShown } from './public-list.ts';

/** Permission of the office, without members who are named in the declaration. */
const office = everyScope(permission('pobjection_uphold'), notInList('parties'));

/** Scope of calls whose list is currently public. */
const shownNow = everyScope(
  withCode('status', releaseCodes.published, releaseCodes.closed),
  inPeriod('shownFrom', 'shownUntil'),
);

const periodOverText: Label = ['不在公示期内', 'The public notice period is not open'];

/** Message type of calls for proposals. */
const callMessage = '11';

/** Message to the objector about the decision. */
const told = (title: Label) => ({
  type: callMessage,
  title,
  content: [
    '您对公示项目【{name}】提出的异议：{result}',
    'Your objection to the proposed project “{name}”: {result}',
  ] as const,
  words: ({ programName, result }: Readonly<Record<'programName' | 'result', string | null>>) => ({
    name: programName ?? '',
    result: result ?? '',
  }),
  to: ['writer'] as const,
});

/** 公示异议: objection to a publicly listed proposal; the office upholds or rejects it. */
export const proposalObjection = defineResource({
  key: 'proposalObjection',
  label: ['公示异议', 'Objection to a proposed project'],
  words: { plural: ['公示异议', 'Objections to proposed projects'], add: ['提出异议', 'Dispute'] },
  path: 'kh-edu-research/proposalObjection',
  scarce: { records: 'few', because: 'few people object to a proposed project' },
  title: 'programName',
  fields: {
    planId: f
      .ref(['申报计划', 'Call'], declarePlan)
      .required()
      .among(shownNow, periodOverText)
      .listed(['公示异议', 'Objections']),
    declareNum: f
      .text(['公示项目', 'Proposed project'])
      .required()
      .max(40)
      .help(['从公示名单中选择', 'Choose from the public notice list']),
    programName: f.text(['项目名称', 'Project title']).max(200).computed().searchable(),
    declareId: f
      .ref(['项目申报', 'Project application'], objectedDeclaration)
      .computed()
      .secret('pobjection_uphold'),
    departmentId: f.ref(['承担单位', 'Department'], dept).computed(),
    parties: f.text(['当事人', 'Parties']).max(4000).computed().secret('pobjection_parties'),
    content: f.note(['异议内容', 'Objection']).required().max(1000),
    result: f.note(['处理结果', 'Result of the appeal']).max(500).computed(),
    handler: f.ref(['处理人', 'Decided by'], user).computed(),
    handleTime: f.time(['处理时间', 'Decided']).computed(),
    status: f.dict(['状态', 'Status'], appealStatus).computed().initial(appealStatusCodes.draft),
    attachments: f.files(['证明材料', 'Supporting documents'], attachmentCategories('99')),
  },
  facts: { plan: recordNamedBy('planId', declarePlan) },
  compute: ({ declareNum }, _before, { facts: { plan } }) => {
    const line = (plan.proposed ?? []).find((one) => one.declareNum === declareNum);
    return {
      programName: line?.programName ?? null,
      departmentId: line?.departmentId ?? null,
    };
  },
  list: {
    columns: [
      'status',
      'programName',
      'planId',
      'departmentId',
      'createTime',
      'handler',
      'handleTime',
    ],
    filters: ['programName', 'planId', 'departmentId', 'status'],
    sort: '-createTime',
  },
  form: [
    {
      key: 'about',
      title: ['公示项目', 'Proposed project'],
      fields: ['planId', 'declareNum'],
      shown: ['programName', 'departmentId', 'declareId'],
    },
    {
      key: 'content',
      title: ['异议', 'Objection'],
      note: [
        '异议须实名提出，写明事实和依据；当事人不能看到提出人',
        'Objections must be made under your real name, with facts and grounds; those concerned cannot see who objected',
      ],
      fields: ['content', 'attachments'],
    },
    {
      key: 'decision',
      title: ['处理', 'Decision'],
      fields: [],
      shown: ['result', 'handler', 'handleTime'],
    },
  ],
  validators: [
    {
      fields: ['declareNum', 'planId'],
      check: ({ declareNum, planId }, { facts: { plan } }) =>
        !declareNum || !planId || (plan.proposed ?? []).some((one) => one.declareNum === declareNum)
          ? null
          : ['公示名单中没有该项目', 'The project is not on the public notice list'],
    },
  ],
  states: {
    field: 'status',
    initial: appealStatusCodes.draft,
    editable: [appealStatusCodes.draft, appealStatusCodes.takenBack],
  },
  actions: {
    handIn: {
      label: ['提交异议', 'Submit'],
      from: [appealStatusCodes.draft, appealStatusCodes.takenBack],
      to: appealStatusCodes.handedIn,
      by: own(),
      guard: {
        fields: ['planId'],
        check: (_row, { now, facts: { plan } }) =>
          isPublicListShown(plan, now) ? null : periodOverText,
        told: true,
      },
      tells: [
        {
          type: callMessage,
          title: ['收到公示异议', 'An objection to a proposed project'],
          content: [
            '公示项目【{name}】有异议待处理，处理前不能立项。',
            'An objection to the proposed project “{name}” is waiting for a decision; it cannot be approved before that.',
          ],
          words: ({ programName }) => ({ name: programName ?? '' }),
          to: [{ role: 'rd_project' }],
        },
      ],
      done: ['异议已提交科研处', 'The objection was sent to the research office'],
    },
    takeBack: {
      label: ['撤回异议', 'Withdraw'],
      from: [appealStatusCodes.handedIn],
      to: appealStatusCodes.takenBack,
      by: own(),
      ask: ['撤回后可修改再提交，确定撤回？', 'You can change and submit it again. Withdraw it?'],
    },
    takeUp: {
      label: ['受理', 'Accept'],
      from: [appealStatusCodes.handedIn],
      to: appealStatusCodes.inHand,
      by: office,
      done: ['已受理', 'Accepted'],
    },
    uphold: {
      label: ['异议成立', 'Uphold'],
      from: undecidedCodes,
      to: appealStatusCodes.upheld,
      by: office,
      form: appealAnswerField,
      set: appealDecisionValues,
      tells: [told(['公示异议成立', 'Your objection was upheld'])],
      danger: true,
    },
    reject: {
      label: ['异议不成立', 'Reject'],
      from: undecidedCodes,
      to: appealStatusCodes.rejected,
      by: office,
      form: appealAnswerField,
      set: appealDecisionValues,
      tells: [told(['公示异议不成立', 'Your objection was rejected'])],
    },
  },
  effects: ({ during, write }) => [
    during(
      undecidedCodes,
      write('declareId', objectedDeclaration, {
        action: 'object',
        set: () => ({ isObjected: '1' as const }),
      }),
      'object',
    ),
    during(
      appealStatusCodes.upheld,
      write('declareId', objectedDeclaration, { action: 'dropProposal' }),
      'drop',
    ),
  ],
  access: {
    read: anyScope(
      own(),
      everyScope(
        withCode('status', ...undecidedCodes, appealStatusCodes.upheld, appealStatusCodes.rejected),
        office,
      ),
    ),
    write: own(),
  },
  views: {
    all: {
      label: ['公示异议', 'Objections to proposals'],
      code: 'pobjection',
      path: '/program/proposalObjection',
      icon: 'NotificationOutlined',
      note: ['拟立项名单公示期内提出', 'Raised during the public notice of proposed projects'],
      scope: anyScope(
        own(),
        everyScope(
          withCode(
            'status',
            ...undecidedCodes,
            appealStatusCodes.upheld,
            appealStatusCodes.rejected,
          ),
          office,
        ),
      ),
      menu: ['review', 18],
      grants: {
        rd_admin: 'all',
        rd_project: 'all',
        teacher: ['add', 'edit', 'view', 'delete', 'handIn', 'takeBack'],
        dept_secretary: ['add', 'edit', 'view', 'delete', 'handIn', 'takeBack'],
        dept_leader: ['add', 'edit', 'view', 'delete', 'handIn', 'takeBack'],
      },
      rights: [
        { code: 'pobjection_parties', label: ['查看当事人', 'View the parties'], roles: [] },
      ],
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
});
