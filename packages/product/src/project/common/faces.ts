import { f, face } from '@keyan/kernel/definition/field/field.ts';
import { yesNo } from '../../shared/dictionaries.ts';
import { dept } from '../../shared/references/refs.ts';
import { initialContractTemplate, textPlaceholders } from '../agreements/task-text.ts';
import { complianceKind, complianceTime } from '../compliance/dictionaries.ts';
import { extendedUntil } from '../declaration/declare-extension.ts';
import { leaderRule } from '../declaration/leader-rule.ts';
import { publicFields } from '../declaration/publicity/public-fields.ts';
import { projectType } from '../program/project-types.ts';
import { projectSource } from '../program/sources.ts';
import {
  batchType,
  deptQuotaMode,
  fundMode,
  programKind,
  projectLevel,
  releaseStatus,
} from './dictionaries.ts';

/** Columns of department quotas: maximum number of recommended declarations. */
export const quotaFields = {
  deptId: f.ref(['院系', 'College'], dept).required(),
  quota: f.integer(['限额', 'Quota']).between(0, 9999).required(),
};

/** Rules of a call for one project type, or for all types if empty. */
export const typeRuleFields = {
  projectType: f.dict(['项目类别（不填为全部）', 'Type, or all'], projectType).below('resource'),
  startFrom: f.date(['最早开始', 'Earliest start']),
  startTo: f.date(['最晚开始', 'Latest start']),
  months: f.integer(['最长月数', 'Maximum months']).between(1, 120),
  minFunds: f.money(['最低申请额', 'Minimum requested']),
  maxFunds: f.money(['最高申请额', 'Maximum requested']),
};

/** Fields of a call for proposals that declarations read. */
export const declarePlan = face('declarePlan', ['申报计划', 'Calls for proposals'], {
  planName: f.text(['计划名称', 'Call']).requiredInDraft().max(100).searchable(),
  planCode: f.text(['计划编号', 'Call no.']).max(30).computed().unique().searchable(),
  programKind: f.dict(['项目性质', 'Project kind'], programKind).required(),
  planYear: f.year(['申报年度', 'Year']).required(),
  resource: f.dict(['项目来源', 'Source'], projectSource).required(),
  level: f.dict(['项目级别', 'Level'], projectLevel).required(),
  startTime: f.time(['申报开始时间', 'Opens']).required(),
  endTime: f.deadline(['申报截止时间', 'Closes']).required(),
  needReview: f.dict(['是否校内评审', 'Review within the university'], yesNo).required(),
  fundMode: f.dict(['经费管理方式', 'Funding mode'], fundMode).required().initial('1'),
  theoryAllowed: f
    .dict(['可为纯理论研究', 'May be purely theoretical'], yesNo)
    .required()
    .initial('0')
    .specimen(() => '0')
    .help(['间接费用上限提高到 60%', 'Raises the indirect cost cap to 60%']),
  defaultFunds: f.money(['单项资助额度', 'Grant per project']).unit(['元', 'yuan']),
  schoolQuota: f.integer(['学校限额', 'University quota']).between(1, 99_999),
  deptQuotaMode: f
    .dict(['院系限额方式', 'College quota mode'], deptQuotaMode)
    .required()
    .initial('0'),
  deptQuota: f
    .integer(['统一院系限额', 'Quota per college'])
    .between(1, 9999)
    .required()
    .when((row) => row.deptQuotaMode === '1'),
  quotas: f.rows(['院系限额', 'College quotas'], quotaFields),
  personLimit: f
    .integer(['主持限报项数', 'Maximum as leader'])
    .between(1, 99)
    .required()
    .initial(1),
  joinLimit: f.integer(['主持与参与合计限报项数', 'Maximum as leader or member']).between(1, 99),
  onGoingLimit: f
    .integer(['在研同级项目上限', 'Maximum active projects of the same level'])
    .between(1, 99),
  excludeOverdue: f
    .dict(['有逾期项目者不得申报', 'Closed to those with an overdue project'], yesNo)
    .required()
    .initial('1'),
  contractAsked: f
    .dict(['签订任务书', 'Project contract required'], yesNo)
    .required()
    .initial('0')
    .specimen(() => '0'),
  contractFirst: f
    .dict(['签订后方可入账', 'Must be signed before funds are booked'], yesNo)
    .required()
    .initial('0')
    .when((row) => row.contractAsked === '1'),
  contractTemplate: f
    .rich(['任务书模板', 'Project contract template'])
    .max(20_000)
    .required()
    .when((row) => row.contractAsked === '1')
    .initial(initialContractTemplate)
    .help([
      `可用占位符：${textPlaceholders.join(' ')}`,
      'Write placeholders in braces, as in the first template',
    ]),
  complianceAsked: f
    .dicts(['须说明的合规事项', 'Compliance items to be declared'], complianceKind)
    .help(['相关学科另须说明科技伦理', 'Certain disciplines must also declare research ethics'])
    .specimen(() => null),
  complianceAt: f
    .dict(['批件提交时点', 'Approvals are due'], complianceTime)
    .required()
    .initial('2')
    .specimen(() => '2'),
  typeRules: f.rows(['申报要求', 'Requirements'], typeRuleFields).specimen(() => null),
  ...publicFields,
  deptIds: f
    .refs(['适用院系', 'Eligible colleges'], dept)
    .help(['不填表示全校', 'Empty means the whole university'])
    .specimen(() => null),
  ...leaderRule,
  ...extendedUntil,
  status: f.dict(['发布状态', 'Status'], releaseStatus).computed().initial('0'),
});

/** Fields of a batch that reports and conclusions read. */
export const checkBatch = face('checkBatch', ['检查（结题）批次', 'Batch of checks'], {
  batchName: f.text(['批次名称', 'Batch']).requiredInDraft().max(100).searchable(),
  batchType: f.dict(['批次类型', 'For'], batchType).required().initial('1'),
  batchYear: f.year(['年度', 'Year']).required(),
  natures: f.dicts(['项目性质', 'Project kinds'], programKind).required(),
  startTime: f.time(['开始时间', 'Opens']).required(),
  endTime: f.deadline(['截止时间', 'Due']).required(),
  needReview: f.dict(['是否专家评审', 'Expert review'], yesNo).required().initial('0'),
  status: f.dict(['发布状态', 'Status'], releaseStatus).computed().initial('0'),
});

/** Title fields of a declaration, for references. */
export const declareInfo = face('declareInfo', ['项目申报', 'Project application']);

/** Title fields of an approval, for references. */
export const programApproval = face('programApproval', ['项目立项', 'Project approval']);
