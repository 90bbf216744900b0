import { f, face } from '@keyan/kernel/definition/field/field.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { budgetItem } from '../project/budget/budget-items.ts';
import { fundMode, researchType } from '../project/common/dictionaries.ts';
import { leaderRow, memberFields } from '../project/common/parts.ts';
import { contract } from '../project/contracts/contract.ts';
import { ipOwnership, partyType, payMode } from '../project/contracts/contract-dictionaries.ts';
import { program } from '../project/program/program.ts';
import { industry, socialTarget } from '../project/program/statistics-dictionaries.ts';
import { attachmentCategories } from '../shared/attachments.ts';
import { subjectClass, techField, yesNo } from '../shared/dictionaries.ts';
import { creditCode } from '../shared/formats/formats.ts';
import { adminDivision, discipline } from '../shared/formats/national.ts';
import { yuan } from '../shared/formats/yuan.ts';
import { scoreFields } from '../shared/mechanisms/scored.ts';

/** True for types of contract that the authority registers as technology contracts. */
export const isAboutTechnology = ({ contractType: type }: RowLike): boolean =>
  typeof type === 'string' && /^0[1-5]/.test(type);

const transfers = ({ contractType: type }: RowLike): boolean =>
  typeof type === 'string' && /^0[23]/.test(type);

const yes =
  (name: string) =>
  (row: RowLike): boolean =>
    row[name] === '1';

const patent = face('patentapp', ['专利', 'Patent']);

/**
 * Attachment category of the registration certificate; required once the contract has a
 * registration number.
 */
const registrationProof = '27';

const categories = attachmentCategories('03*', registrationProof, '04', '99').map((category) =>
  category.code === registrationProof
    ? {
        ...category,
        required: true,
        requiredWhen: ({ isTaxFree, techRegNum }: RowLike) =>
          isTaxFree === '1' && Boolean(techRegNum),
      }
    : category,
);

/** The fields of a contract. */
export const contractFields = {
  ...contract.fields,
  programNum: f.text(['项目编号', 'Project no.']).max(50).computed().searchable(),
  programInfoId: f.ref(['项目台账', 'Project'], program).computed(),
  funds: yuan('到校经费', 'Funds to the university').computed(),
  equipFunds: yuan('代购设备款', 'Equipment purchased for the client'),
  signDate: f.date(['签订日期', 'Signed on']).required(),
  startDate: f.date(['履行开始', 'Start']).required(),
  endDate: f.date(['履行截止', 'End']).required(),
  signPlace: f.text(['签订地点', 'Signed at']).max(100),
  partyCreditCode: f
    .text(['甲方统一社会信用代码', 'Credit code'])
    .max(18)
    .format(creditCode)
    .searchable(),
  partyType: f.dict(['甲方性质', 'Client type'], partyType).required(),
  partyRegion: f.dict(['甲方所在地', 'Client region'], adminDivision).required(),
  partyContact: f.text(['甲方联系人', 'Contact']).required().max(30).personName(),
  partyPhone: f.text(['甲方电话', 'Phone']).required().max(20),
  partyAddress: f.text(['甲方地址', 'Address']).max(200),
  thirdParty: f.text(['丙方', 'Third party']).max(100),
  payMode: f.dict(['付款方式', 'Payment'], payMode).required(),
  ipOwnership: f.dict(['知识产权归属', 'Intellectual property'], ipOwnership).required(),
  techField: f.dict(['技术领域', 'Technology field'], techField).required(isAboutTechnology),
  techRegDate: f.date(['登记日期', 'Registered on']),
  techAmount: yuan('技术交易额', 'Technology transaction amount'),
  isSealed: f.dict(['是否使用学校合同章', 'University seal'], yesNo).required().initial('1'),
  isTransform: f.dict(['是否成果转化合同', 'Technology transfer'], yesNo).required().initial('0'),
  transformPatents: f
    .refs(['涉及专利', 'Patents'], patent)
    .when(transfers)
    .specimen(() => null),
  fundMode: f.dict(['经费管理方式', 'Funding mode'], fundMode).required().initial('1'),
  subjectClass: f.dict(['统计类别', 'Statistical category'], subjectClass).required().initial('01'),
  subject: f.dict(['所属学科', 'Discipline'], discipline).required(),
  researchType: f.dict(['研究类别', 'Research type'], researchType).required(),
  socialTarget: f.dict(['社会经济目标', 'Objective'], socialTarget),
  industry: f.dict(['服务行业', 'Industry'], industry),
  content: f.note(['研究内容', 'Content']).required().max(3000),
  performanceTerms: f.note(['考核（验收）指标', 'Acceptance terms']).required().max(2000),
  isRelated: f
    .dict(['是否关联交易', 'Related party'], yesNo)
    .required()
    .initial('0')
    .help([
      '与甲方有利益关系时选是，须说明并经法务会签',
      'If there is an interest in the client choose yes and explain; the legal office countersigns',
    ]),
  relatedNote: f.note(['关联说明', 'Relation']).required().max(300).when(yes('isRelated')),
  isAlike: f.dict(['疑似重复', 'Possible duplicate'], yesNo).computed(),
  isPending: f.dict(['待认定登记', 'To be registered'], yesNo).computed(),
  hasOpenPeriod: f.dict(['有应收款', 'Payments outstanding'], yesNo).computed(),
  dueNo: f.integer(['下一应收期次', 'Next instalment']).computed(),
  dueDate: f.date(['应收日期', 'Due on']).computed(),
  dueAmount: yuan('本期应收未到', 'Outstanding of the instalment').computed(),
  overFunds: yuan('溢收', 'Overpaid').computed(),
  endsSoonFrom: f.date(['到期提醒起', 'Expiry reminder from']).computed(),
  endedAmount: yuan('解除时应收额', 'Due at termination').computed(),
  remarks: f.note(['备注', 'Remarks']).max(500),
  members: f
    .rows(['项目组成员', 'Members'], memberFields())
    .required()
    .initial((writer) => [leaderRow(writer)]),
  budget: f
    .rows(['经费预算', 'Budget'], {
      itemCode: f.dict(['科目', 'Item'], budgetItem).required(),
      amount: yuan('预算金额', 'Budgeted').required(),
      basis: f.text(['测算依据', 'Basis']).max(300),
    })
    .required(({ fundMode: mode }) => mode === '1'),
  attachments: f.files(['附件', 'Attachments'], categories),
  ...scoreFields,
};
