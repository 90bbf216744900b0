import { type ChartData, type ChartSeries, maxChartSeries } from '@keyan/console/charts/data.ts';
import type { Label } from '@keyan/kernel/label.ts';
import type { Answer, Cell } from './figure.ts';

type Say = (label: Label) => string;

const others: Label = ['其他', 'Other'];

/** A value as a chart draws it: the exact text stays in tables. */
export const chartNumber = (value: string | null | undefined): number | null =>
  value === null || value === undefined ? null : Number(value);

const seriesOf = (name: string, cells: readonly (Cell | undefined)[]): ChartSeries => ({
  name,
  values: cells.map((cell) => (cell ? chartNumber(cell.value) : 0)),
  links: cells.map((cell) => cell?.link || undefined),
});

/** Keys that stand even without a value, such as every year of a span. */
interface Given {
  readonly keys?: readonly string[];
  readonly top?: number;
}

/** Values of one dimension. */
export const chartOfOneDimension = (answer: Answer, { keys = [], top }: Given = {}): ChartData => {
  const known = answer.cells.map((cell) => ({
    key: cell.keys[0] ?? '',
    name: cell.names[0] ?? '',
    cell,
  }));
  const absent = keys
    .filter((key) => known.every((one) => one.key !== key))
    .map((key) => ({ key, name: key, cell: undefined }));
  const all = [...known, ...absent];
  const ordered = keys.length > 0 ? all.toSorted((a, b) => a.key.localeCompare(b.key)) : all;
  const shown = ordered.slice(0, top ?? ordered.length);
  return {
    head: answer.by[0]?.label ?? '',
    categories: shown.map(({ name }) => name),
    series: [
      seriesOf(
        answer.head,
        shown.map(({ cell }) => cell),
      ),
    ],
  };
};

/** Sums of the cells of a value of the second dimension. */
const weightOf = (cells: readonly Cell[], key: string): number =>
  cells.reduce(
    (sum, cell) => (cell.keys[1] === key ? sum + (chartNumber(cell.value) ?? 0) : sum),
    0,
  );

/**
 * The second dimension as series over the first: those that count most, and the rest together, which the table shows one
 * by one.
 */
export const chartOfTwoDimensions = (
  answer: Answer,
  say: Say,
  { keys = [] }: Given = {},
): ChartData => {
  const { cells } = answer;
  const names = new Map(cells.map((cell) => [cell.keys[1] ?? '', cell.names[1] ?? '']));
  const ranked = [...names.keys()].toSorted((a, b) => weightOf(cells, b) - weightOf(cells, a));
  const drawn = ranked.length > maxChartSeries ? ranked.slice(0, maxChartSeries - 1) : ranked;
  const found = new Map(cells.map((cell) => [cell.keys[0] ?? '', cell.names[0] ?? '']));
  const categories = [...new Set([...keys, ...found.keys()])];
  const ordered = keys.length > 0 ? categories.toSorted((a, b) => a.localeCompare(b)) : categories;
  const at = (category: string, series: string): Cell | undefined =>
    cells.find((cell) => cell.keys[0] === category && cell.keys[1] === series);
  const rest: ChartSeries = {
    name: say(others),
    values: ordered.map((category) =>
      cells
        .filter((cell) => cell.keys[0] === category && !drawn.includes(cell.keys[1] ?? ''))
        .reduce((sum, cell) => sum + (chartNumber(cell.value) ?? 0), 0),
    ),
    chartOnly: true,
  };
  const columnOf = (key: string): ChartSeries =>
    seriesOf(
      names.get(key) ?? key,
      ordered.map((category) => at(category, key)),
    );
  return {
    head: answer.by[0]?.label ?? '',
    categories: ordered.map((key) => found.get(key) ?? key),
    series: [
      ...drawn.map(columnOf),
      ...(drawn.length < ranked.length ? [rest] : []),
      ...ranked.slice(drawn.length).map((key) => ({ ...columnOf(key), tableOnly: true })),
    ],
  };
};

/** Totals of the first dimension as the drawing, and the parts by the second one as columns of the table. */
export const chartOfTotals = (answer: Answer, say: Say): ChartData => {
  const { categories, head, series } = chartOfTwoDimensions(answer, say);
  const parts = series.filter(({ chartOnly }) => !chartOnly);
  return {
    head,
    categories,
    series: [
      {
        name: answer.head,
        values: categories.map((_, index) =>
          parts.reduce((sum, { values }) => sum + (values[index] ?? 0), 0),
        ),
      },
      ...parts.map((one) => ({ ...one, tableOnly: true })),
    ],
  };
};

/** A name with its rank and the places gained, as a ranking draws it. */
export const rankedName = ({ names: [name = ''], rank = 0, moved = 0 }: Cell): string =>
  moved === 0 ? `${rank} ${name}` : `${rank} ${name} ${moved > 0 ? `↑${moved}` : `↓${-moved}`}`;

/** Units in the names of series, and those of a drawing in ten thousands. */
const units = [
  ['（元）', '（万元）'],
  [' (yuan)', ' (× 10,000 yuan)'],
] as const;

const inUnits = (name: string): string =>
  units.reduce((text, [from, to]) => text.replace(from, to), name);

/** Ten thousand yuan and more in units of ten thousand: `106000.00` is 10.6, and its name says so. */
export const inTenThousands = (data: ChartData): ChartData => ({
  ...data,
  series: data.series.map((one) => ({
    ...one,
    name: inUnits(one.name),
    values: one.values.map((value) => (value === null ? null : Math.round(value / 100) / 100)),
  })),
});

/** `1234567.80` is `1,234,567.80`; what is no number stays. */
export const formatThousands = (text: string): string =>
  /^-?\d+(\.\d+)?$/.test(text) ? text.replace(/\B(?=(\d{3})+(?!\d))(?<!\.\d*)/g, ',') : text;
