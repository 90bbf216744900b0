import type { Label } from '@keyan/kernel/label.ts';
import { expect, test } from 'vitest';
import { spendingSeriesOf } from './burn.web.ts';
import type { Book, FigureSums } from './figures.ts';

const book = (given: Partial<Book>): Book => ({
  id: '1',
  name: '',
  number: '',
  leader: '',
  department: '',
  startDate: '2026-01-01',
  endDate: '2026-06-30',
  fundMode: '',
  isByItem: true,
  sums: { budget: '60000.00' } as FigureSums,
  rate: '',
  elapsed: '',
  items: [],
  months: [
    { month: '2026-01-01', arrived: '0.00', booked: '50000.00', spent: '0.00' },
    { month: '2026-03-01', arrived: '0.00', booked: '50000.00', spent: '8000.00' },
  ],
  opens: true,
  ...given,
});

const zh = ([text]: Label): string => text;

test('lines of money go on through quiet months and end today; the plan goes to the end', () => {
  const { categories, series } = spendingSeriesOf(book({}), '2026-04-15', zh);
  expect(categories).toEqual(['2026-01', '2026-02', '2026-03', '2026-04', '2026-05', '2026-06']);
  expect(series.map(({ values }) => values)).toEqual([
    [50000, 50000, 50000, 50000, null, null],
    [0, 0, 8000, 8000, null, null],
    [10000, 20000, 30000, 40000, 50000, 60000],
  ]);
});

test('money that came before the term or is spent behind it is shown, the plan stays whole', () => {
  const early = [{ month: '2025-12-01', arrived: '0.00', booked: '10.00', spent: '0.00' }];
  const { categories, series } = spendingSeriesOf(book({ months: early }), '2026-08-01', zh);
  expect([categories[0], categories.at(-1)]).toEqual(['2025-12', '2026-08']);
  expect(series[2]?.values).toEqual([null, 10000, 20000, 30000, 40000, 50000, 60000, 60000, 60000]);
});

test('a project without money draws no lines at zero', () => {
  const nothing = { head: '月份', categories: [], series: [] };
  expect(spendingSeriesOf(book({ months: [] }), '2026-04-15', zh)).toEqual(nothing);
  const arrived = [{ month: '2026-02-01', arrived: '9.00', booked: '0.00', spent: '0.00' }];
  expect(spendingSeriesOf(book({ months: arrived }), '2026-04-15', zh)).toEqual(nothing);
});
