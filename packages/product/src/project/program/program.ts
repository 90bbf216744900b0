import { f, face } from '@keyan/kernel/definition/field/field.ts';
import { yesNo } from '../../shared/dictionaries.ts';
import { yuan } from '../../shared/formats/yuan.ts';
import { cooperation, dept, user } from '../../shared/references/refs.ts';
import { contractNameFace } from '../agreements/task-contract-faces.ts';
import { budgetItem } from '../budget/budget-items.ts';
import { funds } from '../budget/funds.ts';
import {
  conclusionGrade,
  programKind,
  programStatus,
  projectLevel,
  resultForm,
} from '../common/dictionaries.ts';
import { declarePlan } from '../common/faces.ts';
import { ledgerOwner } from '../common/owner.ts';
import { memberFields, unitFields } from '../common/parts.ts';
import { complianceLines } from '../compliance/compliance.ts';
import { contractOwner } from '../contracts/contract-ledger.ts';
import { lifecycle } from './lifecycle.ts';
import { originFields } from './origin-fields.ts';

/** Fields of a project that other resources read. */
export const program = face(ledgerOwner.key, ledgerOwner.label, {
  programName: f.text(['项目名称', 'Project name']).requiredInDraft().max(200).searchable(),
  programNum: f.text(['项目编号', 'Project no.']).required().max(50).searchable(),
  // Surplus accounts are not entered by people.
  programKind: f
    .dict(['项目性质', 'Project kind'], programKind)
    .required()
    .specimen((draw) => draw.pick(['vertical', 'horizontal', 'school', 'cultural'] as const)),
  level: f.dict(['项目级别', 'Level'], projectLevel).required(),
  programLeader: f.ref(['项目负责人', 'Leader'], user).required(),
  // Wire clients read `departmentName` (spec §3).
  departmentId: f.ref(['承担单位', 'Department'], dept).required().alsoNamed('department'),
  startDate: f.date(['开始日期', 'Start']).required(),
  endDate: f.date(['结束日期', 'End']).required(),
  ...ledgerOwner.fields,
  ...originFields,
  status: f.dict(['项目状态', 'Status'], programStatus).computed().initial('20'),
  funds: yuan('批准经费', 'Approved funds'),
  arrivedFunds: yuan('累计到账', 'Received').balance(funds, 'arrived'),
  taxedFunds: yuan('税金', 'Tax').balance(funds, 'taxed'),
  overheadFunds: yuan('管理费', 'Overhead').balance(funds, 'overhead'),
  indirectFunds: yuan('间接费用', 'Indirect costs').balance(funds, 'indirect'),
  netFunds: yuan('直接经费', 'Direct funds').balance(funds, 'net'),
  bookedFunds: yuan('已入账', 'Booked').balance(funds, 'booked'),
  pendingFunds: yuan('待入账', 'To be booked').balance(funds, 'pending'),
  frozenFunds: yuan('冻结金额', 'Held').balance(funds, 'held'),
  expendFunds: yuan('累计支出', 'Spent').balance(funds, 'spent'),
  spendRate: f.percent(['执行率（%）', 'Spent (%)']).balance(funds, 'rate'),
  settledFunds: yuan('已处理结余', 'Surplus settled').balance(funds, 'settled'),
  balance: yuan('可用余额', 'Available').balance(funds, 'available'),
  realEndDate: f.date(['实际结题日期', 'Actual end']).computed(),
  concludedOn: f.date(['批准结题日期', 'Closeout approved on']).computed(),
  surpluses: f.integer(['已办结余', 'Surpluses settled']).balance(lifecycle, 'surpluses'),
  // True once the account is settled; nothing more can be posted.
  isClosed: f.dict(['已结账', 'Account closed'], yesNo).computed().initial('0'),
  closedOn: f.date(['结账日期', 'Account closed on']).computed(),
  conclusionGrade: f.dict(['结题等级', 'Grade'], conclusionGrade).computed(),
  // Contract and client of a contract project.
  contractId: f.ref(['横向合同', 'Contract'], contractOwner).computed(),
  partyUnitId: f.ref(['甲方单位', 'Client'], cooperation).computed(),
  resultForms: f.dicts(['预期成果形式', 'Expected results'], resultForm),
  content: f.note(['研究内容', 'Content']).max(3000),
  members: f.rows(['项目组成员', 'Members'], memberFields()).specimen(() => []),
  units: f.rows(['合作单位', 'Partners'], unitFields()).specimen(() => []),
  compliance: complianceLines(),
  // Call for proposals of the project, and the contract that the call requires.
  planId: f.ref(['申报计划', 'Call'], declarePlan).computed(),
  contractAsked: f.dict(['签订任务书', 'Project contract required'], yesNo).computed(),
  taskContractId: f.ref(['任务书', 'Contract'], contractNameFace).computed(),
  budget: f
    .rows(['经费预算', 'Budget'], {
      // BladeX clients read `itemName` and `sums`.
      itemCode: f.dict(['科目', 'Item'], budgetItem).required().alsoNamed('item'),
      amount: yuan('预算金额', 'Budgeted').required().alsoNamed('sums'),
      superiorAppropriation: yuan('其中上级拨款', 'Of which grant').computed(),
      selfRaiseFunds: yuan('其中自筹', 'Of which self-raised').specimen(() => null),
      booked: yuan('已入账', 'Booked').balance(funds, 'booked', { subaccount: 'itemCode' }),
      held: yuan('冻结', 'Held').balance(funds, 'held', { subaccount: 'itemCode' }),
      spent: yuan('已支出', 'Spent').balance(funds, 'spent', { subaccount: 'itemCode' }),
    })
    .alsoNamed('fundingTreeVOList')
    .asTreeOf('itemCode'),
  // Reason of the last correction by an office of fields that changes write (decision 0461).
  correction: f
    .note(['更正原因', 'Reason for the correction'])
    .max(200)
    .help([
      '更正已登记的负责人、单位、日期、经费、成员、预算时填写',
      'Required when a registered leader, department, date, fund, member or budget is corrected',
    ])
    .specimen(() => null),
  delayTimes: f.integer(['延期次数', 'Extensions']).balance(lifecycle, 'delays'),
});
