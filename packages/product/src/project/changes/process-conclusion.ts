import { withCode } from '@keyan/kernel/access/scope.ts';
import { f, face } from '@keyan/kernel/definition/field/field.ts';
import { parameterFact, recordNamedBy } from '@keyan/kernel/definition/life/fact.ts';
import { defineResource } from '@keyan/kernel/definition/resource.ts';
import { variantsBy } from '@keyan/kernel/definition/variants.ts';
import { atLeast } from '@keyan/kernel/values/amounts.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { addMonths } from '@keyan/kernel/values/time.ts';
import { readersOnceDecided, reviewOutcome, reviewWrites } from '../../review/reviewed.ts';
import {
  deptLeader,
  deptSecretary,
  financeStep,
  linkIf,
  rdFund,
  rdLeader,
  rdProject,
  review,
} from '../../shared/approval-steps.ts';
import { secretLevel, yesNo } from '../../shared/dictionaries.ts';
import { yuan } from '../../shared/formats/yuan.ts';
import { secretRecordsRight } from '../../shared/grants.ts';
import { scoredKind, scoreFields } from '../../shared/mechanisms/scored.ts';
import { conclusionAuditAmount, conclusionEarly } from '../../system/parameters/limits.ts';
import { advancesOfProject, noOpenAdvance } from '../budget/advances.ts';
import { budgetItem } from '../budget/budget-items.ts';
import { funds } from '../budget/funds.ts';
import { checkBatchReference } from '../checks/check-batch.ts';
import {
  accessByProject,
  filingPage,
  openedProcessEntry,
  processFor,
  projectFieldsOnForm,
  projectKinds,
  projectReferenceFields,
} from '../common/about.ts';
import { attachmentsByKind } from '../common/attachments.ts';
import { conclusionGrade, conclusionType, outputKind } from '../common/dictionaries.ts';
import { noExpenseInApproval } from '../common/filed-rules.ts';
import { expiredFault } from '../compliance/compliance.ts';
import { contract } from '../contracts/contract.ts';
import { lifecycle } from '../program/lifecycle.ts';
import { program } from '../program/program.ts';
import { resultLines } from '../results/result-lines.ts';
import { conclusionReview } from './conclusion-review.ts';

const ofGrants = ['08*', '10*', '09', '11', '29', '36', '99'] as const;

/** Attachments of a conclusion; the audit report is required for large projects. */
const categories = attachmentsByKind({
  vertical: ofGrants,
  school: ofGrants,
  cultural: ofGrants,
  horizontal: ['12*', '08*', '10', '11', '99'],
}).map((category) =>
  category.code === '11'
    ? {
        ...category,
        required: true,
        requiredWhen: ({ needsAudit }: RowLike) => needsAudit === '1',
      }
    : category,
);

/** Fields with the research office’s decision on the conclusion. */
const verdict = ['conclusionGrade', 'certificateNum', 'conclusionDate'] as const;

/**
 * Codes of conclusion types for contracts: by documents, or by the client; these have no expert
 * review (ruling 69).
 */
const contractTypes: readonly string[] = ['03', '06'];

/** Key of an item’s totals in the ledger. */
const ofItem = { owner: 'programId', subaccount: 'itemCode' } as const;

const open = withCode('isSecretResult', '0');

/** Compliance statements of a project. */
const stated = face(program.key, program.label, { compliance: program.fields.compliance });

/**
 * Permission for secret conclusions, common to all kinds of project and listed with the first page.
 */
const secretRight = secretRecordsRight('processConclusion', 'rd_project', 'rd_fund');

