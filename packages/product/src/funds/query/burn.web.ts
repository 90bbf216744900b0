import type { ChartData } from '@keyan/console/charts/data.ts';
import type { Label } from '@keyan/kernel/label.ts';
import { addMonths } from '@keyan/kernel/values/time.ts';
import type { Book } from './figures.ts';

/** First days of the months from `from` to `to`, both inclusive; at most twenty years. */
const monthsBetween = (from: string, to: string): readonly string[] => {
  const months: string[] = [];
  for (let month = from; month <= to && months.length < 240; month = addMonths(month, 1)) {
    months.push(month);
  }
  return months;
};

const firstOf = (day: string): string => `${day.slice(0, 7)}-01`;

/**
 * Chart series of cumulated booked and spent amounts at each month’s end, and of planned spending:
 * granted amount, evenly over the term. Actual series end today, the plan at the end of the term;
 * empty if there are no amounts. Numbers are rounded for drawing.
 */
export const spendingSeriesOf = (
  { months, startDate, endDate, sums }: Book,
  today: string,
  say: (label: Label) => string,
): ChartData => {
  const head = say(['月份', 'Month']);
  const isUsed = months.some(({ booked, spent }) => Number(booked) !== 0 || Number(spent) !== 0);
  if (!isUsed) return { head, categories: [], series: [] };
  const known = months.map(({ month }) => month);
  const from = firstOf([startDate, ...known].filter(Boolean).toSorted()[0] ?? today);
  const until = firstOf([endDate, today, ...known].filter(Boolean).toSorted().at(-1) ?? today);
  const all = monthsBetween(from, until);
  const present = firstOf(today);
  const at = (name: 'booked' | 'spent') => {
    let value = 0;
    const byMonth = new Map(months.map((one) => [one.month, Number(one[name])]));
    return all.map((month) => {
      value = byMonth.get(month) ?? value;
      return month > present ? null : value;
    });
  };
  const granted = Number(sums.budget ?? 0) || Number(sums.booked ?? 0);
  const [start, end] = [firstOf(startDate || from), firstOf(endDate || until)];
  const term = monthsBetween(start, end).length;
  const plan = all.map((month) => {
    if (!startDate || !endDate || month < start) return null;
    const over = Math.min(term, monthsBetween(start, month).length);
    return Math.round((granted * over) / term);
  });
  return {
    head,
    categories: all.map((month) => month.slice(0, 7)),
    series: [
      { name: say(['已入账', 'Booked']), values: at('booked') },
      { name: say(['已支出', 'Spent']), values: at('spent') },
      { name: say(['时间进度', 'Time elapsed']), values: plan },
    ],
  };
};
