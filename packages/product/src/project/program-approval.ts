import {
  any,
  coded,
  departmentScope,
  handles,
  member,
  own,
  submitted,
} from '@keyan/kernel/access/scope.ts';
import { of } from '@keyan/kernel/definition/fact.ts';
import { f, face } from '@keyan/kernel/definition/field.ts';
import { defineResource } from '@keyan/kernel/definition/resource.ts';
import { by } from '@keyan/kernel/definition/variants.ts';
import { plus } from '@keyan/kernel/values/amounts.ts';
import { addMonths } from '@keyan/kernel/values/time.ts';
import { deptSecretary, onlyIf, rdLeader, rdProject } from '../shared/approval-steps.ts';
import { secretRightOf } from '../shared/grants.ts';
import { dept } from '../shared/refs.ts';
import { scores } from '../shared/scored.ts';
import { filingPage, processFor } from './about.ts';
import { declaredKinds } from './access.ts';
import { approvalFields, isOpenToFiles } from './approval-fields.ts';
import { budgetFaults } from './budget-change.ts';
import { askedFor } from './budget-limits.ts';
import { programApproval as approval } from './faces.ts';
import { leaderLine, memberFaults } from './parts.ts';
import { program } from './program.ts';
import { isTypeOf } from './project-types.ts';

/** How numbers of projects begin. */
const letters: Readonly<Partial<Record<string, string>>> = {
  vertical: 'Z',
  school: 'X',
  cultural: 'W',
};

/** What a number may say of the department. */
const numberedDept = face(dept.key, dept.label, {
  deptCode: f.text(['机构代码', 'Code']),
});

/** Kind, source, level and type of examples. */
const examples = [
  ['vertical', '2004', '02', null],
  ['vertical', '1003', '01', '100301'],
  ['school', '6001', '04', '600103'],
  ['cultural', '6005', '04', '600503'],
] as const;

const open = coded('secretLevel', '0');

/** What the ledger needs of a project: without it a secret one could have no money. */
const ofLedger = [
  'programKind',
  'resource',
  'projectType',
  'level',
  'programLeader',
  'approvalNum',
  'approvalDate',
  'startDate',
  'endDate',
  'superiorAppropriation',
  'matchFunds',
  'selfRaiseFunds',
  'fundMode',
  'budget',
] as const;

/** One for all kinds of project; it stands on the page of the first. */
const secretRight = secretRightOf('programApproval', 'rd_project');

