import { withCode } from '@keyan/kernel/access/scope.ts';
import { f, face } from '@keyan/kernel/definition/field/field.ts';
import { yesNo } from '../../shared/dictionaries.ts';
import { yuan } from '../../shared/formats/yuan.ts';
import { cooperation, dept, user } from '../../shared/references/refs.ts';
import { contractStatus, contractType } from './contract-dictionaries.ts';
import { contractOwner, contracts } from './contract-ledger.ts';

/** Columns of a payment plan: due date, amount, and arrived amount of each period. */
export const payPlanFields = {
  sort: f.integer(['期次', 'Instalment']).required().between(1, 100).ordinal(),
  payCondition: f.text(['付款条件', 'Condition']).required().max(200),
  planDate: f.date(['计划收款日期', 'Planned for']).required(),
  planAmount: yuan('计划金额', 'Amount').required().between(0.01, 9_999_999_999),
};

/** Columns of partner units that receive a part of the contract’s funds. */
export const partnerUnitFields = {
  unitName: f.text(['单位名称', 'Unit']).required().max(100),
  funds: yuan('外拨金额', 'Amount').required().between(0.01, 9_999_999_999),
  reason: f.text(['外拨理由', 'Reason']).required().max(200),
};

/** Fields of a contract that other resources read. */
export const contract = face(contractOwner.key, contractOwner.label, {
  programName: f
    .text(['项目（合同）名称', 'Contract title'])
    .requiredInDraft()
    .max(200)
    .searchable(),
  contractNum: f.text(['合同编号', 'Contract no.']).max(50).unique().searchable(),
  programLeader: f
    .ref(['项目负责人', 'Leader'], user)
    .required()
    .initial((writer) => writer.id),
  departmentId: f
    .ref(['承担单位', 'Department'], dept)
    .required()
    .initial((writer) => writer.departments[0] ?? null),
  contractType: f.dict(['合同类型', 'Contract type'], contractType).required(),
  contractAmount: yuan('合同总额', 'Contract amount').required().between(0.01, 9_999_999_999),
  outFunds: yuan('外拨经费', 'Transfers out'),
  partyUnitId: f
    .ref(['甲方单位（库）', 'Client'], cooperation)
    .among(withCode('status', '1'), ['该合作单位已停用', 'This partner is disabled'])
    .listed(['横向合同', 'Contracts'])
    .help([
      '可按名称、信用代码查找；库中没有时直接填写下方甲方信息，提交时自动入库',
      'Search by name or credit code; if it is not in the catalogue, enter the client below and it is added on submission',
    ])
    .specimen(() => null),
  partyName: f.text(['甲方名称', 'Client name']).required().max(100).searchable(),
  isTechRegister: f
    .dict(['是否技术合同认定登记', 'To be registered as technology contract'], yesNo)
    .required()
    .initial('0'),
  techRegNum: f.text(['登记编号', 'Registration no.']).max(50).searchable(),
  isTaxFree: f.dict(['是否免税', 'Tax-exempt'], yesNo).required().initial('0'),
  taxFreeNum: f.text(['免税审核文号', 'Tax-exempt document no.']).max(50),
  taxFreeAmount: yuan('免税金额', 'Tax-exempt amount'),
  contractStatus: f.dict(['合同状态', 'Status'], contractStatus).computed(),
  arrivedFunds: yuan('累计到账', 'Received').balance(contracts, 'arrived'),
  issuedFunds: yuan('已开票（含在途）', 'Invoiced').balance(contracts, 'issued'),
  billableFunds: yuan('可开票金额', 'Can be invoiced').balance(contracts, 'billable'),
  receivable: yuan('应收未到', 'Receivable').balance(contracts, 'receivable'),
  freeLeft: yuan('免税额度剩余', 'Tax-exempt quota left').balance(contracts, 'freeLeft'),
  payPlans: f
    .rows(['收款计划', 'Payment plan'], {
      ...payPlanFields,
      arrivedAmount: yuan('已到账', 'Received').computed(),
    })
    .required(),
  units: f.rows(['外拨单位', 'Partner units'], partnerUnitFields).specimen(() => []),
});
