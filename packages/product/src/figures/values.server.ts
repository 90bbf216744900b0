import type { UnansweredReason } from '@keyan/engine/commands/port.ts';
import type { AggregateRow } from '@keyan/kernel/records/aggregate.ts';
import type { Condition } from '@keyan/kernel/records/query.ts';
import { plus } from '@keyan/kernel/values/amounts.ts';
import {
  type CountedFigure,
  type DimensionKey,
  dimensions,
  type FigureSource,
  type Question,
} from './figure.ts';
import { conditionsOfValue, dayRange, linkTo, yearsInWords } from './links.server.ts';
import {
  type createQuestionPool,
  narrowingConditions,
  type SourcePart,
  sourceAsCounted,
  sourcePartsOf,
  splitOfSource,
} from './parts.server.ts';

/** Counted value without names: its keys, and the conditions of its rows by source. */
export interface CountedCell {
  readonly keys: readonly string[];
  readonly names: readonly (string | null)[];
  readonly value: string;
  readonly rows: number;
  /** Address of the rows, if all are on one page. */
  readonly link: string;
  /** Page with the rows, and their conditions in addition to those of the source. */
  readonly at?: { readonly source: FigureSource; readonly where: readonly Condition[] };
}

type PlacedCell = {
  readonly part: SourcePart;
  readonly question: number;
  readonly rows: number;
  readonly value: number;
};

const within = (year: string, { from, to }: Question): boolean =>
  (from === undefined || Number(year) >= from) && (to === undefined || Number(year) <= to);

/** Counted values of one source. */
const valuesOf = (
  { part, rows, value }: PlacedCell,
  found: readonly AggregateRow[],
  question: Question,
  linked: boolean,
): readonly CountedCell[] => {
  const { source, by, collapsed } = part;
  const asked = question.by ?? [];
  const span = source.year ? yearsInWords(source, source.year, question.from, question.to) : [];
  return found.flatMap((one): readonly CountedCell[] => {
    const count = Number(one.values[rows] ?? '0');
    const year = by.indexOf('year');
    if (count === 0) return [];
    if (year >= 0 && !within(one.keys[year] ?? '', question)) return [];
    const keyOf = (key: DimensionKey): string => {
      const at = by.indexOf(key);
      return key === 'kind' && at < 0 ? (source.kind?.code ?? '') : (one.keys[at] ?? '');
    };
    const nameOf = (key: DimensionKey): string | null => {
      const at = by.indexOf(key);
      return key === 'kind' && at < 0 ? null : (one.names[at] ?? null);
    };
    const conditions = [
      ...part.where,
      ...(part.own ?? []),
      ...(collapsed || (year >= 0 && !asked.includes('year')) ? span : []),
      ...asked.flatMap((key) => {
        const split = source.by[key];
        return split ? conditionsOfValue(source, split, keyOf(key)) : [];
      }),
    ];
    return [
      {
        keys: asked.map(keyOf),
        names: asked.map(nameOf),
        value: one.values[value] ?? '0',
        rows: count,
        link: linked ? linkTo(source, conditions) : '',
        ...(linked && { at: { source, where: conditions } }),
      },
    ];
  });
};

/** Merges cells with equal keys; a cell of several pages has no link. */
export const mergeCells = (all: readonly CountedCell[]): readonly CountedCell[] => {
  const found = new Map<string, CountedCell>();
  for (const one of all) {
    const key = JSON.stringify(one.keys);
    const known = found.get(key);
    found.set(
      key,
      known
        ? {
            ...known,
            names: known.names.map((name, index) => name ?? one.names[index] ?? null),
            value: plus(known.value, one.value),
            rows: known.rows + one.rows,
            link: one.link === known.link ? one.link : '',
          }
        : one,
    );
  }
  return [...found.values()];
};

/** Values of a question, or the reason for their absence. */
export type Values =
  | { readonly cells: readonly CountedCell[]; readonly total: CountedCell }
  | UnansweredReason;

const nothing: CountedCell = { keys: [], names: [], value: '0', rows: 0, link: '' };

/**
 * Parts for computing changes: the figure in the requested years and one year earlier, over the
 * same rows. For a running year, the earlier year counts only until the same day of the year.
 */