/** 项目立项: what a funder approved. The project is in the ledger while the approval stands. */
export const programApproval = defineResource({
  key: 'programApproval',
  label: approval.label,
  words: { plural: ['项目立项', 'Project approvals'] },
  path: 'kh-edu-research/programVerticalApproval',
  title: 'programName',
  with: [
    scores({
      as: 'vertical',
      dates: ['approvalDate'],
      people: { rows: 'members' },
      category: 'subjectClass',
      yuan: 'superiorAppropriation',
    }),
  ],
  number: {
    field: 'programNum',
    pattern: '${letter}${yyyy}${seq4}',
    places: {
      letter: ({ programKind }) => letters[programKind ?? ''],
      kind: ({ programKind }) => letters[programKind ?? ''],
      deptCode: (_row, { department }) => department.deptCode,
    },
    rule: 'program',
  },
  facts: { department: of('departmentId', numberedDept) },
  fields: approvalFields,
  compute: ({ budget, approvalDate, superiorAppropriation, matchFunds, selfRaiseFunds }) => ({
    planYear: approvalDate ? Number(approvalDate.slice(0, 4)) : null,
    funds: plus('0.00', superiorAppropriation, matchFunds, selfRaiseFunds),
    budget: budget?.map((line) => ({ ...line, sums: askedFor(line) })) ?? null,
  }),
  validators: [
    {
      fields: ['projectType', 'resource'],
      check: ({ projectType, resource }) =>
        isTypeOf(projectType, resource)
          ? null
          : ['项目类别与项目来源不符', 'The source has no projects of this type'],
    },
    {
      fields: ['endDate', 'startDate'],
      check: ({ startDate, endDate }) =>
        startDate && endDate && endDate <= startDate
          ? ['计划结束日期应晚于开始日期', 'It has to end after it begins']
          : null,
    },
    {
      fields: ['members', 'programLeader'],
      check: ({ members, programLeader }) => memberFaults('members', members, programLeader),
    },
    {
      fields: ['budget', 'funds'],
      check: ({ budget, funds }) =>
        budgetFaults(
          'budget',
          (budget ?? []).map((line) => ({ ...line, amount: askedFor(line) })),
          { amount: funds, name: ['批准经费', 'what was approved'] },
        ),
    },
  ],
  effects: ({ during, create }) => [
    during(
      'approved',
      create(program, {
        into: 'programInfoId',
        values: (row) => ({
          programName: row.programName,
          programNum: row.programNum,
          programKind: row.programKind,
          level: row.level,
          programLeader: row.programLeader,
          departmentId: row.departmentId,
          startDate: row.startDate,
          endDate: row.endDate,
          fundMode: row.fundMode,
          funds: row.funds,
          resultForms: row.resultForms,
          content: row.expectResult,
          members: row.members,
          units: row.units,
          budget: row.budget?.map((line) => ({
            itemCode: line.itemCode,
            amount: askedFor(line),
          })),
        }),
      }),
    ),
  ],
  specimen: (draw, { programLeader }) => {
    const thousands = draw.int(5, 60);
    const [programKind, resource, level, projectType] = draw.pick(examples);
    return {
      programKind,
      resource,
      level,
      projectType,
      startDate: addMonths(draw.today, -1),
      endDate: addMonths(draw.today, 23),
      members: [leaderLine(programLeader)],
      superiorAppropriation: `${thousands * 10}000.00`,
      matchFunds: null,
      selfRaiseFunds: null,
      budget: [
        ['10201', 6],
        ['10301', 4],
      ].map(([itemCode, part]) => ({
        itemCode,
        superiorAppropriation: `${thousands * Number(part)}000.00`,
        selfRaiseFunds: '0.00',
        basis: null,
      })),
    };
  },
  list: {
    columns: [
      'programName',
      'programNum',
      'approvalNum',
      'resource',
      'level',
      'programLeader',
      'departmentId',
      'approvalDate',
      'funds',
      'startDate',
      'endDate',
    ],
    filters: [
      'approvalNum',
      'resource',
      'level',
      'programLeader',
      'departmentId',
      'approvalDate',
      'planYear',
    ],
    totals: ['funds'],
    sort: '-createTime',
  },
  form: [
    {
      key: 'approval',
      title: ['批复', 'Approval'],
      fields: [
        'programName',
        'approvalNum',
        'approvalDate',
        'approvalDoc',
        'programKind',
        'resource',
        'projectType',
        'level',
        'schoolSign',
        'hostUnit',
      ],
      shown: ['declareInfoId', 'programInfoId'],
    },
    {
      key: 'project',
      title: ['项目', 'Project'],
      fields: [
        'programLeader',
        'departmentId',
        'startDate',
        'endDate',
        'subjectClass',
        'subject',
        'moeDiscipline',
        'researchType',
        'cooperationForm',
        'socialTarget',
        'industry',
        'resultForms',
        'expectResult',
      ],
    },
    { key: 'members', title: ['项目组成员', 'Members'], fields: ['members'] },
    {
      key: 'funds',
      title: ['经费', 'Funds'],
      note: ['预算合计应等于批准经费', 'The budget has to come to what was approved'],
      fields: [
        'superiorAppropriation',
        'matchFunds',
        'selfRaiseFunds',
        'outFunds',
        'fundMode',
        'fundCardNum',
        'budget',
      ],
    },
    { key: 'units', title: ['合作单位', 'Partners'], fields: ['units'] },
    {
      key: 'more',
      title: ['其他信息', 'Further information'],
      fields: ['isStatistics', 'secretLevel', 'remarks'],
    },
    { key: 'attachments', title: ['附件', 'Attachments'], fields: ['attachments'] },
  ],
  department: 'departmentId',
  concerned: ['members', 'userId'],
  attachable: isOpenToFiles,
  access: {
    read: any(
      own(),
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
    // what is secret is shown to nobody for information.
    copies: open,
    verifiable: open,
  },
  secrecy: {
    open,
    readers: secretRight.code,
    bare: { at: coded('secretLevel', '2', '3'), keeps: ofLedger },
  },
  variants: by('programKind', declaredKinds, (kind) => ({
    process: processFor(
      kind,
      { name: 'approval', label: ['项目立项', 'project approval'], place: 1 },
      // The office registers most approvals itself; teachers add those that it lacks.
      [onlyIf(deptSecretary, "${contains(applicant.roles, 'teacher')}"), rdProject, rdLeader],
    ),
    views: filingPage(kind, {
      name: 'approval',
      label: ['项目立项', 'Approvals'],
      order: 4,
      rights: kind === 'vertical' ? [secretRight] : [],
    }),
  })),
});
