import { everyone } from '@keyan/kernel/access/scope.ts';
import { defineResource } from '@keyan/kernel/definition/resource.ts';
import { variantsBy } from '@keyan/kernel/definition/variants.ts';
import { plus, sum } from '@keyan/kernel/values/amounts.ts';
import { reviewOutcome, reviewWrites } from '../../review/reviewed.ts';
import {
  deptLeader,
  deptSecretary,
  linkIf,
  rdLeader,
  rdProject,
  review,
} from '../../shared/approval-steps.ts';
import { askedAmountOf } from '../budget/budget-limits.ts';
import { processFor } from '../common/about.ts';
import { declaredKinds } from '../common/access.ts';
import { drawDeclaration } from '../common/examples.ts';
import { declareInfo as declaration } from '../common/faces.ts';
import { memberRoleCodes } from '../common/parts.ts';
import { programApproval } from '../program/program-approval.ts';
import { approveAllAction, approveListedAction } from './batch-approval.ts';
import { approvalDraftOf, draftAwaits } from './declare-approval.ts';
import { declareFields } from './declare-fields.ts';
import { declarePersons, declareQuotas } from './declare-ledgers.ts';
import { askMembersMessages, memberActions, membersToAskIn } from './declare-members.ts';
import { declareAccess, declareColumns, declarePages } from './declare-pages.ts';
import { isHandedIn, teamTrial } from './declare-people.ts';
import { rankAction, sameCollegeScope } from './declare-reports.ts';
import { declareReview } from './declare-review.ts';
import { comparedTitles, declareFacts, declareRules } from './declare-rules.ts';
import {
  countedStatesOfDeclarations,
  notFundedState,
  recommendedStates,
  returnedState,
} from './declare-states.ts';
import { objectionMoves } from './publicity/objected.ts';
import { publicityGuard } from './publicity/public-list.ts';
import { sponsorDeclines } from './sponsor-declines.ts';

