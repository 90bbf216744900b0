import { type ChartData, type ChartSeries, maxChartSeries } from '@keyan/console/charts/data.ts';
import type { Label } from '@keyan/kernel/label.ts';
import type { Cell, FigureAnswer } from './figure.ts';

type Say = (label: Label) => string;

const otherValuesLabel: Label = ['其他', 'Other'];

/** Number for a chart; tables keep the exact text. */
export const chartNumber = (value: string | null | undefined): number | null =>
  value === null || value === undefined ? null : Number(value);

const seriesOf = (name: string, cells: readonly (Cell | undefined)[]): ChartSeries => ({
  name,
  values: cells.map((cell) => (cell ? chartNumber(cell.value) : 0)),
  links: cells.map((cell) => cell?.link || undefined),
});

/** Keys shown even without a value, such as every year of a span. */
interface ChartOptions {
  readonly keys?: readonly string[];
  readonly top?: number;
}

/** Chart data of a figure split by one dimension. */
export const chartOfOneDimension = (
  answer: FigureAnswer,
  { keys = [], top }: ChartOptions = {},
): ChartData => {
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

/** Sum over all cells with a value of the second dimension. */
const weightOf = (cells: readonly Cell[], key: string): number =>
  cells.reduce(
    (sum, cell) => (cell.keys[1] === key ? sum + (chartNumber(cell.value) ?? 0) : sum),
    0,
  );

/**
 * Chart data of a figure split by two dimensions: largest values of the second dimension as series,
 * the others summed up; the table lists all of them.
 */
export const chartOfTwoDimensions = (
  answer: FigureAnswer,
  say: Say,
  { keys = [] }: ChartOptions = {},
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
    name: say(otherValuesLabel),
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

/**
 * Chart data with totals of the first dimension; values of the second dimension become table
 * columns.
 */
export const chartOfTotals = (answer: FigureAnswer, say: Say): ChartData => {
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

/** Name with rank and change of rank, for ranking charts. */
export const rankedName = ({ names: [name = ''], rank = 0, moved = 0 }: Cell): string =>
  moved === 0 ? `${rank} ${name}` : `${rank} ${name} ${moved > 0 ? `↑${moved}` : `↓${-moved}`}`;

/** Units in names of series, with their form in ten thousands. */
const units = [
  ['（元）', '（万元）'],
  [' (yuan)', ' (× 10,000 yuan)'],
] as const;

const inUnits = (name: string): string =>
  units.reduce((text, [from, to]) => text.replace(from, to), name);

/**
 * Converts amounts of ten thousand yuan and more to 万元: `106000.00` becomes 10.6, and the series
 * name shows the unit.
 */
export const inTenThousands = (data: ChartData): ChartData => ({
  ...data,
  series: data.series.map((one) => ({
    ...one,
    name: inUnits(one.name),
    values: one.values.map((value) => (value === null ? null : Math.round(value / 100) / 100)),
  })),
});

/** Groups digits: `1234567.80` becomes `1,234,567.80`; other texts are returned unchanged. */
export const formatThousands = (text: string): string =>
  /^-?\d+(\.\d+)?$/.test(text) ? text.replace(/\B(?=(\d{3})+(?!\d))(?<!\.\d*)/g, ',') : text;
