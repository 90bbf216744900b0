import { withCode } from '@keyan/kernel/access/scope.ts';
import { f, face } from '@keyan/kernel/definition/field/field.ts';
import { equal, minus, sum } from '@keyan/kernel/values/amounts.ts';
import { arrivalBudget } from '../funds/arrival-budget.ts';
import { isPlannedByItems } from '../funds/booking.ts';
import { refundStatus } from '../funds/dictionaries.ts';
import { fundingArrive } from '../funds/funding-arrive.ts';
import { arrivals } from '../funds/ledgers.ts';
import { arrival, divideFace } from '../funds/refs.ts';
import { invoiceFields } from '../invoices/invoice-fields.ts';
import { budgetItem } from '../project/budget/budget-items.ts';
import { billFace } from '../project/contracts/bill.ts';
import { attachmentCategories } from '../shared/attachments.ts';
import { yuan } from '../shared/formats/yuan.ts';
import { user } from '../shared/references/refs.ts';
import {
  amountDueAgain,
  type BookedFigures,
  bookingAfterRefunds,
  type EarlierRefund,
  type ItemAmount,
  type PayingAllocation,
  refundItems,
  refundParts,
} from './refund-parts.ts';

const {
  divideId,
  divideAmount,
  taxAmount,
  manageFee,
  indirectFee,
  performanceFee,
  outFunds,
  netAmount,
  fundMode,
  items: bookingItems,
} = arrivalBudget.fields;

/** Figures of a booking that a refund reduces. */
export const refundedBookingFields = face(arrivalBudget.key, arrivalBudget.label, {
  divideId,
  divideAmount,
  taxAmount,
  manageFee,
  indirectFee,
  performanceFee,
  outFunds,
  netAmount,
  fundMode,
  items: bookingItems,
});

const { arriveId: paidBy, taxFreeAmount, relatedContractId, ticketType } = invoiceFields;

/** Fields of an arrival with the amount that can still be refunded. */
export const refundableArrival = face(arrival.key, arrival.label, {
  leftAmount: fundingArrive.fields.leftAmount,
});

/** Reference to the invoice that the refund’s red letter cancels. */
export const redBillField = face(billFace.key, billFace.label, {
  arriveId: paidBy,
  validFunds: billFace.fields.validFunds,
  ticketType,
  taxFreeAmount,
  relatedContractId,
});

const part = {
  refundAmount: yuan('退款金额', 'Amount').required().between(0.01, 9_999_999_999),
  taxBack: yuan('冲减税金', 'Deducted from tax').computed(),
  feeBack: yuan('冲减管理费', 'Deducted from overhead').computed(),
  performanceBack: yuan('冲减绩效', 'Deducted from performance pay').computed(),
  restBack: yuan('冲减其他间接费用', 'Deducted from other indirect costs').computed(),
  outBack: yuan('冲减外拨', 'Deducted from transfers').computed(),
  netBack: yuan('冲减直接经费', 'Deducted from direct costs').computed(),
  settledBack: yuan('冲减票据到款', 'Deducted from invoice payment').computed(),
  items: f.rows(['冲减科目', 'Deducted from budget items'], {
    itemCode: f.dict(['科目', 'Item'], budgetItem).required(),
    amount: yuan('金额', 'Amount').required(),
  }),
};

/** Fields of earlier refunds of the same booking that a refund reads. */
export const earlierRefund = face('fundingRefund', ['到账退款', 'Refund'], {
  divideId: f.ref(divideFace.label, divideFace),
  ...part,
});

/** Code of `refundStatus` for a confirmed refund. */
export const confirmedRefundCode = '1';
const withRed = ({ redBillId }: { readonly redBillId?: unknown }): boolean => Boolean(redBillId);

/** Facts from which the amounts of a refund are computed. */
interface RefundFacts {
  readonly bookings: readonly (BookedFigures & { readonly fundMode: string | null })[];
  readonly earlier: readonly (EarlierRefund & { readonly id: string })[];
  /** Allocation with the invoice that it paid, and the amount that it settled. */
  readonly division: PayingAllocation;
}

