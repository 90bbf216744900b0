import {
  any,
  departmentScope,
  everyone,
  handles,
  member,
  own,
  submitted,
} from '@keyan/kernel/access/scope.ts';
import { of, param } from '@keyan/kernel/definition/fact.ts';
import { defineResource } from '@keyan/kernel/definition/resource.ts';
import { by } from '@keyan/kernel/definition/variants.ts';
import type { Label } from '@keyan/kernel/label.ts';
import { equal, plus, sum } from '@keyan/kernel/values/amounts.ts';
import { addMonths } from '@keyan/kernel/values/time.ts';
import {
  deptLeader,
  deptSecretary,
  onlyIf,
  rdLeader,
  rdProject,
  review,
} from '../shared/approval-steps.ts';
import { mayAnswer, notNow } from '../shared/releasing.ts';
import { memberConfirm } from '../system/parameters/limits.ts';
import { processFor } from './about.ts';
import { declaredKinds } from './access.ts';
import { budgetFaults } from './budget-change.ts';
import { askedFor, indirectFault } from './budget-limits.ts';
import { asApproval } from './declare-approval.ts';
import { declareFields } from './declare-fields.ts';
import { declarePersons, declareQuotas } from './declare-ledgers.ts';
import { askedMember, memberActions } from './declare-members.ts';
import { declarePages } from './declare-pages.ts';
import { declareInfo as declaration, declarePlan } from './faces.ts';
import { leaderLine, memberFaults, roles } from './parts.ts';
import { programApproval } from './program-approval.ts';
import { isTypeOf, projectType } from './project-types.ts';

/** The state of a declaration that an approver gave back. */
const returned = '80';

/** Recommended by the department, until it is not approved. */
const recommended = ['20', '30', '40', '50', '60'] as const;

/** Handed in: it counts for its people, although it may not be approved. */
const counted = ['10', ...recommended, '70'] as const;

/** What an example says of how a cost was found. */
const estimate: Label = ['按近两年同类支出测算', 'As in the last two years'];

