import {
  type Amount,
  equal,
  isZero,
  minus,
  percent,
  roundAmount,
} from '@keyan/kernel/values/amounts.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { type SchoolTaxation, taxesOf } from '../contracts/taxes.ts';

/** Inputs for computing an arrival budget. */
export interface BookingInput {
  readonly divideAmount?: Amount;
  readonly taxAmount?: Amount;
  readonly outFunds?: Amount;
  readonly equipFunds?: Amount;
  readonly manageFee?: Amount;
  readonly indirectFee?: Amount;
  readonly performanceFee?: Amount;
}

/** Tax included in a gross amount, with surtax, in yuan. */
export const taxWithin = (ticket: string | null, amount: Amount, by: SchoolTaxation): string =>
  taxesOf(ticket, amount, by).total;

/** Tax to be booked: the entered tax, or the due tax if the entry equals the previous due tax. */
export const taxToBook = (entered: Amount, dueBefore: Amount, due: string): string =>
  entered === null || entered === undefined || (dueBefore != null && equal(entered, dueBefore))
    ? due
    : String(entered);

/** Rates of a booking, frozen at its submission. */
export interface BookingRates {
  readonly configId: string | null;
  /** Overhead rate in percent. */
  readonly manageRate: string;
  readonly indirectRate: string | null;
  readonly performanceRate: string | null;
  readonly collegeRate: string | null;
  /** VAT rate on the net amount: `0.06`. */
  readonly taxRate: string;
}

/** Amount of an allocation to be shared: without tax, transfers and equipment. */
export const shareableAmount = ({
  divideAmount,
  taxAmount,
  outFunds,
  equipFunds,
}: BookingInput): string => minus(divideAmount, taxAmount, outFunds, equipFunds);

/**
 * Overhead, the college's share of it and the net amount of an allocation, in yuan, rounded to the
 * fen.
 * @param ofIndirect true if the overhead is part of the indirect costs, as for projects other than
 * contracts
 */
export const bookedAmounts = (
  booking: BookingInput,
  { manageRate, collegeRate }: Pick<BookingRates, 'manageRate' | 'collegeRate'>,
  ofIndirect: boolean,
) => {
  const { divideAmount, taxAmount, outFunds, indirectFee } = booking;
  const manageFee = percent(
    ofIndirect ? (indirectFee ?? '0.00') : shareableAmount(booking),
    roundAmount(manageRate, 2),
  );
  return {
    manageFee,
    collegeFee: collegeRate === null ? null : percent(manageFee, collegeRate),
    netAmount: minus(divideAmount, taxAmount, outFunds, indirectFee ?? '0.00'),
  };
};

/** True if the project has a budget by items; false for a lump sum (包干制). */
export const isPlannedByItems = ({ fundMode }: RowLike): boolean => fundMode !== '2';

/**
 * Ledger entries of a booking in addition to its items: tax; overhead, which the
 * university keeps; indirect costs, from which the project may spend performance pay and the
 * remainder; transfers to partners. Arrived amount = tax + overhead + booked amounts, to the fen.
 */
export const entriesBesideItems = ({
  taxAmount,
  outFunds,
  manageFee,
  indirectFee,
  performanceFee,
}: BookingInput) => {
  const performance = minus(performanceFee ?? '0.00');
  const rest = minus(indirectFee ?? '0.00', manageFee, performanceFee);
  const fee = minus(manageFee ?? '0.00');
  return [
    { itemCode: '301', taxed: minus(taxAmount ?? '0.00') },
    { itemCode: '201', overhead: fee, indirect: fee },
    { itemCode: '202', booked: performance, indirect: performance },
    { itemCode: '203', booked: rest, indirect: rest },
    { itemCode: '104', booked: minus(outFunds ?? '0.00') },
  ].filter(({ itemCode: _, ...amounts }) => Object.values(amounts).some((one) => !isZero(one)));
};

/**
 * Day of a booking’s ledger entries: the day of the arrival, or 1 January of the year for which the
 * funds are meant.
 */
export const bookingDay = ({
  arriveDate,
  useYear,
}: {
  readonly arriveDate: string | null;
  readonly useYear: number | null;
}): string | null =>
  arriveDate !== null && useYear !== null && useYear > Number(arriveDate.slice(0, 4))
    ? `${useYear}-01-01`
    : arriveDate;
