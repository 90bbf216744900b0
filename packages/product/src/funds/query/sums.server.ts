import { measureTermsOf } from '@keyan/kernel/definition/ledger/measures.ts';
import { snakeCase } from '@keyan/kernel/definition/resource.ts';
import { isZero, proportionalAmount } from '@keyan/kernel/values/amounts.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { daysBetween } from '@keyan/kernel/values/time.ts';
import { funds } from '../../project/budget/funds.ts';
import { type Figure, type FigureSums, figureKeys } from './figures.ts';

/** SQL of a figure over the measures in a row of the ledger `funds`. */
export const figureSql = (figure: Figure, row: string): string => {
  const { plus, minus } = measureTermsOf(funds, figure);
  return [
    plus.map((one) => `${row}.${snakeCase(one)}`).join(' + '),
    ...minus.map((one) => ` - ${row}.${snakeCase(one)}`),
  ].join('');
};

/** SQL that sums all figures over rows of the ledger, as `budget`, `arrived`, … in yuan. */
export const sumsSql = (row: string): string =>
  figureKeys
    .map(
      (figure) =>
        `coalesce(sum(${figureSql(figure, row)}), 0)::numeric(18,2)::text as ${snakeCase(figure)}`,
    )
    .join(', ');

/** SQL of all figures of one row of sums, as `budget`, `arrived`, … in yuan. */
export const figuresSql = (row: string): string =>
  figureKeys
    .map(
      (figure) =>
        `coalesce(${figureSql(figure, row)}, 0)::numeric(18,2)::text as ${snakeCase(figure)}`,
    )
    .join(', ');

/** Figures from a row selected with `sumsSql`. */
export const figureSumsOf = (row: RowLike): FigureSums =>
  Object.fromEntries(
    figureKeys.map((figure) => [
      figure,
      row[snakeCase(figure)] == null ? null : String(row[snakeCase(figure)]),
    ]),
  ) as Record<Figure, string | null>;

/** 执行率: spent ÷ net amount in percent (ruling 76); empty if nothing was booked. */
export const spendingRateOf = ({ spent, net }: Pick<FigureSums, 'spent' | 'net'>): string =>
  net === null || isZero(net) ? '' : proportionalAmount(spent ?? '0.00', '100', net);

/** Elapsed part of a term on a day, in whole percent from 0 to 100; empty without a term. */
export const elapsedPercentOf = (
  start: string | null,
  end: string | null,
  today: string,
): string => {
  if (!start || !end || end <= start) return '';
  const share = (daysBetween(start, today) / daysBetween(start, end)) * 100;
  return String(Math.round(Math.min(100, Math.max(0, share))));
};