/** 项目申报: application for a project under a call for proposals. */
export const declareInfo = defineResource({
  key: 'declareInfo',
  label: declaration.label,
  words: {
    plural: ['项目申报', 'Project applications'],
    add: ['申报项目', 'New application'],
    edit: ['编辑申报', 'Edit application'],
    end: ['拟立项', 'Proposed for approval'],
  },
  path: 'kh-edu-research/declareInfo',
  title: 'programName',
  number: {
    field: 'declareNum',
    pattern: '${planCode}${seq3}',
    places: { planCode: (_row, { plan }) => plan.planCode },
  },
  with: [comparedTitles, declareReview],
  fields: declareFields,
  facts: declareFacts,
  compute: ({ budget, ...row }, before, { facts: { asks, me, college } }) => ({
    matchFunds: plus('0.00', sum(budget, 'selfRaiseFunds')),
    budget: budget?.map((line) => ({ ...line, sums: askedAmountOf(line) })) ?? null,
    ...(isHandedIn(row)
      ? {}
      : {
          ...membersToAskIn(row.members, before?.members ?? [], me.id, asks === '1'),
          ...sameCollegeScope(row, before, college),
        }),
  }),
  validators: declareRules,
  trials: { validateMember: teamTrial },
  states: {
    field: 'declareStatus',
    phases: {
      draft: ['0'],
      inApproval: ['10', '20', '30', '40'],
      approved: ['50', '60', notFundedState],
      refused: ['70', '82'],
      returned: [returnedState],
      recalled: ['81'],
      void: ['90'],
    },
    looks: { '50': 'inApproval', [notFundedState]: 'refused' },
    steps: {
      recommended: { passed: '20' },
      formal: { passed: '30', refused: '82' },
      review: { state: '40' },
    },
  },
  actions: {
    ...memberActions,
    ...rankAction,
    convert: {
      label: ['转立项', 'Convert to project approval'],
      from: ['50'],
      to: '60',
      by: everyone(),
      at: 'selection',
      call: 'converter',
      guard: publicityGuard,
      ask: [
        '所选申报将生成立项草稿，由申报人补充批复信息，确定？',
        'A draft project approval is created for each application, for the applicant to complete. Continue?',
      ],
      done: ['已生成立项草稿', 'Draft project approvals created'],
      tells: [draftAwaits],
    },
    approveAll: { ...approveAllAction, by: everyone() },
    approveListed: { ...approveListedAction, by: everyone() },
    ...sponsorDeclines,
    ...objectionMoves,
    unconvert: {
      label: ['撤销立项', 'Undo approval'],
      from: ['60'],
      to: '50',
      by: everyone(),
      ask: [
        '撤销后回到拟立项，未改动的立项草稿一并删除，确定？',
        'It returns to “proposed for approval”, and an unchanged draft is deleted. Continue?',
      ],
      danger: true,
    },
  },
  tells: [askMembersMessages],
  effects: ({ during, post, create }) => [
    during('60', create(programApproval, { into: 'approvalId', values: approvalDraftOf })),
    during(
      countedStatesOfDeclarations,
      post(declarePersons, ({ planId, members }) =>
        (members ?? []).flatMap(({ userId, memberRole }) =>
          userId
            ? [
                {
                  owner: planId,
                  userId,
                  [memberRole === memberRoleCodes.leader ? 'led' : 'joined']: 1,
                },
              ]
            : [],
        ),
      ),
    ),
    ...(
      [
        ['declared', countedStatesOfDeclarations],
        ['recommended', recommendedStates],
        ['approved', ['60']],
      ] as const
    ).map(([measure, states]) =>
      during(
        states,
        post(declareQuotas, ({ planId, collegeId }) =>
          collegeId ? [{ owner: planId, departmentId: collegeId, [measure]: 1 }] : [],
        ),
        measure,
      ),
    ),
    during(
      recommendedStates,
      post(declareQuotas, ({ planId, collegeId, isReported }) =>
        collegeId && isReported !== '1'
          ? [{ owner: planId, departmentId: collegeId, unreported: 1 }]
          : [],
      ),
      'unreported',
    ),
  ],
  specimen: drawDeclaration,
  list: {
    columns: declareColumns,
    filters: [
      'planId',
      'planYear',
      'projectType',
      'programLeader',
      'departmentId',
      'declareStatus',
    ],
    totals: ['applyFunds'],
    sort: '-createTime',
  },
  form: [
    {
      key: 'plan',
      title: ['申报计划', 'Call'],
      fields: ['planId', 'programKind', 'planYear', 'resource', 'level', 'fundMode', 'endTime'],
    },
    {
      key: 'project',
      title: ['项目', 'Project'],
      fields: [
        'programName',
        'projectType',
        'subjectClass',
        'subject',
        'subjectCode',
        'keywords',
        'researchType',
        'resultForms',
        'startDate',
        'endDate',
      ],
    },
    {
      key: 'leader',
      title: ['项目负责人', 'Leader'],
      fields: ['programLeader', 'departmentId', 'leaderPhone', 'leaderEmail'],
    },
    { key: 'members', title: ['项目组成员', 'Members'], fields: ['members'] },
    {
      key: 'budget',
      title: ['经费预算', 'Budget'],
      note: ['预算合计应等于申请经费', 'The budget must equal the requested funds'],
      fields: ['isTheory', 'applyFunds', 'matchFunds', 'budget'],
    },
    {
      key: 'content',
      title: ['研究内容', 'Content'],
      fields: ['abstractText', 'innovation', 'basis'],
    },
    { key: 'units', title: ['合作单位', 'Partners'], fields: ['units'] },
    {
      key: 'pledges',
      title: ['伦理与诚信', 'Ethics and integrity'],
      fields: ['ethics', 'compliance', 'integrity'],
    },
    { key: 'attachments', title: ['附件', 'Attachments'], fields: ['attachments'] },
    {
      key: 'decision',
      title: ['推荐与审查', 'Recommendation and eligibility'],
      note: [
        '由院系和科研处审批时填写',
        'Filled in by the college and the research office at approval',
      ],
      fields: ['deptOpinionRank', 'formalResult', ...reviewOutcome],
      shown: ['isReported', 'approvalId', 'grantNum', 'grantFunds', 'grantDoc', 'grantDate'],
    },
  ],
  department: 'departmentId',
  concerned: ['members', 'userId'],
  access: declareAccess,
  variants: variantsBy('programKind', declaredKinds, (kind) => ({
    process: processFor(
      kind,
      { name: 'declare', label: ['项目申报', 'project application'], place: 0 },
      [
        { ...deptSecretary, editable: ['deptOpinionRank'] },
        { ...deptLeader, tag: 'recommended', editable: ['deptOpinionRank'] },
        { ...rdProject, tag: 'formal', editable: ['formalResult'] },
        linkIf({ ...review, editable: reviewWrites }, "${plan.needReview == '1'}"),
        rdLeader,
      ],
    ),
    views: declarePages(kind),
  })),
});
