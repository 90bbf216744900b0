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

/** Values from which an arrival budget is computed. */
export interface BookingInput {
  readonly divideAmount?: Amount;
  readonly taxAmount?: Amount;
  readonly outFunds?: Amount;
  readonly equipFunds?: Amount;
  readonly manageFee?: Amount;
  readonly indirectFee?: Amount;
  readonly performanceFee?: Amount;
}

/** The tax within an amount that was paid, with the surtax on it. */
export const taxWithin = (ticket: string | null, amount: Amount, by: SchoolTaxation): string =>
  taxesOf(ticket, amount, by).total;

/** The tax as it is entered; as long as nobody enters another, it is what is due. */
export const taxToBook = (entered: Amount, dueBefore: Amount, due: string): string =>
  entered === null || entered === undefined || (dueBefore != null && equal(entered, dueBefore))
    ? due
    : String(entered);

/** The rates that hold for a booking, from its submission on. */
export interface BookingRates {
  readonly configId: string | null;
  /** In percent. */
  readonly manageRate: string;
  readonly indirectRate: string | null;
  readonly performanceRate: string | null;
  readonly collegeRate: string | null;
  /** Rate on the amount without tax: `0.06`. */
  readonly taxRate: string;
}

/** Amount of an allocation that is left to be shared: without tax, transfers and equipment. */
export const shareableAmount = ({
  divideAmount,
  taxAmount,
  outFunds,
  equipFunds,
}: BookingInput): string => minus(divideAmount, taxAmount, outFunds, equipFunds);

/**
 * Overhead, the college's share of it and the net amount of an allocation, in yuan, rounded to the fen.
 * @param ofIndirect the overhead is a share of the indirect costs, as with projects that are no contracts
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

/** Does the project plan by budget items? One in a lump sum (包干制) does not. */
export const isPlannedByItems = ({ fundMode }: RowLike): boolean => fundMode !== '2';

/**
 * Entries of a booking beside its items: the tax; the overhead, which stays with the school; the indirect
 * costs, of which the project may spend performance pay and the rest; what is transferred, so that it can be paid. The
 * amount that arrived is tax, overhead and what is booked, to the fen.
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

/** The day of the entries of a booking: that of the arrival, or the first of the year for which it is meant. */
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
