import { f } from '@keyan/kernel/definition/field/field.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { yesNo } from '../../shared/dictionaries.ts';
import { yuan } from '../../shared/formats/yuan.ts';
import { dept, user } from '../../shared/references/refs.ts';
import { budgetItem } from '../budget/budget-items.ts';
import { projectReferenceFields } from '../common/about.ts';
import { attachmentsByKind } from '../common/attachments.ts';
import { changeType, resultForm } from '../common/dictionaries.ts';
import { memberFields, unitFields } from '../common/parts.ts';
import { payPlanFields } from '../contracts/contract.ts';
import { program } from '../program/program.ts';
import { changesOneOf, changeTypeCodes } from './change-types.ts';

const ofGrants = ['06*', '02', '03', '99'] as const;

/**
 * Conditions of required attachments: the funder’s letter if the funder must agree, the supplement
 * if the contract’s amount changes.
 */
const neededWhen: Readonly<Record<string, (row: RowLike) => boolean>> = {
  '02': ({ needSuperior }) => needSuperior === '1',
  '03': changesOneOf(changeTypeCodes.contract),
};

const categories = attachmentsByKind({
  vertical: ofGrants,
  school: ofGrants,
  cultural: ofGrants,
  horizontal: ['06*', '03', '99'],
}).map((category) => {
  const requiredWhen = neededWhen[category.code];
  return requiredWhen ? { ...category, required: true, requiredWhen } : category;
});

/** Fields of a change: current values, and requested values beside them. */
export const changeFields = {
  changeNum: f.text(['变更编号', 'Change no.']).max(30).computed().searchable(),
  ...projectReferenceFields(['项目变更', 'Changes']),
  ...f.copies('programId', program, 'contractId', 'fundMode'),
  changeTypes: f.dicts(['变更类型', 'Change types'], changeType).required(),
  changeReason: f.note(['变更原因', 'Reason']).required().max(1000),
  needSuperior: f.dict(['是否需上级批准', 'Needs funder approval'], yesNo).required(),
  newLeader: f
    .ref(['新负责人', 'New leader'], user)
    .required()
    .when(changesOneOf(changeTypeCodes.leader)),
  oldLeaderStays: f
    .dict(['原负责人留在项目组', 'Previous leader stays in the team'], yesNo)
    .required()
    .when(changesOneOf(changeTypeCodes.leader)),
  limitWaiver: f
    .note(['突破限项理由', 'Reason for exceeding limits'])
    .max(500)
    .when((row) => changesOneOf(changeTypeCodes.leader)(row) && row.needSuperior === '1')
    .help(['上级已批准突破限项的填写', 'Fill in if the sponsor has agreed to exceed its limits'])
    .specimen(() => null),
  oldMembers: f
    .copy('programId', program, 'members', ['原成员', 'Previous members'])
    .when(changesOneOf(changeTypeCodes.leader, changeTypeCodes.members)),
  newMembers: f
    .rows(['新成员', 'New members'], memberFields())
    .required()
    .when(changesOneOf(changeTypeCodes.members))
    .beginsAs('oldMembers'),
  newName: f
    .text(['新项目名称', 'New name'])
    .required()
    .max(200)
    .when(changesOneOf(changeTypeCodes.name)),
  oldContent: f
    .copy('programId', program, 'content', ['原研究内容', 'Previous content'])
    .when(changesOneOf(changeTypeCodes.content)),
  newContent: f
    .note(['新研究内容', 'New content'])
    .required()
    .max(3000)
    .when(changesOneOf(changeTypeCodes.content))
    .beginsAs('oldContent'),
  newUnit: f
    .ref(['新承担单位', 'New department'], dept)
    .required()
    .when(changesOneOf(changeTypeCodes.department)),
  oldResultForms: f
    .copy('programId', program, 'resultForms', ['原成果形式', 'Previous results'])
    .when(changesOneOf(changeTypeCodes.results)),
  newResultForms: f
    .dicts(['新成果形式', 'New results'], resultForm)
    .required()
    .when(changesOneOf(changeTypeCodes.results))
    .beginsAs('oldResultForms'),
  oldFunds: f
    .copy('programId', program, 'funds', ['原批准经费', 'Previous funds'])
    .when(changesOneOf(changeTypeCodes.budget, changeTypeCodes.contract)),
  newContractAmount: yuan('新合同额', 'New contract amount')
    .between(0.01, 9_999_999_999)
    .required()
    .when(changesOneOf(changeTypeCodes.contract)),
  newPayPlans: f
    .rows(['新收款计划', 'New payment plan'], payPlanFields)
    .required()
    .when((row) => changesOneOf(changeTypeCodes.contract)(row) && Boolean(row.contractId)),
  oldBudget: f
    .copy('programId', program, 'budget', ['原预算', 'Previous budget'])
    .when(changesOneOf(changeTypeCodes.budget)),
  newBudget: f
    .rows(['新预算', 'New budget'], {
      itemCode: f.dict(['科目', 'Item'], budgetItem).required(),
      amount: yuan('预算金额', 'Budgeted').required(),
      selfRaiseFunds: yuan('其中自筹', 'Of which self-raised').specimen(() => null),
    })
    .required()
    .when(changesOneOf(changeTypeCodes.budget))
    .beginsAs('oldBudget'),
  equipmentChanged: f.dict(['设备费有变化', 'Equipment budget changes'], yesNo).computed(),
  ownAdjustment: f
    .dict(['仅业务费、劳务费之间调剂', 'Only between operations and labour costs'], yesNo)
    .computed(),
  oldStartDate: f
    .copy('programId', program, 'startDate', ['原开始日期', 'Previous start'])
    .when(changesOneOf(changeTypeCodes.dates)),
  newStartDate: f
    .date(['新开始日期', 'New start'])
    .required()
    .when(changesOneOf(changeTypeCodes.dates)),
  oldEndDate: f
    .copy('programId', program, 'endDate', ['原结束日期', 'Previous end'])
    .when(changesOneOf(changeTypeCodes.dates)),
  newEndDate: f
    .date(['新结束日期', 'New end'])
    .required()
    .when(changesOneOf(changeTypeCodes.dates)),
  oldUnits: f
    .copy('programId', program, 'units', ['原合作单位', 'Previous partners'])
    .when(changesOneOf(changeTypeCodes.units)),
  newUnits: f
    .rows(['新合作单位', 'New partners'], unitFields())
    .when(changesOneOf(changeTypeCodes.units))
    .beginsAs('oldUnits')
    .specimen(() => []),
  attachments: f.files(['附件', 'Attachments'], categories),
};
