import { withCode } from '@keyan/kernel/access/scope.ts';
import { f, face } from '@keyan/kernel/definition/field/field.ts';
import { recordNamedBy } from '@keyan/kernel/definition/life/fact.ts';
import { defineResource } from '@keyan/kernel/definition/resource.ts';
import { variantsBy } from '@keyan/kernel/definition/variants.ts';
import { plus } from '@keyan/kernel/values/amounts.ts';
import { deptSecretary, linkIf, rdLeader, rdProject } from '../../shared/approval-steps.ts';
import { secretRecordsRight } from '../../shared/grants.ts';
import { pickValues } from '../../shared/mechanisms/rules.ts';
import { scoredKind } from '../../shared/mechanisms/scored.ts';
import { dept } from '../../shared/references/refs.ts';
import { askedAmountOf } from '../budget/budget-limits.ts';
import { filingPage, processFor } from '../common/about.ts';
import type { ProgramKind } from '../common/access.ts';
import { declaredKinds, teamAccess } from '../common/access.ts';
import { drawApproval } from '../common/examples.ts';
import { programApproval as approval } from '../common/faces.ts';
import { budgetEqualsWhole, endsAfterStart, membersInOrder } from '../common/filed-rules.ts';
import { pendingFault } from '../compliance/compliance.ts';
import { approvalFields, isOpenToFiles } from './approval-fields.ts';
import { originNames } from './origin-fields.ts';
import { program } from './program.ts';

/** First letter of project numbers, by kind. */
const letters: Readonly<Partial<Record<string, string>>> = {
  vertical: 'Z',
  school: 'X',
  cultural: 'J',
} satisfies Readonly<Partial<Record<ProgramKind, string>>>;

/** Fields of the department that a number may use. */
const numberedDept = face(dept.key, dept.label, {
  deptCode: f.text(['机构代码', 'Code']),
});

/** Code of `secretLevel` for non-secret records. */
const openly = '0';

const open = withCode('secretLevel', openly);

/** Fields that the ledger needs even of a secret project, so that funds can be booked. */
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

/** Fields that the ledger copies unchanged from an approval. */
const ofProject = [
  'programName',
  'programNum',
  'programKind',
  'level',
  'programLeader',
  'departmentId',
  'startDate',
  'endDate',
  'fundMode',
  'funds',
  'resultForms',
  'members',
  'units',
  'compliance',
  'planId',
  'contractAsked',
] as const;

/** Origin fields of a secret project that the ledger copies. */
const secretOrigin = ['resource', 'projectType', 'approvalNum', 'approvalDate'] as const;

/**
 * Permission for secret approvals, common to all kinds of project and listed with the first page.
 */
const secretRight = secretRecordsRight('programApproval', 'rd_project');

/**
 * 项目立项: approval of a project by a funder. The project exists in the ledger while the approval
 * is in force.
 */
export const programApproval = defineResource({
  key: 'programApproval',
  label: approval.label,
  words: { plural: ['项目立项', 'Project approvals'] },
  path: 'kh-edu-research/programVerticalApproval',
  title: 'programName',
  with: [
    scoredKind({
      as: 'vertical',
      dates: ['approvalDate'],
      people: { rows: 'members' },
      category: 'subjectClass',
      yuan: 'superiorAppropriation',
    }),
  ],
  number: {
    field: 'programNum',
    // Project number (R 9.1), counted per letter, year and department; existing numbers are kept
    // (ruling 62).
    at: 'approved',
    pattern: '${letter}${yyyy}${deptCode}${seq4}',
    places: {
      letter: ({ programKind }) => letters[programKind ?? ''],
      kind: ({ programKind }) => letters[programKind ?? ''],
      deptCode: (_row, { department }) => department.deptCode,
    },
    rule: 'program',
  },
  facts: { department: recordNamedBy('departmentId', numberedDept) },
  fields: approvalFields,
  compute: ({ budget, approvalDate, superiorAppropriation, matchFunds, selfRaiseFunds }) => ({
    planYear: approvalDate ? Number(approvalDate.slice(0, 4)) : null,
    funds: plus('0.00', superiorAppropriation, matchFunds, selfRaiseFunds),
    budget: budget?.map((line) => ({ ...line, sums: askedAmountOf(line) })) ?? null,
  }),
  validators: [
    endsAfterStart(['计划结束日期', 'The planned end date']),
    membersInOrder,
    { fields: ['compliance'], check: ({ compliance }) => pendingFault(compliance) },
    budgetEqualsWhole('funds', ['批准经费', 'approved funds']),
  ],
  effects: ({ during, create }) => [
    during(
      'approved',
      create(program, {
        into: 'programInfoId',
        values: ({ budget, expectResult: content, ...row }) => ({
          ...pickValues(row, ...ofProject),
          // The ledger has more readers than a secret approval, so fewer fields are copied.
          ...pickValues(row, ...(row.secretLevel === openly ? originNames : secretOrigin)),
          content,
          budget: budget?.map((line) => ({
            itemCode: line.itemCode,
            amount: askedAmountOf(line),
            selfRaiseFunds: line.selfRaiseFunds,
          })),
        }),
      }),
    ),
  ],
  specimen: drawApproval,
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
      note: ['预算合计应等于批准经费', 'The budget must equal the approved funds'],
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
      fields: ['compliance', 'isStatistics', 'secretLevel', 'remarks'],
    },
    { key: 'attachments', title: ['附件', 'Attachments'], fields: ['attachments'] },
  ],
  department: 'departmentId',
  concerned: ['members', 'userId'],
  attachable: isOpenToFiles,
  access: {
    ...teamAccess,
    // Secret approvals are not sent as copies.
    copies: open,
    verifiable: open,
  },
  secrecy: {
    open,
    readers: secretRight.code,
    bare: { at: withCode('secretLevel', '2', '3'), keeps: ofLedger },
  },
  variants: variantsBy('programKind', declaredKinds, (kind) => ({
    process: processFor(
      kind,
      { name: 'approval', label: ['项目立项', 'project approval'], place: 1 },
      // The office registers most approvals directly; teachers add missing ones.
      [linkIf(deptSecretary, "${contains(applicant.roles, 'teacher')}"), rdProject, rdLeader],
    ),
    views: filingPage(kind, {
      name: 'approval',
      label: ['项目立项', 'Approvals'],
      order: 4,
      rights: kind === 'vertical' ? [secretRight] : [],
    }),
  })),
});
