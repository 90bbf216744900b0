import type { AggregateQuestion } from '@keyan/engine/commands/port.ts';
import { listFields } from '@keyan/kernel/definition/field/base-fields.ts';
import { Invalid } from '@keyan/kernel/errors.ts';
import type { Label } from '@keyan/kernel/label.ts';
import type { Aggregate, Split } from '@keyan/kernel/records/aggregate.ts';
import type { Condition } from '@keyan/kernel/records/query.ts';
import { isId } from '@keyan/kernel/values/id.ts';
import { allFigures, dimensionsOf, figureOf } from './catalog.ts';
import {
  type CountedFigure,
  type DimensionKey,
  daysAhead,
  dimensions,
  type Figure,
  type FigureSource,
  isDerived,
  type Question,
} from './figure.ts';
import { conditionsOfValue, dayRange, yearsInWords } from './links.server.ts';
import { maxSpanYears } from './span.ts';

const faultAt = (path: string, message: Label): Invalid => new Invalid([{ path, message }]);

const sourcesOf = (figure: Figure): readonly FigureSource[] =>
  isDerived(figure) ? figure.parts.flatMap((part) => sourcesOf(figureOf(part))) : figure.sources;

/** True for a valid year, month or day. */
const isPeriod = (text: string): boolean => {
  const day = new Date(`${`${text}-01-01`.slice(0, 10)}T00:00:00Z`);
  const isThere = !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
  return /^[12]\d{3}(-\d{2}){0,2}$/.test(text) && isThere;
};

/** True if rows of a source can have the given values. */
const areValues = ({ resource }: FigureSource, split: Split, codes: string): boolean => {
  if (split.part) return isPeriod(codes);
  const type = listFields(resource)[split.field]?.spec.type;
  const each = codes.split(',');
  if (type === 'ref' || type === 'refs') return each.every(isId);
  return type !== 'year' || each.every((code) => /^\d{4}$/.test(code));
};

/**
 * Checks the filter values of a question.
 * @throws Invalid for impossible values
 */
const checkedValues = (figure: Figure, { department, only = {} }: Question): void => {
  if (department !== undefined && !department.split(',').every(isId)) {
    throw faultAt('department', ['没有这个部门', 'There is no such department']);
  }
  for (const [key, codes = ''] of Object.entries(only) as [DimensionKey, string][]) {
    const isFit = sourcesOf(figure).every((source) => {
      const split = source.by[key];
      return !split || areValues(source, split, codes);
    });
    if (isFit) continue;
    const [zh, en] = dimensions[key].label;
    throw faultAt('only', [`【${zh}】的取值不正确`, `${en} has no such value`]);
  }
};

/**
 * Checks a question.
 * @throws Invalid for an unknown figure or dimension, a repeated dimension, impossible values, and
 * an invalid span
 */
export const checkQuestion = (question: Question): void => {
  const { figure: key, by = [], from, to } = question;
  const figure = allFigures.get(key);
  if (!figure) throw faultAt('figure', ['没有这个指标', 'There is no such figure']);
  const known = dimensionsOf(figure);
  const asked = [...by, ...(Object.keys(question.only ?? {}) as DimensionKey[])];
  const odd = asked.find((one) => !known.includes(one));
  if (odd) {
    const [zh, en] = dimensions[odd]?.label ?? [odd, odd];
    throw faultAt('by', [
      `【${zh}】不能用于【${figure.label[0]}】`,
      `${figure.label[1]} cannot be split by ${en.toLowerCase()}`,
    ]);
  }
  if (new Set(by).size < by.length) {
    throw faultAt('by', ['同一维度只能选一次', 'A dimension may be named only once']);
  }
  checkedValues(figure, question);
  if (from !== undefined && to !== undefined) {
    if (from > to) {
      throw faultAt('from', [
        '开始年度不能晚于结束年度',
        'The first year must not be after the last',
      ]);
    }
    if (to - from >= maxSpanYears) {
      throw faultAt('to', [`最多统计 ${maxSpanYears} 年`, `At most ${maxSpanYears} years`]);
    }
  }
};

const day = 86_400_000;

const daysLater = (today: string, days: number): string =>
  new Date(Date.parse(today) + days * day).toISOString().slice(0, 10);

/** Part of a question for one source. */
export interface SourcePart {
  readonly source: FigureSource;
  /** Conditions in addition to those of the source. */
  readonly where: readonly Condition[];
  /**
   * Conditions that apply to this part’s value only; parts that differ only here share one query.
   */
  readonly own?: readonly Condition[];
  readonly by: readonly DimensionKey[];
  /** True if years are split and filtered afterwards, because counts by year are stored. */
  readonly collapsed: boolean;
}

export const narrowingConditions = (
  source: FigureSource,
  question: Question,
  today: string,
): readonly Condition[] | null => {
  const { department, only = {}, switches = [] } = question;
  const where: Condition[] = source.ahead
    ? [...dayRange(source, source.ahead, today, daysLater(today, daysAhead))]
    : [];
  for (const one of switches) {
    const conditions = source.switches?.[one];
    if (!conditions) return null;
    where.push(...conditions);
  }
  if (department !== undefined) {
    const field = source.by.college?.field;
    if (field === undefined) return null;
    where.push({ field, operator: 'inTree', value: department.split(',') });
  }
  for (const [key, codes = ''] of Object.entries(only) as [DimensionKey, string][]) {
    if (key === 'kind' && source.kind && !source.by.kind) {
      if (!codes.split(',').includes(source.kind.code)) return null;
      continue;
    }
    const split = source.by[key];
    if (!split) return null;
    where.push(
      ...(split.part
        ? conditionsOfValue(source, split, codes)
        : [{ field: split.field, operator: 'anyOf' as const, value: codes.split(',') }]),
    );
  }
  return where;
};

