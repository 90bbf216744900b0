import { anyScope } from '@keyan/kernel/access/scope.ts';
import { f } from '@keyan/kernel/definition/field/field.ts';
import { isEmail } from '@keyan/kernel/values/pattern.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { attachmentCategories } from '../../shared/attachments.ts';
import { subjectClass, yesNo } from '../../shared/dictionaries.ts';
import { discipline } from '../../shared/formats/national.ts';
import { yuan } from '../../shared/formats/yuan.ts';
import { openForAnswers, outsidePeriodMessage } from '../../shared/mechanisms/releasing.ts';
import { dept, user } from '../../shared/references/refs.ts';
import { budgetItem } from '../budget/budget-items.ts';
import {
  declareStatus,
  formalResult,
  lumpSum,
  researchType,
  resultForm,
} from '../common/dictionaries.ts';
import { declarePlan, programApproval } from '../common/faces.ts';
import { leaderRow, unitFields } from '../common/parts.ts';
import { complianceLines } from '../compliance/compliance.ts';
import { hasTypes, projectType } from '../program/project-types.ts';
import { openForActor } from './declare-extension.ts';
import { declaredMembers } from './declare-members.ts';
import { declareReview } from './declare-review.ts';
import { grantFields } from './grant-fields.ts';

/** Columns of a budget by item: amount from the funder, and contribution of the university. */
export const budgetLineFields = () =>
  f
    .rows(['经费预算', 'Budget'], {
      itemCode: f.dict(['科目', 'Item'], budgetItem).required().alsoNamed('item'),
      superiorAppropriation: yuan('申请（上级）拨款', 'Requested grant').required(),
      selfRaiseFunds: yuan('自筹', 'Self-raised'),
      sums: yuan('预算合计', 'Total').computed(),
      basis: f.text(['测算依据', 'Basis']).max(300),
    })
    .required()
    .alsoNamed('fundingTreeVOList')
    .asTreeOf('itemCode')
    // Not used for lump sums (包干制), which have no budget by item.
    .when(({ fundMode: mode }) => mode !== lumpSum);

/**
 * Attachment category of ethics approvals, required for research on people, animals or biosafety.
 */
const ethicsApproval = '33';

const categories = attachmentCategories('01*', '34*', '33', '36', '04', '99').map((category) =>
  category.code === ethicsApproval
    ? {
        ...category,
        required: true,
        requiredWhen: ({ ethics }: RowLike) => ethics === '1',
      }
    : category,
);

/** Fields of a declaration in form order. */
export const declareFields = {
  programName: f.text(['项目名称', 'Project title']).requiredInDraft().max(200).searchable(),
  declareNum: f.text(['申报编号', 'Request no.']).max(40).computed().unique().searchable(),
  planId: f
    .ref(['申报计划', 'Call'], declarePlan)
    .required()
    .among(anyScope(openForAnswers, openForActor), outsidePeriodMessage)
    .listed(['项目申报', 'Applications']),
  ...f.copies(
    'planId',
    declarePlan,
    'planYear',
    'programKind',
    'resource',
    'level',
    'fundMode',
    'endTime',
    'theoryAllowed',
    'contractAsked',
    'complianceAsked',
    'complianceAt',
  ),
  isTheory: f
    .dict(['是否纯理论研究', 'Purely theoretical'], yesNo)
    .required()
    .initial('0')
    .when(({ theoryAllowed, fundMode: mode }) => theoryAllowed === '1' && mode !== lumpSum)
    .help([
      '科研处形式审查时核定，不属实的退回',
      'Verified by the research office at the eligibility check; returned if untrue',
    ]),
  projectType: f
    .dict(['项目类别', 'Type'], projectType)
    .below('resource')
    .required()
    .when(hasTypes),
  programLeader: f
    .ref(['项目负责人', 'Leader'], user)
    .required()
    .initial((writer) => writer.id),
  departmentId: f
    .ref(['承担单位', 'Department'], dept)
    .required()
    .initial((writer) => writer.departments[0] ?? null),
  // College of the department, whose quota is used.
  collegeId: f.ref(['院系', 'College'], dept).computed(),
  leaderPhone: f.text(['联系电话', 'Phone']).required().max(20),
  leaderEmail: f
    .text(['电子邮箱', 'E-mail'])
    .required()
    .max(50)
    .format({
      test: isEmail,
      message: ['请输入正确的邮箱', 'Enter a valid e-mail address'],
      make: (n) => `leader${n}@example.edu.cn`,
    }),
  subjectClass: f.dict(['统计类别', 'Statistical category'], subjectClass).required().initial('01'),
  subject: f.dict(['所属学科', 'Discipline'], discipline).required(),
  subjectCode: f.text(['申请代码', 'Application code']).max(20),
  keywords: f
    .text(['关键词', 'Keywords'])
    .required()
    .max(100)
    .help(['3–5 个，以分号分隔', '3–5, separated by semicolons'])
    .specimen(() => '语义检索；知识图谱；电子病历'),
  researchType: f.dict(['研究类别', 'Research type'], researchType).required(),
  resultForms: f.dicts(['预期成果形式', 'Expected results'], resultForm).required(),
  startDate: f.date(['计划开始日期', 'Start']).required(),
  endDate: f.date(['计划完成日期', 'End']).required(),
  applyFunds: yuan('申请经费', 'Requested funds').required(),
  matchFunds: yuan('其中：自筹', 'Of which self-raised').computed(),
  abstractText: f.note(['内容摘要', 'Abstract']).required().max(800),
  innovation: f.note(['特色与创新', 'Innovation']).max(1000),
  basis: f.note(['研究基础', 'Research basis']).max(2000),
  members: f
    .rows(['项目组成员', 'Members'], declaredMembers())
    .required()
    .initial((writer) => [{ ...leaderRow(writer), answer: null }]),
  // True once members were asked to confirm; they may read the unsubmitted declaration.
  isAsked: f.dict(['须成员确认', 'Members must confirm'], yesNo).computed(),
  budget: budgetLineFields(),
  units: f.rows(['合作单位', 'Partners'], unitFields()).specimen(() => []),
  ethics: f
    .dict(['是否涉及伦理', 'Ethics involved'], yesNo)
    .required()
    .initial('0')
    .help(['人类受试者、动物、生物安全', 'Human subjects, animals, biosafety']),
  compliance: complianceLines(),
  integrity: f
    .dict(['科研诚信承诺', 'Integrity pledge'], yesNo)
    .required()
    .specimen(() => '1'),
  deptOpinionRank: f.integer(['院系推荐排序', 'College rank']).between(1, 999).byApprover(),
  // True once the department reported the declaration; survives a later return.
  isReported: f.dict(['院系已上报', 'Reported'], yesNo).computed(),
  formalResult: f.dict(['形式审查结果', 'Eligibility check'], formalResult).byApprover(),
  ...declareReview.fields,
  attachments: f.files(['附件', 'Attachments'], categories),
  approvalId: f.ref(['生成立项', 'Approval generated'], programApproval).computed(),
  isObjected: f.dict(['有待处理异议', 'Open objection'], yesNo).computed(),
  ...grantFields,
  declareStatus: f.dict(['申报状态', 'Status'], declareStatus).computed(),
};
