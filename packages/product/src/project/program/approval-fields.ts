import { f } from '@keyan/kernel/definition/field/field.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { attachmentCategories } from '../../shared/attachments.ts';
import { isStatistics, secretLevel, subjectClass, yesNo } from '../../shared/dictionaries.ts';
import { discipline, moeDiscipline } from '../../shared/formats/national.ts';
import { yuan } from '../../shared/formats/yuan.ts';
import { scoreFields } from '../../shared/mechanisms/scored.ts';
import { dept, user } from '../../shared/references/refs.ts';
import {
  fundMode,
  programKind,
  projectLevel,
  researchType,
  resultForm,
  unitRole,
} from '../common/dictionaries.ts';
import { declareInfo, declarePlan } from '../common/faces.ts';
import { leaderRow, memberFields, unitFields } from '../common/parts.ts';
import { complianceLines } from '../compliance/compliance.ts';
import { budgetLineFields } from '../declaration/declare-fields.ts';
import { ourPartInProject } from './origin-fields.ts';
import { program } from './program.ts';
import { hasTypes, projectType } from './project-types.ts';
import { projectSource } from './sources.ts';
import { cooperationForm, industry, socialTarget } from './statistics-dictionaries.ts';

/** True if the record may have attachments: secret records may not. */
export const isOpenToFiles = ({ secretLevel: level }: RowLike): boolean =>
  level !== '2' && level !== '3';

/** Fields of an approval in form order. */
export const approvalFields = {
  programName: f.text(['项目名称', 'Project title']).requiredInDraft().max(200).searchable(),
  programNum: f.text(['项目编号', 'Project no.']).max(30).computed().unique().searchable(),
  approvalNum: f
    .text(['批准号（立项编号）', 'Grant no.'])
    .required()
    .max(50)
    .unique((value) => value.trim().toLowerCase(), 'resource')
    .searchable(),
  planId: f.ref(['申报计划', 'Call'], declarePlan).computed(),
  contractAsked: f.dict(['签订任务书', 'Project contract required'], yesNo).computed(),
  declareInfoId: f
    .ref(['关联申报', 'Application'], declareInfo)
    .computed()
    .listed(['项目立项', 'Approvals']),
  programInfoId: f.ref(['项目台账', 'Project'], program).computed(),
  programKind: f.dict(['项目性质', 'Project kind'], programKind).required(),
  resource: f.dict(['项目来源', 'Source'], projectSource).required(),
  projectType: f
    .dict(['项目类别', 'Type'], projectType)
    .below('resource')
    .required()
    .when(hasTypes),
  level: f.dict(['项目级别', 'Level'], projectLevel).required(),
  programLeader: f
    .ref(['项目负责人', 'Leader'], user)
    .required()
    .initial((writer) => writer.id),
  departmentId: f
    .ref(['承担单位', 'Department'], dept)
    .required()
    .initial((writer) => writer.departments[0] ?? null),
  subjectClass: f.dict(['统计类别', 'Statistical category'], subjectClass).required().initial('01'),
  subject: f.dict(['所属学科', 'Discipline'], discipline).required(),
  moeDiscipline: f.dict(['所属一级学科（教育部）', 'MOE discipline'], moeDiscipline),
  approvalDate: f.date(['批准（立项）日期', 'Approved on']).required(),
  approvalDoc: f.text(['批文号', 'Approval document no.']).max(50),
  planYear: f.year(['立项年度', 'Year']).computed(),
  startDate: f.date(['开始日期', 'Start']).required(),
  endDate: f.date(['计划结束日期', 'End']).required(),
  superiorAppropriation: yuan('上级拨款', 'Grant').required(),
  matchFunds: yuan('学校配套', 'Matching by the university'),
  selfRaiseFunds: yuan('自筹', 'Self-raised'),
  funds: yuan('批准经费', 'Approved funds').computed(),
  outFunds: yuan('外拨经费', 'Transfers to partners'),
  fundMode: f.dict(['经费管理方式', 'Funding mode'], fundMode).required().initial('1'),
  fundCardNum: f.text(['财务经费卡号', 'Finance card no.']).max(30),
  schoolSign: f.dict(['我校参与方式', 'Our role'], unitRole).required().initial(ourPartInProject),
  hostUnit: f
    .text(['主持单位', 'Host'])
    .required()
    .max(100)
    .when(({ schoolSign }) => schoolSign !== ourPartInProject),
  researchType: f.dict(['研究类别', 'Research type'], researchType).required(),
  cooperationForm: f.dict(['合作形式', 'Cooperation'], cooperationForm),
  socialTarget: f.dict(['社会经济目标', 'Objective'], socialTarget),
  industry: f.dict(['服务行业', 'Industry'], industry),
  resultForms: f.dicts(['预期成果形式', 'Expected results'], resultForm).required(),
  expectResult: f.note(['预期成果描述', 'Expected output']).max(1000),
  isStatistics: f.dict(['是否统计', 'Include in statistics'], isStatistics).required().initial('1'),
  // Examples are not secret, like nearly all records.
  secretLevel: f
    .dict(['密级', 'Classification'], secretLevel)
    .required()
    .initial('0')
    .specimen(() => '0'),
  remarks: f.note(['备注', 'Remarks']).max(500),
  members: f
    .rows(['项目组成员', 'Members'], memberFields())
    .required()
    .initial((writer) => [leaderRow(writer)]),
  budget: budgetLineFields(),
  units: f.rows(['合作单位', 'Partners'], unitFields()).specimen(() => []),
  compliance: complianceLines(),
  attachments: f
    .files(['附件', 'Attachments'], attachmentCategories('02*', '01', '04', '99'))
    .when(isOpenToFiles),
  ...scoreFields,
};