/**
 * Source as the question counts it: rows, or people if the switch 人次 is on; then people count in
 * their own departments.
 */
export const sourceAsCounted = (
  source: FigureSource,
  { by = [], department, switches = [] }: Question,
): FigureSource => {
  const { times } = source;
  if (times === undefined || !switches.includes('times')) return source;
  if (!by.includes('college') && department === undefined) return { ...source, sum: times.number };
  const college = { field: times.departments };
  return { ...source, each: times.departments, by: { ...source.by, college } };
};

/** Splits of a source, and conditions on the counted values. */
export const splitOfSource = (
  { each, by }: FigureSource,
  { by: asked = [], department }: Question,
): { readonly by: readonly DimensionKey[]; readonly own: readonly Condition[] } => {
  const own = asked.filter((key) => by[key] !== undefined);
  if (each === undefined) return { by: own, own: [] };
  return {
    by: own.includes('college') ? own : ['college', ...own],
    own:
      department === undefined
        ? []
        : [{ field: each, operator: 'inTree', value: department.split(',') }],
  };
};

const keeps = ({ resource }: FigureSource, field: string): boolean =>
  resource.list.keptCounts?.includes(field) ?? false;

/** Index of the first stored totals that are split by all fields of the conditions; -1 if none. */
const totalsAnswering = (
  { department, secrecy, list }: FigureSource['resource'],
  where: readonly Condition[],
): number => {
  const { keptTotals } = list;
  const always = [department, secrecy?.open.field, 'auditStatus'];
  return (keptTotals ? [keptTotals.by, ...(keptTotals.also ?? [])] : []).findIndex((by) =>
    where.every(({ field }) => by.includes(field) || always.includes(field)),
  );
};

/** Parts of a question, one per source. */
export const sourcePartsOf = (
  figure: CountedFigure,
  question: Question,
  today: string,
): readonly SourcePart[] => {
  const { from, to } = question;
  return figure.sources.flatMap((plain): readonly SourcePart[] => {
    const source = sourceAsCounted(plain, question);
    const where = narrowingConditions(source, question, today);
    if (!where) return [];
    const { by: own, own: ofValues } = splitOfSource(source, question);
    const asksYears = source.year !== undefined && (from !== undefined || to !== undefined);
    const year = source.by.year?.field;
    const fields = own.map((key) => source.by[key]?.field);
    // Kinds with many records store counts by year and department; other questions count rows.
    const collapsed =
      asksYears &&
      !own.includes('year') &&
      source.sum === undefined &&
      source.each === undefined &&
      year !== undefined &&
      keeps(source, year) &&
      fields.every((field) => field === source.resource.department) &&
      [...where, ...source.where].every(({ field }) => field === source.resource.department);
    const keptYear = own.includes('year') && year !== undefined && keeps(source, year);
    const span =
      asksYears && source.year && !collapsed && !keptYear
        ? yearsInWords(source, source.year, from, to)
        : [];
    return [
      {
        source,
        where: [...where, ...span],
        own: ofValues,
        by: collapsed ? ['year', ...own] : own,
        collapsed,
      },
    ];
  });
};

/** Query that several parts share. */
interface Pooled {
  readonly asked: AggregateQuestion;
  readonly of: Aggregate[];
}

/** Pools parts, so that a page queries each split of a source once. */
export const createQuestionPool = () => {
  const all: Pooled[] = [];
  const places = new Map<string, number>();
  const aggregateAt = (pooled: Pooled, aggregate: Aggregate): number => {
    const text = JSON.stringify(aggregate);
    const known = pooled.of.findIndex((one) => JSON.stringify(one) === text);
    if (known >= 0) return known;
    pooled.of.push(aggregate);
    return pooled.of.length - 1;
  };
  return {
    all,
    /**
     * Adds a part.
     * @returns the index of its query, and of its aggregates for rows and value
     */
    add({ source, where, by, own: only = [] }: SourcePart): {
      question: number;
      rows: number;
      value: number;
    } {
      const { resource, view, sum, each } = source;
      const splits = by.map((key) => source.by[key] as Split);
      const conditions = [...source.where, ...where];
      // Stored counts answer queries without further conditions only; otherwise several aggregates
      // share a query.
      const isKept = resource.list.keptCounts !== undefined;
      const shared = isKept ? conditions : where;
      const own = [...(isKept ? [] : source.where), ...only];
      // Queries that stored totals can answer are not mixed with queries that count rows.
      const key = JSON.stringify([
        resource.key,
        view,
        splits,
        shared,
        totalsAnswering(resource, own),
      ]);
      let question = places.get(key);
      if (question === undefined) {
        question = all.length;
        places.set(key, question);
        const of: Aggregate[] = [];
        all.push({ asked: { resource, view, where: shared, by: splits, of }, of });
      }
      const pooled = all[question] as Pooled;
      const rows = aggregateAt(pooled, own.length > 0 ? { where: own } : {});
      const value =
        sum === undefined && each === undefined
          ? rows
          : aggregateAt(pooled, {
              ...(each === undefined ? { sum } : { each }),
              ...(own.length > 0 && { where: own }),
            });
      return { question, rows, value };
    },
  };
};
