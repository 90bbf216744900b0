import { type Amount, equal, minus, plus, sum } from '@keyan/kernel/values/amounts.ts';
import { wholeProjectSubaccount } from '../../project/budget/funds.ts';

/** Sums of a project from before its ledger was kept here, in yuan. */
export interface OpeningSums {
  /** Everything that arrived, before tax and overhead. */
  readonly arrived: Amount;
  readonly taxed: Amount;
  readonly overhead: Amount;
  readonly spent: Amount;
}

/** Sums of one budget item: what was booked on it and what was spent of it. */
export interface OpeningItem {
  readonly itemCode?: string | null;
  readonly booked?: Amount;
  readonly spent?: Amount;
}

/** Amount that could be spent: what arrived, without tax and overhead. */
export const bookedInAll = ({ arrived, taxed, overhead }: OpeningSums): string =>
  minus(arrived, taxed, overhead);

/** 结余: what could be spent and was not. */
export const leftOf = (sums: OpeningSums): string => minus(bookedInAll(sums), sums.spent);

/**
 * Entries of an opening balance in the ledger of funds, by budget item; without items all of it stands on the project as a
 * whole. Their sums are the sums given, to the fen.
 */
export const openingEntries = (
  sums: OpeningSums,
  items: readonly OpeningItem[],
): readonly {
  readonly itemCode: string;
  readonly arrived?: string;
  readonly taxed?: string;
  readonly overhead?: string;
  readonly indirect?: string;
  readonly booked?: string;
  readonly spent?: string;
}[] => {
  const whole = { booked: bookedInAll(sums), spent: plus(sums.spent) };
  return [
    {
      itemCode: wholeProjectSubaccount,
      arrived: plus(sums.arrived),
      taxed: plus(sums.taxed),
      overhead: plus(sums.overhead),
      // Overhead is the part of indirect costs that direct funds lack (ruling 76).
      indirect: plus(sums.overhead),
      ...(items.length === 0 ? whole : {}),
    },
    ...items.map(({ itemCode, booked, spent }) => ({
      itemCode: itemCode ?? wholeProjectSubaccount,
      booked: plus(booked),
      spent: plus(spent),
    })),
  ];
};

/** Does the sum of the items differ from the amount of the project as a whole? */
export const itemsDiffer = (
  items: readonly OpeningItem[],
  of: 'booked' | 'spent',
  whole: Amount,
): boolean => items.length > 0 && !equal(sum(items, of), whole);
