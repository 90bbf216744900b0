import { f } from '@keyan/kernel/definition/field/field.ts';
import { attachmentCategories } from '../../shared/attachments.ts';
import { yuan } from '../../shared/formats/yuan.ts';
import { user } from '../../shared/references/refs.ts';
import { budgetItem } from '../budget/budget-items.ts';
import { projectReferenceFields } from '../common/about.ts';
import { endedCodes, projectsToFileFor, underWayCodes } from '../common/access.ts';
import { surplusHandle, surplusStatus } from '../common/dictionaries.ts';
import { program } from '../program/program.ts';
import { isKeptByTeam, isSurplusFor, surplusUseCodes } from './surplus-uses.ts';

/** Fields of a surplus. */
export const surplusFields = {
  surplusNum: f.text(['结余编号', 'Surplus no.']).max(30).computed().searchable(),
  ...projectReferenceFields(['项目结余', 'Surpluses'], projectsToFileFor(...endedCodes)),
  ...f.copies(
    'programId',
    program,
    'level',
    'concludedOn',
    'arrivedFunds',
    'expendFunds',
    'frozenFunds',
    'pendingFunds',
  ),
  surplusFunds: f.copy('programId', program, 'balance', ['结余金额', 'Surplus']),
  surplusHandle: f.dict(['处理方式', 'Use'], surplusHandle).required(),
  handleAmount: yuan('处理金额', 'Amount').between(0.01, 9_999_999_999).required(),
  applyDate: f.date(['申请日期', 'Application date']).required(),
  useUntil: f.date(['使用截止日期', 'Use by']).required().when(isKeptByTeam),
  targetProgramId: f
    .ref(['转入项目', 'Target project'], program)
    .required()
    .among(projectsToFileFor(...underWayCodes))
    .when(isSurplusFor(surplusUseCodes.carried)),
  performanceRate: f
    .percent(['提取绩效比例', 'Performance pay'])
    .required()
    .when(isSurplusFor(surplusUseCodes.performance)),
  plan: f.note(['使用计划', 'Plan']).required().max(1000),
  items: f
    .rows(['结余支出预算', 'Surplus spending budget'], {
      itemCode: f.dict(['科目', 'Item'], budgetItem).required(),
      amount: yuan('金额', 'Amount').required(),
    })
    .required()
    .when(isSurplusFor(surplusUseCodes.team, surplusUseCodes.account, surplusUseCodes.carried)),
  surplusProgramId: f.ref(['结余项目', 'Surplus project'], program).computed(),
  payee: f
    .text(['退回单位', 'Returned to'])
    .required()
    .max(100)
    .when(isSurplusFor(surplusUseCodes.returned))
    .searchable(),
  payeeAccount: f
    .text(['退回账号', 'Account'])
    .required()
    .max(40)
    .when(isSurplusFor(surplusUseCodes.returned)),
  payeeBank: f
    .text(['开户银行', 'Bank'])
    .required()
    .max(100)
    .when(isSurplusFor(surplusUseCodes.returned)),
  shares: f
    .rows(['绩效发放明细', 'Performance pay details'], {
      userId: f.ref(['人员', 'Person'], user).required(),
      amount: f
        .money(['金额', 'Amount'])
        .between(0.01, 9_999_999_999)
        .unit(['元', 'yuan'])
        .required(),
    })
    .required()
    .when(isSurplusFor(surplusUseCodes.performance)),
  voucherNum: f.text(['会计凭证号', 'Voucher no.']).max(50).computed().searchable(),
  payDate: f.date(['付款日期', 'Paid on']).computed(),
  financeUser: f.ref(['财务经办人', 'Finance handler'], user).computed(),
  attachments: f.files(['附件', 'Attachments'], attachmentCategories('10', '99')),
  status: f.dict(['状态', 'Status'], surplusStatus).computed(),
};
