import type { Label } from '@keyan/kernel/label.ts';
import type { GroupCountRow } from '@keyan/kernel/wire/records.ts';

/** Data of a chart, its table and its workbook. */
export interface ChartData {
  /** Name of the category dimension, the head of its column: year, department. */
  readonly head: string;
  readonly categories: readonly string[];
  readonly series: readonly ChartSeries[];
  /**
   * Names of the categories in the drawing, if they differ from the table, for example with a rank
   * in front.
   */
  readonly drawnAs?: readonly string[];
  /** Start and end of each category, for flow charts. */
  readonly ends?: readonly (readonly [from: string, to: string])[];
  /** GB/T 2260 code of each category, for tiles of provinces. */
  readonly places?: readonly string[];
}

export interface ChartSeries {
  readonly name: string;
  /** One number per category; null if there is none. */
  readonly values: readonly (number | null)[];
  /** Address per category: the page that lists exactly the counted records. */
  readonly links?: readonly (string | undefined)[];
  /** True for a series in the table and the workbook only, not in the chart. */
  readonly tableOnly?: boolean;
  /**
   * True for a series in the chart only; the table has the numbers that the series is computed
   * from.
   */
  readonly chartOnly?: boolean;
}

/** Returns the series that a table and a workbook show. */
export const seriesInTables = (series: readonly ChartSeries[]): readonly ChartSeries[] =>
  series.filter(({ chartOnly }) => !chartOnly);

/** Returns the data with the first `most` categories only. */
export const firstCategories = (data: ChartData, most: number): ChartData => ({
  ...data,
  categories: data.categories.slice(0, most),
  ...(data.drawnAs && { drawnAs: data.drawnAs.slice(0, most) }),
  ...(data.ends && { ends: data.ends.slice(0, most) }),
  series: data.series.map((one) => ({ ...one, values: one.values.slice(0, most) })),
});

/** Shape of a chart. Gauges, rose charts and 3D are left out on purpose. */
export type Shape = 'columns' | 'stack' | 'bars' | 'lines' | 'ring' | RareShape;

/** Shapes used on few pages; their code is loaded on first use. */
export type RareShape = 'flow' | 'funnel' | 'radar' | 'calendar' | 'tiles';

export const rareShapes: ReadonlySet<Shape> = new Set<RareShape>([
  'flow',
  'funnel',
  'radar',
  'calendar',
  'tiles',
]);

/** Maximum number of series in a chart; the smallest series beyond it are summed as 其他. */
export const maxChartSeries = 6;

const otherCategoriesText: Label = ['其他', 'Other'];
const noValueText: Label = ['未填写', 'Not given'];

interface Common {
  readonly head: string;
  /** Translates a label into the user's language. */
  readonly say: (label: Label) => string;
}

interface OneWay extends Common {
  /** Name of the counted records. */
  readonly name: string;
  readonly order: 'total' | 'key';
  /** Maximum number of categories, the largest first; all if absent. */
  readonly top?: number;
  /** Keys that are shown even without records, such as every year of a period. */
  readonly keys?: readonly string[];
  readonly linkOf: (key: string) => string | undefined;
}

const nameOf = (row: GroupCountRow, index: number, say: Common['say']): string =>
  row.keys[index] === '' ? say(noValueText) : row.names[index] || (row.keys[index] ?? '');

const byKey = (one: { readonly key: string }, other: { readonly key: string }): number =>
  one.key.localeCompare(other.key, 'en', { numeric: true });

/** Returns chart data with one number per value of a field. */
export const chartOfOneField = (rows: readonly GroupCountRow[], asked: OneWay): ChartData => {
  const known = rows.map((row) => ({
    key: row.keys[0] ?? '',
    name: nameOf(row, 0, asked.say),
    total: row.total,
  }));
  const absent = (asked.keys ?? [])
    .filter((key) => known.every((one) => one.key !== key))
    .map((key) => ({ key, name: key, total: 0 }));
  const all = [...known, ...absent].sort(
    asked.order === 'key' ? byKey : (one, other) => other.total - one.total,
  );
  const shown = all.slice(0, asked.top ?? all.length);
  return {
    head: asked.head,
    categories: shown.map(({ name }) => name),
    series: [
      {
        name: asked.name,
        values: shown.map(({ total }) => total),
        links: shown.map(({ key, total }) =>
          key === '' || total === 0 ? undefined : asked.linkOf(key),
        ),
      },
    ],
  };
};

interface TwoWay extends Common {
  /** Keys of the categories, in order; other keys are dropped. */
  readonly keys: readonly string[];
  readonly linkOf: (key: string, series: string) => string | undefined;
}

/**
 * Returns chart data with the values of the first field as categories and those of the second field
 * as series: the largest series, and 其他 for the rest.
 */
export const chartOfTwoFields = (rows: readonly GroupCountRow[], asked: TwoWay): ChartData => {
  const sums = new Map<string, { readonly key: string; readonly name: string; total: number }>();
  for (const row of rows) {
    const key = row.keys[1] ?? '';
    const sum = sums.get(key) ?? { key, name: nameOf(row, 1, asked.say), total: 0 };
    sum.total += row.total;
    sums.set(key, sum);
  }
  const ranked = [...sums.values()].sort((one, other) => other.total - one.total);
  const drawn = (ranked.length > maxChartSeries ? ranked.slice(0, maxChartSeries - 1) : ranked)
    .slice()
    .sort(byKey);
  const rest = ranked.filter((one) => !drawn.includes(one)).map(({ key }) => key);
  const count = (category: string, series: readonly string[]): number =>
    rows
      .filter(({ keys: [first, second = ''] }) => first === category && series.includes(second))
      .reduce((sum, { total }) => sum + total, 0);
  const seriesOf = (
    name: string,
    keys: readonly string[],
    link: string | undefined,
  ): ChartSeries => ({
    name,
    values: asked.keys.map((category) => count(category, keys)),
    links: asked.keys.map((category) =>
      link === undefined || count(category, keys) === 0 ? undefined : asked.linkOf(category, link),
    ),
  });
  return {
    head: asked.head,
    categories: asked.keys,
    series: [
      ...drawn.map(({ key, name }) => seriesOf(name, [key], key === '' ? undefined : key)),
      // A filter with several codes, separated by commas, matches any of them.
      ...(rest.length > 0
        ? [
            seriesOf(
              asked.say(otherCategoriesText),
              rest,
              rest.includes('') ? undefined : rest.join(','),
            ),
          ]
        : []),
    ],
  };
};

/** Returns true if there is nothing to draw. */
export const isChartEmpty = ({ series }: ChartData): boolean =>
  series.every(({ values }) => values.every((value) => !value));

/** Returns the years of a period as keys of categories. */
export const yearKeys = (from: number, to: number): readonly string[] =>
  Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => String(from + index));

/** Returns the data of a chart as a table: heads, and a line per category. */
export const chartTable = ({
  head,
  categories,
  series,
}: ChartData): {
  readonly heads: readonly string[];
  readonly lines: readonly (readonly (string | number)[])[];
} => ({
  heads: [head, ...seriesInTables(series).map(({ name }) => name)],
  lines: categories.map((category, index) => [
    category,
    ...seriesInTables(series).map(({ values }) => values[index] ?? ''),
  ]),
});