const comparedParts = (
  figure: CountedFigure,
  question: Question,
  today: string,
): readonly [now: readonly SourcePart[], before: readonly SourcePart[]] => {
  const thisYear = Number(today.slice(0, 4));
  const last = question.to ?? thisYear;
  const first = question.from ?? last;
  const sameDay = `${last - 1}-${today.slice(5) === '02-29' ? '02-28' : today.slice(5)}`;
  const partsAt = (back: 0 | 1): readonly SourcePart[] =>
    figure.sources.flatMap((plain): readonly SourcePart[] => {
      const source = sourceAsCounted(plain, question);
      const { year, day } = source;
      const where = narrowingConditions(source, question, today);
      if (!where || !year || !day) return [];
      const { by, own } = splitOfSource(source, question);
      const until =
        back === 1 && last === thisYear ? dayRange(source, day, undefined, sameDay) : [];
      return [
        {
          source,
          where: [...where, ...yearsInWords(source, year, first - 1, last)],
          own: [...own, ...yearsInWords(source, year, first - back, last - back), ...until],
          by,
          collapsed: false,
        },
      ];
    });
  return [partsAt(0), partsAt(1)];
};

export interface PlannedQuestion {
  readonly question: Question;
  readonly now: readonly PlacedCell[];
  /** Total, queried separately if cells do not add up to it. */
  readonly whole: readonly PlacedCell[] | null;
  readonly compared: readonly (readonly PlacedCell[])[] | null;
}

export const isSeveral = ({ by = [] }: Question): boolean =>
  by.some((key) => dimensions[key].several === true);

export const planQuestion = (
  { add }: ReturnType<typeof createQuestionPool>,
  figure: CountedFigure,
  question: Question,
  today: string,
): PlannedQuestion => {
  const placed = (part: SourcePart): PlacedCell => ({ part, ...add(part) });
  const compares = question.change === true && figure.sources.every(({ day }) => day !== undefined);
  const parts = compares ? comparedParts(figure, question, today) : null;
  return {
    question,
    now: (parts?.[0] ?? sourcePartsOf(figure, question, today)).map(placed),
    whole: isSeveral(question)
      ? sourcePartsOf(figure, { ...question, by: [] }, today).map(placed)
      : null,
    compared: parts ? parts.map((each) => each.map(placed)) : null,
  };
};

export type FoundNames = readonly (readonly AggregateRow[] | UnansweredReason)[];

export const namedCells = (
  placed: readonly PlacedCell[],
  found: FoundNames,
  question: Question,
): readonly CountedCell[] | UnansweredReason => {
  const answers = placed.map((one) => ({ one, answer: found[one.question] ?? 'page' }));
  const refusal = answers.find(({ answer }) => typeof answer === 'string')?.answer as
    | UnansweredReason
    | undefined;
  const open = answers.filter(({ answer }) => typeof answer !== 'string');
  if (open.length === 0 && refusal) return refusal;
  // Rows of several pages have no common list; split by kind, each cell has one page.
  const linked = open.length === 1 || (question.by ?? []).includes('kind');
  return mergeCells(
    open.flatMap(({ one, answer }) =>
      valuesOf(one, answer as readonly AggregateRow[], question, linked),
    ),
  );
};

const totalOf = (
  cells: readonly CountedCell[],
  placed: readonly PlacedCell[],
  question: Question,
): CountedCell => {
  const [only, ...more] = placed;
  const linked = only && more.length === 0;
  const { source, where = [], own = [] } = only?.part ?? {};
  const span = source?.year ? yearsInWords(source, source.year, question.from, question.to) : [];
  return {
    ...nothing,
    value: cells.length === 0 ? '0' : plus(...cells.map(({ value }) => value)),
    rows: cells.reduce((sum, { rows }) => sum + rows, 0),
    link: linked && source ? linkTo(source, [...where, ...own, ...span]) : '',
  };
};

export const valuesFor = (planned: PlannedQuestion, found: FoundNames): Values => {
  const { question } = planned;
  const cells = namedCells(planned.now, found, question);
  if (typeof cells === 'string') return cells;
  const open = planned.now.filter((one) => typeof found[one.question] !== 'string');
  if (!planned.whole) return { cells, total: totalOf(cells, open, question) };
  const alone = { ...question, by: [] };
  const whole = namedCells(planned.whole, found, alone);
  return typeof whole === 'string' ? whole : { cells, total: totalOf(whole, open, alone) };
};