/** 项目结题: conclusion of a project. */
export const processConclusion = defineResource({
  key: 'processConclusion',
  label: ['项目结题', 'Closeout'],
  words: { plural: ['项目结题', 'Closeouts'] },
  path: 'kh-edu-research/processConclusion',
  title: 'programName',
  with: [
    conclusionReview,
    scoredKind({ as: 'conclusion', dates: ['realEndDate'], people: { field: 'programLeader' } }),
  ],
  number: { field: 'conclusionNum', pattern: 'JT${yyyy}${seq4}' },
  fields: {
    conclusionNum: f.text(['结题编号', 'Closeout no.']).max(30).computed().searchable(),
    ...projectReferenceFields(['项目结题', 'Closeouts']),
    batchId: checkBatchReference('2', ['结题申请', 'Closeouts']),
    ...conclusionReview.fields,
    ...f.copies(
      'programId',
      program,
      'contractId',
      'endDate',
      'funds',
      'arrivedFunds',
      'expendFunds',
      'frozenFunds',
    ),
    surplusFunds: f.copy('programId', program, 'balance', ['结余', 'Surplus']),
    needsAudit: f.dict(['须附审计报告', 'Audit report required'], yesNo).computed(),
    conclusionType: f.dict(['结题方式', 'Method'], conclusionType).required(),
    applyDate: f.date(['申请日期', 'Application date']).required(),
    realEndDate: f.date(['实际完成日期', 'Actual end']).required(),
    exemptReason: f
      .note(['免鉴定理由', 'Exemption reason'])
      .required()
      .max(500)
      .when(({ conclusionType: type }) => type === '04'),
    isSecretResult: f
      .dict(['成果密级', 'Classification of the results'], secretLevel)
      .required()
      .initial('0')
      .specimen(() => '0'),
    summary: f.rich(['研究工作总结', 'Summary']).max(8000).required(),
    resultSummary: f.note(['成果简介', 'Results in brief']).max(2000).required(),
    targetFinish: f.note(['考核指标完成情况', 'Targets']).max(2000).required(),
    benefit: f.note(['经济社会效益', 'Benefit']).max(1000),
    results: f
      .rows(['结题成果', 'Results'], resultLines())
      .required()
      .specimen((draw) => [
        {
          bizType: 'paper',
          title: `${outputKind.entries[0]?.label[0]} ${draw.serial}`,
          isMarked: '1',
        },
      ]),
    accounts: f
      .rows(['经费决算', 'Final accounts'], {
        itemCode: f.dict(['科目', 'Item'], budgetItem).required(),
        budget: yuan('预算', 'Budget').balance(funds, 'budget', ofItem),
        spent: yuan('决算支出', 'Spent').balance(funds, 'spent', ofItem),
        balance: yuan('结余', 'Balance').balance(funds, 'available', ofItem),
      })
      .specimen(() => [{ itemCode: '10201' }, { itemCode: '10205' }]),
    attachments: f.files(['附件', 'Attachments'], categories),
    conclusionGrade: f
      .dict(['结题等级', 'Grade'], conclusionGrade)
      .byApprover()
      .openTo(readersOnceDecided),
    certificateNum: f.text(['结题证书号', 'Certificate no.']).max(50).byApprover().searchable(),
    conclusionDate: f.date(['批准结题日期', 'Closed out on']).byApprover(),
    ...scoreFields,
  },
  facts: {
    auditAmount: parameterFact(conclusionAuditAmount),
    earlyMonths: parameterFact(conclusionEarly),
    statements: recordNamedBy('programId', stated),
    lent: advancesOfProject(),
  },
  compute: ({ funds: approved }, _before, { facts: { auditAmount } }) => ({
    needsAudit: approved !== null && atLeast(approved, auditAmount) ? '1' : '0',
  }),
  validators: [
    {
      fields: ['conclusionType', 'programKind'],
      check: ({ conclusionType: type, programKind }) =>
        programKind === 'horizontal' && type !== null && !contractTypes.includes(type)
          ? [
              '横向项目按合同验收或材料验收结题，不组织专家评审',
              'Contract projects are closed out by contract acceptance or by documents, without expert review',
            ]
          : null,
    },
    {
      fields: ['programId', 'realEndDate'],
      check: ({ realEndDate }, { facts: { statements } }) =>
        expiredFault(statements.compliance, realEndDate),
    },
    noOpenAdvance(['不能结题', 'it cannot be closed out']),
    noExpenseInApproval(['不能结题', 'it cannot be closed out']),
    {
      fields: ['programId', 'endDate'],
      check: ({ endDate }, { today, facts: { earlyMonths } }) =>
        endDate && today < addMonths(endDate, -earlyMonths)
          ? [
              `到期前 ${earlyMonths} 个月起才能申请结题`,
              `A closeout can be requested ${earlyMonths} months before the end at the earliest`,
            ]
          : null,
    },
  ],
  effects: ({ during, post, write }) => [
    during('inApproval', post(lifecycle, openedProcessEntry), 'open'),
    during('inApproval', write('programId', program, { action: 'conclude' }), 'concluding'),
    during(
      'approved',
      write('programId', program, {
        action: 'concluded',
        set: ({ realEndDate, conclusionGrade: grade, conclusionDate, finishTime }) => ({
          realEndDate,
          conclusionGrade: grade,
          concludedOn: conclusionDate ?? finishTime?.slice(0, 10),
        }),
      }),
      'concluded',
    ),
    during('approved', write('contractId', contract, { action: 'completed' }), 'contract'),
  ],
  specimen: (draw) => ({ conclusionType: draw.pick(['03'] as const) }),
  list: {
    columns: [
      'conclusionNum',
      'programName',
      'programNum',
      'programLeader',
      'departmentId',
      'conclusionType',
      'applyDate',
      'surplusFunds',
      'conclusionGrade',
      'certificateNum',
      'conclusionDate',
    ],
    filters: ['programId', 'conclusionType', 'conclusionGrade', 'programLeader', 'departmentId'],
    sort: '-applyDate',
  },
  form: [
    { key: 'project', title: ['项目', 'Project'], fields: [...projectFieldsOnForm, 'endDate'] },
    {
      key: 'conclusion',
      title: ['结题', 'Closeout'],
      fields: [
        'batchId',
        'conclusionType',
        'applyDate',
        'realEndDate',
        'isSecretResult',
        'exemptReason',
      ],
    },
    {
      key: 'content',
      title: ['总结', 'Summary'],
      fields: ['summary', 'resultSummary', 'targetFinish', 'benefit'],
    },
    { key: 'results', title: ['结题成果', 'Results'], fields: ['results'] },
    {
      key: 'funds',
      title: ['经费决算', 'Final accounts'],
      fields: ['funds', 'arrivedFunds', 'expendFunds', 'frozenFunds', 'surplusFunds', 'accounts'],
    },
    { key: 'attachments', title: ['附件', 'Attachments'], fields: ['attachments'] },
    {
      key: 'verdict',
      title: ['结题结论', 'Verdict'],
      note: ['由科研处审核时填写', 'Filled in by the research office'],
      fields: [...verdict, ...reviewOutcome],
    },
  ],
  department: 'departmentId',
  access: { ...accessByProject, copies: open, verifiable: open },
  secrecy: { open, readers: secretRight.code },
  variants: variantsBy('programKind', projectKinds, (kind) => {
    const isContract = kind === 'horizontal';
    const section = { ...(isContract ? rdFund : rdProject), editable: verdict };
    return {
      process: processFor(
        kind,
        {
          name: 'conclusion',
          label: isContract ? ['项目结题', 'closeout'] : ['项目结题', 'project closeout'],
          place: isContract ? 2 : 4,
        },
        [
          deptSecretary,
          deptLeader,
          section,
          financeStep,
          ...(isContract
            ? []
            : [
                linkIf(
                  { ...review, editable: [...reviewWrites, 'conclusionGrade'] },
                  "${conclusionType == '01' || conclusionType == '02'}",
                ),
              ]),
          rdLeader,
        ],
      ),
      views: filingPage(kind, {
        name: 'conclusion',
        label: ['项目结题', 'Closeouts'],
        order: 9,
        rights: kind === 'vertical' ? [secretRight] : [],
      }),
    };
  }),
});
