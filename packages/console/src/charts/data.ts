import type { Label } from '@keyan/kernel/label.ts';
import type { GroupCountRow } from '@keyan/kernel/wire/records.ts';

/** Numbers about some things: what a chart draws, its table lists and its workbook holds. */
export interface ChartData {
  /** What the things are, above their column: a year, a department. */
  readonly head: string;
  readonly things: readonly string[];
  readonly series: readonly Series[];
}

export interface Series {
  readonly name: string;
  /** One per thing; null where there is no number. */
  readonly values: readonly (number | null)[];
  /** One per thing: the page that lists exactly what the number counts. */
  readonly links?: readonly (string | undefined)[];
  /** Stands in the table and the workbook, and is not drawn. */
  readonly tableOnly?: boolean;
}

/** How numbers are drawn. No gauge, no rose, nothing in three dimensions (visual.md §4). */
export type Shape = 'columns' | 'stack' | 'bars' | 'lines' | 'ring';

/** More than these are drawn together as 其他. */
export const mostSeries = 6;

const others: Label = ['其他', 'Other'];
const notGiven: Label = ['未填写', 'Not given'];

interface Common {
  readonly head: string;
  /** Puts a label into the reader's language. */
  readonly say: (label: Label) => string;
}

interface OneWay extends Common {
  /** What is counted. */
  readonly name: string;
  readonly order: 'total' | 'key';
  /** So many of the largest, and nothing of the rest. */
  readonly top?: number;
  /** Keys that stand even where nothing counts: the years of a span. */
  readonly keys?: readonly string[];
  readonly linkOf: (key: string) => string | undefined;
}

const nameOf = (row: GroupCountRow, index: number, say: Common['say']): string =>
  row.keys[index] === '' ? say(notGiven) : row.names[index] || (row.keys[index] ?? '');

const byKey = (one: { readonly key: string }, other: { readonly key: string }): number =>
  one.key.localeCompare(other.key, 'en', { numeric: true });

/** One number for each value of one field. */
export const oneWay = (rows: readonly GroupCountRow[], asked: OneWay): ChartData => {
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
    things: shown.map(({ name }) => name),
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
  /** Keys of the things, in order; what lies outside is left out. */
  readonly keys: readonly string[];
  readonly linkOf: (key: string, series: string) => string | undefined;
}

/**
 * The values of a second field as series over those of a first: the five or six that count most,
 * and 其他 for the rest.
 */
export const twoWay = (rows: readonly GroupCountRow[], asked: TwoWay): ChartData => {
  const sums = new Map<string, { readonly key: string; readonly name: string; total: number }>();
  for (const row of rows) {
    const key = row.keys[1] ?? '';
    const sum = sums.get(key) ?? { key, name: nameOf(row, 1, asked.say), total: 0 };
    sum.total += row.total;
    sums.set(key, sum);
  }
  const ranked = [...sums.values()].sort((one, other) => other.total - one.total);
  const drawn = (ranked.length > mostSeries ? ranked.slice(0, mostSeries - 1) : ranked)
    .slice()
    .sort(byKey);
  const rest = ranked.filter((one) => !drawn.includes(one)).map(({ key }) => key);
  const count = (thing: string, series: readonly string[]): number =>
    rows
      .filter(({ keys: [first, second = ''] }) => first === thing && series.includes(second))
      .reduce((sum, { total }) => sum + total, 0);
  const seriesOf = (name: string, keys: readonly string[], link: string | undefined): Series => ({
    name,
    values: asked.keys.map((thing) => count(thing, keys)),
    links: asked.keys.map((thing) =>
      link === undefined || count(thing, keys) === 0 ? undefined : asked.linkOf(thing, link),
    ),
  });
  return {
    head: asked.head,
    things: asked.keys,
    series: [
      ...drawn.map(({ key, name }) => seriesOf(name, [key], key === '' ? undefined : key)),
      // Several codes with a comma between them mean any of them (decisions 12).
      ...(rest.length > 0
        ? [seriesOf(asked.say(others), rest, rest.includes('') ? undefined : rest.join(','))]
        : []),
    ],
  };
};

/** Nothing at all to draw. */
export const isBlank = ({ series }: ChartData): boolean =>
  series.every(({ values }) => values.every((value) => !value));

/** The years of a span as keys. */
export const yearKeys = (from: number, to: number): readonly string[] =>
  Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => String(from + index));

/** The table that says the same as the chart: heads, and a line for each thing. */
export const tableOf = ({
  head,
  things,
  series,
}: ChartData): {
  readonly heads: readonly string[];
  readonly lines: readonly (readonly (string | number)[])[];
} => ({
  heads: [head, ...series.map(({ name }) => name)],
  lines: things.map((thing, index) => [thing, ...series.map(({ values }) => values[index] ?? '')]),
});
