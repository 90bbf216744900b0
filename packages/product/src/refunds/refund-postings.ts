import type { RowOf } from '@keyan/kernel/definition/field/field.ts';
import { type Amount, isZero, minus } from '@keyan/kernel/values/amounts.ts';
import { wholeProjectSubaccount } from '../project/budget/funds.ts';
import type { refundFields } from './refund-fields.ts';

/** Ledger entries of a confirmed refund. */

type Refund = RowOf<typeof refundFields>;

const off = (amount: Amount): string => minus('0.00', amount);

/**
 * Entries of the arrival: reduces the amount to divide or the booked amount; an invoice issued
 * after payment releases its own arrival.
 */
export const postingsToArrivals = (row: Readonly<Refund>) => [
  {
    owner: row.arriveId,
    refunded: row.refundAmount,
    ...(row.divideId ? { divided: off(row.refundAmount), booked: off(row.refundAmount) } : {}),
  },
  ...(row.redArriveId ? [{ owner: row.redArriveId, invoiced: off(row.redAmount) }] : []),
];

/** Entries of the project’s funds, by part of the refund. */
export const postingsToFunds = ({ programId: owner, items, ...row }: Readonly<Refund>) => {
  if (!owner) return [];
  const lines = items ?? [];
  const [fee, performance, rest] = [off(row.feeBack), off(row.performanceBack), off(row.restBack)];
  return [
    { owner, itemCode: wholeProjectSubaccount, arrived: off(row.refundAmount) },
    { owner, itemCode: '301', taxed: off(row.taxBack) },
    { owner, itemCode: '201', overhead: fee, indirect: fee },
    { owner, itemCode: '202', booked: performance, indirect: performance },
    { owner, itemCode: '203', booked: rest, indirect: rest },
    { owner, itemCode: '104', booked: off(row.outBack) },
    ...(lines.length > 0
      ? lines.map(({ itemCode, amount }) => ({ owner, itemCode, booked: off(amount) }))
      : [{ owner, itemCode: wholeProjectSubaccount, booked: off(row.netBack) }]),
  ].filter(({ owner: _, itemCode: __, ...amounts }) =>
    Object.values(amounts).some((one) => !isZero(one)),
  );
};

/** Entries of the contract: reduces arrived and invoiced amounts. */
export const postingsToContracts = ({
  contractId,
  refundAmount,
  redAmount,
  redBillId,
}: Readonly<Refund>) =>
  contractId
    ? [
        {
          owner: contractId,
          arrived: off(refundAmount),
          billed: redBillId ? off(redAmount) : null,
        },
      ]
    : [];

/** Entries of the tax-free quota: a red letter returns its amount. */
export const postingsToQuota = ({ freeContractId, contractId, freeBack }: Readonly<Refund>) => {
  const owner = freeContractId ?? contractId;
  return owner && !isZero(freeBack) ? [{ owner, freeBilled: off(freeBack) }] : [];
};

export const postingsToPartners = ({ partyUnitId, refundAmount }: Readonly<Refund>) =>
  partyUnitId ? [{ owner: partyUnitId, arrived: off(refundAmount) }] : [];

/** Entries of invoices: the paid invoice is due again; the cancelled invoice loses its amount. */
export const postingsToInvoices = (row: Readonly<Refund>) => [
  ...(row.billId ? [{ owner: row.billId, settled: off(row.settledBack) }] : []),
  ...(row.redBillId
    ? [
        {
          owner: row.redBillId,
          red: row.redAmount,
          ...(row.redArriveId ? { settled: off(row.redAmount) } : {}),
        },
      ]
    : []),
];