/** 项目申报: what somebody wants to be approved as a project, under a plan of the research office. */
export const declareInfo = defineResource({
  key: 'declareInfo',
  label: declaration.label,
  words: {
    plural: ['项目申报', 'Project declarations'],
    add: ['申报项目', 'Declare a project'],
    edit: ['编辑申报', 'Edit declaration'],
    approved: ['拟立项', 'To be approved'],
    end: ['拟立项', 'To be approved'],
  },
  path: 'kh-edu-research/declareInfo',
  title: 'programName',
  number: {
    field: 'declareNum',
    pattern: '${planCode}${seq3}',
    places: { planCode: (_row, { plan }) => plan.planCode },
  },
  fields: declareFields,
  facts: { plan: of('planId', declarePlan), asks: param(memberConfirm) },
  compute: ({ budget }) => ({
    matchFunds: plus('0.00', sum(budget, 'selfRaiseFunds')),
    budget: budget?.map((line) => ({ ...line, sums: askedFor(line) })) ?? null,
  }),
  validators: [
    {
      fields: ['planId'],
      check: ({ planId, declareStatus }, { now, facts: { plan } }) =>
        planId && !mayAnswer(plan, now, declareStatus === returned) ? notNow : null,
    },
    {
      fields: ['projectType', 'resource'],
      check: ({ projectType: type, resource }) =>
        isTypeOf(type, resource)
          ? null
          : ['项目类别与项目来源不符', 'The source of the plan has no projects of this type'],
    },
    {
      fields: ['endDate', 'startDate'],
      check: ({ startDate, endDate }) =>
        startDate && endDate && endDate <= startDate
          ? ['计划完成日期应晚于开始日期', 'It has to end after it begins']
          : null,
    },
    {
      fields: ['members', 'programLeader'],
      check: ({ members, programLeader }) => memberFaults('members', members, programLeader),
    },
    {
      fields: ['budget', 'applyFunds', 'fundMode'],
      check: ({ budget, applyFunds, fundMode }) => {
        const lines = (budget ?? []).map((line) => ({ ...line, amount: askedFor(line) }));
        const whole = { amount: applyFunds, name: ['申请经费', 'what is asked for'] } as const;
        const faults = budgetFaults('budget', lines, whole);
        if (faults || fundMode === '2') return faults;
        const message = indirectFault(budget);
        return message && [{ path: 'budget', message }];
      },
    },
    {
      fields: ['applyFunds', 'matchFunds'],
      check: ({ applyFunds, matchFunds }) =>
        applyFunds !== null && equal(applyFunds, '0') && equal(matchFunds, '0')
          ? ['申请经费应大于 0', 'Something has to be asked for']
          : null,
    },
    {
      fields: ['integrity'],
      check: ({ integrity }) =>
        integrity === '0' ? ['请作出科研诚信承诺', 'Pledge integrity first'] : null,
    },
  ],
  states: {
    field: 'declareStatus',
    phases: {
      draft: ['0'],
      inApproval: ['10', '20', '30', '40'],
      approved: ['50', '60'],
      refused: ['70', '82'],
      returned: [returned],
      recalled: ['81'],
      void: ['90'],
    },
    steps: {
      recommended: { passed: '20' },
      formal: { passed: '30', refused: '82' },
      review: { state: '40' },
    },
  },
  actions: {
    ...memberActions,
    convert: {
      label: ['转立项', 'Make an approval'],
      from: ['50'],
      to: '60',
      by: everyone(),
      at: 'selection',
      call: 'converter',
      ask: [
        '所选申报将生成立项草稿，由申报人补充批复信息，确定？',
        'Each of these gets a draft of its approval, which the applicant completes. Go on?',
      ],
      done: ['已生成立项草稿', 'The approval is drafted'],
    },
    unconvert: {
      label: ['撤销立项', 'Take the approval back'],
      from: ['60'],
      to: '50',
      by: everyone(),
      ask: [
        '撤销后回到拟立项，未改动的立项草稿一并删除，确定？',
        'It waits for approval again, and an untouched draft of it goes. Do it?',
      ],
      danger: true,
    },
  },
  effects: ({ during, post, create }) => [
    during('60', create(programApproval, { into: 'approvalId', values: asApproval })),
    during(
      counted,
      post(declarePersons, ({ planId, members }) =>
        (members ?? []).flatMap(({ userId, memberRole }) =>
          userId
            ? [{ owner: planId, userId, [memberRole === roles.leader ? 'led' : 'joined']: 1 }]
            : [],
        ),
      ),
    ),
    ...(
      [
        ['declared', counted],
        ['recommended', recommended],
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
  ],
  specimen: (draw, { planId, programLeader }) => {
    const { resource } = draw.record(declarePlan.key, planId) ?? {};
    const types = projectType.entries.find(({ code }) => code === resource)?.children;
    const unit = draw.int(1, 8);
    const yuan = (thousands: number) => `${unit * thousands}000.00`;
    const line = (itemCode: string, thousands: number) => ({
      itemCode,
      superiorAppropriation: yuan(thousands),
      selfRaiseFunds: '0.00',
      basis: estimate[0],
    });
    return {
      projectType: types ? draw.pick(types).code : null,
      startDate: addMonths(draw.today, 2),
      endDate: addMonths(draw.today, 2 + 12 * draw.int(1, 3)),
      members: [leaderLine(programLeader)],
      applyFunds: yuan(50),
      budget: [line('10201', 25), line('10301', 15), line('202', 10)],
    };
  },
  list: {
    columns: [
      'programName',
      'declareStatus',
      'programLeader',
      'applyFunds',
      'departmentId',
      'planId',
      'declareNum',
      'projectType',
      'reviewScore',
    ],
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
      title: ['申报计划', 'Plan'],
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
      note: ['预算合计应等于申请经费', 'The budget has to come to what is asked for'],
      fields: ['applyFunds', 'matchFunds', 'budget'],
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
      fields: ['ethics', 'integrity'],
    },
    { key: 'attachments', title: ['附件', 'Attachments'], fields: ['attachments'] },
    {
      key: 'decision',
      title: ['推荐与审查', 'Recommendation and check'],
      note: ['由院系和科研处审批时填写', 'Filled in by the department and the research office'],
      fields: ['deptOpinionRank', 'formalResult'],
    },
  ],
  department: 'departmentId',
  concerned: ['members', 'userId'],
  access: {
    read: any(
      own(),
      askedMember,
      submitted(
        any(
          own('programLeader'),
          member('members', 'userId'),
          departmentScope('departmentId'),
          handles('any'),
        ),
      ),
    ),
    write: own(),
    drafts: askedMember,
    verifiable: 'all',
  },
  variants: by('programKind', declaredKinds, (kind) => ({
    process: processFor(
      kind,
      { name: 'declare', label: ['项目申报', 'project declaration'], place: 0 },
      [
        { ...deptSecretary, editable: ['deptOpinionRank'] },
        { ...deptLeader, tag: 'recommended', editable: ['deptOpinionRank'] },
        { ...rdProject, tag: 'formal', editable: ['formalResult'] },
        onlyIf(review, "${plan.needReview == '1'}"),
        rdLeader,
      ],
    ),
    views: declarePages(kind),
  })),
});
