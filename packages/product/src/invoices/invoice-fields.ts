import { anyScope, everyScope, permission, withCode } from '@keyan/kernel/access/scope.ts';
import { f } from '@keyan/kernel/definition/field/field.ts';
import { onTheDay } from '@keyan/kernel/definition/life/writer.ts';
import { isEmail } from '@keyan/kernel/values/pattern.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { ticketTypeCodes } from '../contracts/taxes.ts';
import { ticketType } from '../funds/dictionaries.ts';
import { arrival } from '../funds/refs.ts';
import { billFace, billModeCodes, billsLedger, isBorrowed } from '../project/contracts/bill.ts';
import { billContent } from '../project/contracts/bill-dictionaries.ts';
import { contract } from '../project/contracts/contract.ts';
import { contractType } from '../project/contracts/contract-dictionaries.ts';
import { contracts } from '../project/contracts/contract-ledger.ts';
import { program } from '../project/program/program.ts';
import { attachmentCategories } from '../shared/attachments.ts';
import { yuan } from '../shared/formats/yuan.ts';
import { user } from '../shared/references/refs.ts';

const isPaid = ({ billMode }: RowLike): boolean => billMode === billModeCodes.paid;
const isFree = ({ ticketType: type }: RowLike): boolean => type === ticketTypeCodes.free;
const isSpecial = ({ ticketType: type }: RowLike): boolean => type === ticketTypeCodes.special;
const isInvoice = ({ ticketType: type }: RowLike): boolean => type !== ticketTypeCodes.receipt;

/**
 * True for consulting and services, which are tax-free with the technology contract that they
 * belong to.
 */
export const isAncillary = ({ contractType: type }: RowLike): boolean =>
  typeof type === 'string' && /^0[45]/.test(type);

/** Fields of a red letter: the amount of an invoice that was cancelled. */
export const redLetterFields = {
  redNumber: f.text(['红字发票号码', 'Credit note no.']).required().max(30),
  redDate: f.date(['红冲日期', 'Credit note date']).required().initial(onTheDay),
  redAmount: yuan('红冲金额', 'Amount credited').required().between(0.01, 9_999_999_999),
  confirmNum: f.text(['红字确认单编号', 'Confirmation no.']).max(30),
  reason: f.text(['原因', 'Reason']).required().max(200),
};

/** Fields of an invoice application. */
export const invoiceFields = {
  ...billFace.fields,
  ...f.copies(
    'programId',
    program,
    'programName',
    'programNum',
    'departmentId',
    'programKind',
    'contractId',
    'partyUnitId',
  ),
  contractNum: f.text(['合同编号', 'Contract no.']).max(50).computed().searchable(),
  contractType: f.dict(['合同类型', 'Contract type'], contractType).computed(),
  contractAmount: yuan('合同额', 'Contract amount').computed(),
  billedAmount: yuan('已开票金额（含在途）', 'Invoiced').balance(contracts, 'issued', {
    owner: 'contractId',
  }),
  billableFunds: yuan('可开票金额', 'Can be invoiced').balance(contracts, 'billable', {
    owner: 'contractId',
  }),
  freeLeft: yuan('免税额度剩余', 'Tax-exempt quota left').balance(contracts, 'freeLeft', {
    owner: 'contractId',
  }),
  ticketType: f.dict(['票据类型', 'Invoice type'], ticketType).required().initial('01'),
  relatedContractId: f
    .ref(['所属技术合同', 'Related technology contract'], contract)
    .among(everyScope(withCode('isTaxFree', '1'), withCode('contractStatus', '2', '3', '5')))
    .required()
    .when((row) => isFree(row) && isAncillary(row))
    .help([
      '咨询、服务随同已认定登记的开发、转让、许可合同免税时填写',
      'For consulting and services that are tax-exempt together with a registered development, transfer or licence contract',
    ]),
  taxFreeNum: f.text(['免税审核文号', 'Tax-exempt document no.']).max(50).computed(),
  taxFreeAmount: yuan('免税金额', 'Tax-exempt amount').required().when(isFree),
  taxRate: f.decimal(['税率', 'Tax rate'], 2).inPercent().computed(),
  taxAmount: yuan('税额', 'Tax').computed(),
  noTaxAmount: yuan('不含税金额', 'Without tax').computed(),
  surtax: yuan('附加税', 'Surtax').computed(),
  billContent: f.dict(['开票内容', 'Content'], billContent).required(),
  specs: f.text(['规格型号/备注栏', 'Note on the invoice']).max(200),
  buyerTaxNum: f.text(['购方税号', 'Buyer’s tax no.']).max(20).required(isInvoice),
  buyerAddress: f.text(['购方地址', 'Address']).max(200).required(isSpecial),
  buyerPhone: f.text(['购方电话', 'Phone']).max(20).required(isSpecial),
  buyerBank: f.text(['购方开户行', 'Bank']).max(100).required(isSpecial),
  buyerAccount: f.text(['购方账号', 'Account']).max(40).required(isSpecial),
  receiveEmail: f
    .text(['收票邮箱', 'E-mail'])
    .required()
    .max(50)
    .format({
      test: isEmail,
      message: ['请输入正确的邮箱', 'Enter a valid e-mail address'],
      make: (n) => `finance${n}@partner.example`,
    }),
  receivePhone: f
    .text(['收票手机', 'Mobile'])
    .required()
    .max(11)
    .format({
      test: (value) => /^1\d{10}$/.test(value),
      message: ['请输入 11 位手机号', '11-digit mobile number'],
      make: (n) => `1380000${String(n % 10_000).padStart(4, '0')}`,
    }),
  taxCardNum: f
    .text(['预扣税经费卡号', 'Card charged for tax'])
    .required()
    .max(30)
    .when(isBorrowed),
  arriveId: f
    .ref(['到账记录', 'Arrival'], arrival)
    .required()
    .among(
      everyScope(
        withCode('status', '0', '1', '2', '3'),
        anyScope(permission('arrive'), withCode('isPublic', '1')),
      ),
    )
    .when(isPaid),
  invoiceCode: f.text(['发票代码', 'Invoice code']).max(20).computed(),
  applyUser: f.ref(['申请人', 'Applicant'], user).computed(),
  applyDate: f.date(['申请日期', 'Application date']).computed(),
  settledFunds: yuan('已到款金额', 'Paid').balance(billsLedger, 'settled'),
  settledOn: f.date(['核销日期', 'Settled on']).computed(),
  redFunds: yuan('红冲金额', 'Amount credited').computed(),
  reds: f.rows(['红字记录', 'Credit notes'], redLetterFields).computed(),
  remarks: f.note(['备注', 'Remarks']).max(500),
  attachments: f.files(['附件', 'Attachments'], attachmentCategories('03', '27', '26', '25')),
};
