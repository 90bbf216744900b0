import {
  type Amount,
  atMost,
  equal,
  isZero,
  minus,
  percent,
  plus,
  proportion,
  rounded,
  times,
} from '@keyan/kernel/values/amounts.ts';

/** What an arrival budget is computed from. */
export interface Booking {
  readonly divideAmount?: Amount;
  readonly taxAmount?: Amount;
  readonly outFunds?: Amount;
  readonly equipFunds?: Amount;
  readonly manageFee?: Amount;
  readonly indirectFee?: Amount;
  readonly performanceFee?: Amount;
}

/** How the school pays taxes, by its parameters. */
export interface Taxation {
  /** `general`, or `small` for a small-scale payer. */
  readonly payer: string;
  /** Of the amount without tax: `0.06`. */
  readonly rate: string;
  /** Of the value-added tax. */
  readonly surtax: string;
}

/** Codes of `ticketType` whose amounts are taxed. */
const taxed: ReadonlySet<unknown> = new Set(['01', '03']);

/** The most that a small-scale payer pays of the amount without tax. */
const smallRate = '0.03';

const rateOf = ({ payer, rate }: Taxation): string =>
  payer === 'small' && !atMost(rate, smallRate) ? smallRate : rate;

/** The tax within an amount that was paid, and the surtax on it. */
export const taxDue = (ticketType: unknown, amount: Amount, by: Taxation): string => {
  if (!taxed.has(ticketType)) return '0.00';
  const rate = rateOf(by);
  const tax = proportion(amount, rate, plus('1', rate));
  return plus(tax, rounded(times(tax, by.surtax), 2));
};

/** The tax as it is entered; as long as nobody enters another, it is what is due. */
export const enteredTax = (entered: Amount, dueBefore: Amount, due: string): string =>
  entered === null || entered === undefined || (dueBefore != null && equal(entered, dueBefore))
    ? due
    : String(entered);

/** Overhead and net amount of an allocation, in yuan, rounded to the fen. */
export const bookedAmounts = (
  { divideAmount, taxAmount, outFunds, equipFunds, indirectFee }: Booking,
  rate: string,
) => ({
  manageRate: rounded(rate, 2),
  manageFee: percent(minus(divideAmount, taxAmount, outFunds, equipFunds), rate),
  netAmount: minus(divideAmount, taxAmount, outFunds, indirectFee ?? '0.00'),
});

/** Does the project plan by budget items? One in a lump sum (包干制) does not. */
export const byItems = ({ fundMode }: Readonly<Record<string, unknown>>): boolean =>
  fundMode !== '2';

/**
 * Entries of a booking beside its items: the tax; the overhead, which stays with the school; the indirect
 * costs, of which the project may spend performance pay and the rest; what is transferred, so that it can be paid. The
 * amount that arrived is tax, overhead and what is booked, to the fen.
 */
export const bookedBeside = ({
  taxAmount,
  outFunds,
  manageFee,
  indirectFee,
  performanceFee,
}: Booking) => {
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