interface RefundInput {
  readonly refundAmount: string | null;
  readonly redBillId: string | null;
  readonly divideId: string | null;
  readonly items:
    | readonly { readonly itemCode: string | null; readonly amount: string | null }[]
    | null;
}

const none = {
  taxBack: '0.00',
  feeBack: '0.00',
  performanceBack: '0.00',
  restBack: '0.00',
  outBack: '0.00',
  netBack: '0.00',
  settledBack: '0.00',
  items: [] as ItemAmount[],
  earlierFunds: '0.00',
};

/**
 * Amounts that the refund deducts from the booking; lines chosen by a person are kept if they add
 * up.
 */
export const refundPartFields = (row: RefundInput, facts: RefundFacts) => {
  const [of] = facts.bookings;
  if (row.divideId === null || of === undefined || row.refundAmount === null) return none;
  const back = refundParts(of, facts.earlier, row.refundAmount, withRed(row));
  const chosen = row.items ?? [];
  const items =
    chosen.length > 0 && equal(sum(chosen, 'amount'), back.netBack)
      ? [...chosen]
      : refundItems(of, facts.earlier, back.netBack);
  return {
    ...back,
    settledBack: amountDueAgain(facts.division, facts.earlier, row.refundAmount),
    items: isPlannedByItems({ fundMode: of.fundMode }) ? items : none.items,
    earlierFunds: minus(of.divideAmount ?? '0.00', bookingAfterRefunds(of, facts.earlier)),
  };
};

/** The fields of a refund. */
export const refundFields = {
  refundNum: f.text(['退款编号', 'Refund no.']).max(30).computed().searchable(),
  arriveId: f
    .ref(['到账记录', 'Arrival'], arrival)
    .required()
    .among(withCode('status', '0', '1', '2', '3'))
    .listed(['退款', 'Refunds']),
  ...f.copies('arriveId', arrival, 'arriveCode', 'fundingSource', 'arriveDate'),
  leftAmount: yuan('到账未分配金额', 'Unallocated amount').balance(arrivals, 'left', {
    owner: 'arriveId',
  }),
  divideId: f
    .ref(['已入账的分配', 'Booked allocation'], divideFace)
    .among(withCode('status', '2'))
    .listed(['退款', 'Refunds'])
    .help(['空为退未分配的金额', 'Empty: refund the unallocated amount']),
  ...f.copies(
    'divideId',
    divideFace,
    'programId',
    'programName',
    'programNum',
    'programLeader',
    'departmentId',
    'contractId',
    'partyUnitId',
    'divideAmount',
    'billId',
    'billSettled',
  ),
  ...part,
  earlierFunds: yuan('此前已退', 'Previously refunded').computed(),
  refundReason: f.note(['退款原因', 'Reason']).required().max(500),
  redBillId: f
    .ref(['红冲票据', 'Invoice to credit'], billFace)
    .among(withCode('status', '3', '8', '9'))
    .listed(['随退款红冲', 'Credited with refunds'])
    .help([
      '随退款红冲的票据；税金只随红字冲回',
      'Invoice credited with this refund; tax is only recovered with a credit note',
    ]),
  redNumber: f.text(['红字发票号码', 'Credit note no.']).max(30).required().when(withRed),
  redDate: f.date(['红冲日期', 'Credit note date']).required().when(withRed),
  redAmount: yuan('红冲金额', 'Amount credited')
    .required()
    .between(0.01, 9_999_999_999)
    .when(withRed),
  freeBack: yuan('冲减免税额度', 'Deducted from tax-exempt quota').computed(),
  freeContractId: f.copy('redBillId', redBillField, 'relatedContractId'),
  redArriveId: f.copy('redBillId', redBillField, 'arriveId'),
  voucherNum: f.text(['会计凭证号', 'Voucher no.']).max(50).computed().searchable(),
  refundDate: f.date(['退款日期', 'Refunded on']).computed(),
  financeUser: f.ref(['财务经办人', 'Confirmed by'], user).computed(),
  remarks: f.note(['备注', 'Remarks']).max(500),
  attachments: f.files(['附件', 'Attachments'], attachmentCategories('26', '25', '99')),
  status: f.dict(['状态', 'Status'], refundStatus).computed().initial('0'),
};
