import type { FieldType } from '@keyan/kernel/definition/field/field.ts';
import { Denied } from '@keyan/kernel/errors.ts';
import type { AggregateRow } from '@keyan/kernel/records/aggregate.ts';
import type { Condition } from '@keyan/kernel/records/query.ts';
import { plus } from '@keyan/kernel/values/amounts.ts';
import { actorId } from '../base/actors.ts';
import { createListQuery, queryScope } from '../records/list-query.ts';
import { fieldsHiddenFrom, unsortableFields } from '../records/rights.ts';
import { listTypes, shapeOf } from '../store/schema/shape.ts';
import { type AggregatedPart, aggregateSlots, partSlots } from '../store/statements/aggregates.ts';
import { isPersonScope } from '../store/statements/alternatives.ts';
import { boundValue } from '../store/statements/conditions.ts';
import type { CommandContext } from './context.ts';
import type { AggregateQuestion, UnansweredReason } from './port.ts';

/** Maximum number of rows of an aggregate; the smallest rows are left out. */
export const maxAggregateRows = 2000;

/** Field types by which aggregates may be grouped: their values are few, or are grouped by year or month. */
const splitting: ReadonlySet<FieldType> = new Set(['year', 'dict', 'dicts', 'ref', 'refs']);
const dated: ReadonlySet<FieldType> = new Set(['date', 'time']);
const summable: ReadonlySet<FieldType> = new Set(['integer', 'decimal', 'money']);

/** @throws Error for a field that cannot group rows or cannot be summed: the definition of a figure is wrong. */
const checked = ({ resource, by, of }: AggregateQuestion): void => {
  const typeOf = (field: string): FieldType => {
    const column = shapeOf(resource).column(field);
    if (!column) throw new Error(`${resource.key}: no column for ${field}`);
    return column.spec.type;
  };
  for (const { field, part } of by) {
    if (!(part ? dated : splitting).has(typeOf(field))) {
      throw new Error(`${resource.key}: rows are not split by ${field}`);
    }
  }
  for (const { sum, each } of of) {
    if (
      each !== undefined &&
      !by.some(({ field }) => field === each && listTypes.has(typeOf(field)))
    ) {
      throw new Error(`${resource.key}: rows are not split by the values of ${each}`);
    }
    if (sum !== undefined && !summable.has(typeOf(sum))) {
      throw new Error(`${resource.key}: ${sum} does not add up`);
    }
  }
};

/**
 * Returns why the actor may not ask a question, or null: the page is not theirs, or a field of the question is hidden
 * from them.
 */
const refusalOf = (
  { actor }: CommandContext,
  { resource, where, by, of }: AggregateQuestion,
): UnansweredReason | null => {
  const hidden = fieldsHiddenFrom(resource, actor);
  const closed = unsortableFields(resource, actor);
  const shown = [...by.map(({ field }) => field), ...of.flatMap(({ sum }) => sum ?? [])];
  const asked = [...where, ...of.flatMap((one) => one.where ?? [])].map(({ field }) => field);
  return shown.some((field) => hidden.has(field) || closed.has(field)) ||
    asked.some((field) => closed.has(field))
    ? 'field'
    : null;
};

/** True if a comparison with a date falls on the first or last day of a month. */
const isAtMonth = ({ operator, value }: Condition): boolean => {
  const [day = '', time] = String(value).split(' ');
  if (operator === 'atLeast') return day.endsWith('-01') && (time ?? '00:00:00') === '00:00:00';
  if (operator !== 'atMost' || (time ?? '23:59:59') !== '23:59:59') return false;
  const next = new Date(Date.parse(day) + 86_400_000);
  return next.getUTCDate() === 1;
};

/** True if all comparisons with dates fall on the first or last day of a month. */
const isOfMonths = ({ resource, where, of }: AggregateQuestion): boolean =>
  [...where, ...of.flatMap((one) => one.where ?? [])].every(
    (one) =>
      !dated.has(shapeOf(resource).column(one.field)?.spec.type as FieldType) ||
      one.operator === 'empty' ||
      one.operator === 'filled' ||
      isAtMonth(one),
  );

/**
 * Builds a question with the conditions of the actor's scope, or returns why the actor may not ask it.
 * @param first number of its conditions that few rows meet; null if unknown
 */
const partOf = (
  context: CommandContext,
  given: AggregateQuestion,
  place: number,
  first: number | null = null,
): Asked | UnansweredReason => {
  const { resource, view, where, by, of } = given;
  checked(given);
  const query = { view, where, sort: [], page: 1, size: maxAggregateRows };
  try {
    const refused = refusalOf(context, given);
    if (refused) return refused;
    const scope = queryScope(context, resource, query);
    const { shape, values } = createListQuery(context, resource, query, scope);
    const { limit: _limit, offset: _offset, ...own } = values;
    const kept = Object.entries(own).filter(([name]) => !/^w\d+$/.test(name));
    const slots = partSlots(place);
    return {
      part: {
        place,
        narrow: first ?? (typeof scope !== 'boolean' && isPersonScope(scope) ? 0 : null),
        shape: { ...shape, sort: [], slots },
        by,
        of,
        months: isOfMonths(given),
      },
      values: {
        ...Object.fromEntries(kept),
        ...Object.fromEntries(where.map((one, index) => [`${slots}${index}`, boundValue(one)])),
        ...Object.fromEntries(
          of.flatMap(({ where: also = [] }, aggregate) =>
            also.map((one, index) => [
              `${aggregateSlots(place, aggregate)}${index}`,
              boundValue(one),
            ]),
          ),
        ),
      },
    };
  } catch (error) {
    if (error instanceof Denied) return 'page';
    throw error;
  }
};

/** Answers of a statement, keyed by the index of the question. */
type Answered = Record<string, readonly (readonly (string | null)[])[]>;

/** Part of a statement that answers one question, with the values of its parameters. */
interface Asked {
  readonly part: AggregatedPart;
  readonly values: Record<string, unknown>;
}

/** Index of a question, and the index under which its remaining aggregates are answered. */
interface Settled {
  readonly whole: AggregatedPart;
  readonly days: { readonly part: AggregatedPart; readonly aggregates: readonly number[] } | null;
}

const isCut = ({ resource }: AggregateQuestion, one: Condition): boolean =>
  one.operator === 'atMost' &&
  (resource.list.keptTotals?.by ?? []).includes(one.field) &&
  dated.has(shapeOf(resource).column(one.field)?.spec.type as FieldType) &&
  !isAtMonth(one);

/**
 * Splits a question whose aggregates end on a day into two: up to the end of the month before, which stored totals may
 * answer, and the days of the last month. Null if no aggregate ends on a day, or if aggregates end on different days.
 */
const cutAt = (
  given: AggregateQuestion,
): {
  readonly whole: AggregateQuestion;
  readonly days: AggregateQuestion;
  readonly aggregates: readonly number[];
} | null => {
  const ends = given.of.map(({ where = [] }) => where.filter((one) => isCut(given, one)));
  const [end, ...others] = ends.flat();
  const isOne = others.every(({ field, value }) => field === end?.field && value === end.value);
  if (!end || !isOne || ends.some((all) => all.length > 1)) return null;
  const [day = '', ...time] = String(end.value).split(' ');
  const first = `${day.slice(0, 7)}-01`;
  const before = new Date(Date.parse(first) - 86_400_000).toISOString().slice(0, 10);
  const at = (one: string): string => [one, ...time].join(' ');
  const start = time.length > 0 ? `${first} 00:00:00` : first;
  const aggregates = ends.flatMap((all, index) => (all.length > 0 ? [index] : []));
  const without = (where: readonly Condition[] = []) => where.filter((one) => !isCut(given, one));
  return {
    aggregates,
    whole: {
      ...given,
      of: given.of.map((one, index) =>
        aggregates.includes(index)
          ? { ...one, where: [...without(one.where), { ...end, value: at(before) }] }
          : one,
      ),
    },
    days: {
      ...given,
      where: [{ ...end, operator: 'atLeast', value: start }, end, ...given.where],
      of: aggregates.map((index) => {
        const one = given.of[index] ?? {};
        return { ...one, where: without(one.where) };
      }),
    },
  };
};

/** Converts a row of the statement: alternating keys and names, then the aggregates. */
const readRow = (row: readonly (string | null)[], splits: number): AggregateRow => ({
  keys: Array.from({ length: splits }, (_, index) => row[2 * index] ?? null),
  names: Array.from({ length: splits }, (_, index) => row[2 * index + 1] ?? null),
  values: row.slice(2 * splits).map((value) => value ?? '0'),
});

/** Adds the aggregates of the last days to the aggregates of the months before. */
const withDays = (
  whole: readonly AggregateRow[],
  days: readonly AggregateRow[],
  aggregates: readonly number[],
): readonly AggregateRow[] => {
  const all = new Map(whole.map((one) => [JSON.stringify(one.keys), one]));
  const size = whole[0]?.values.length ?? Math.max(...aggregates) + 1;
  for (const one of days) {
    const key = JSON.stringify(one.keys);
    const known = all.get(key) ?? { ...one, values: Array.from({ length: size }, () => '0') };
    const values = [...known.values];
    for (const [index, at] of aggregates.entries()) {
      values[at] = plus(values[at] ?? '0', one.values[index] ?? '0');
    }
    all.set(key, { ...known, values });
  }
  return [...all.values()];
};

/** Implements `Commands.aggregates`. */
export const aggregateRows = async (
  context: CommandContext,
  asked: readonly AggregateQuestion[],
): Promise<readonly (readonly AggregateRow[] | UnansweredReason)[]> => {
  const { engine, actor } = context;
  const { reader } = engine.store;
  const parts: AggregatedPart[] = [];
  let values: Record<string, unknown> = { limit: maxAggregateRows, offset: 0 };
  const take = (found: Asked): AggregatedPart => {
    parts.push(found.part);
    values = { ...found.values, ...values };
    return found.part;
  };
  const settle = (given: AggregateQuestion): Settled | UnansweredReason => {
    const cut = cutAt(given);
    const whole = cut && partOf(context, cut.whole, parts.length);
    if (cut && whole && typeof whole !== 'string' && reader.isKept(whole.part)) {
      take(whole);
      const days = partOf(context, cut.days, parts.length, 2);
      if (typeof days === 'string') return days;
      return { whole: whole.part, days: { part: take(days), aggregates: cut.aggregates } };
    }
    const found = partOf(context, given, parts.length);
    return typeof found === 'string' ? found : { whole: take(found), days: null };
  };
  const settled = asked.map(settle);
  const { steady = [], other = [] } = Object.groupBy(parts, (part) =>
    part.narrow !== null || reader.isKept(part) ? 'steady' : 'other',
  );
  const answered = async (group: readonly AggregatedPart[], planned: 'once' | 'anew') => {
    if (group.length === 0) return {};
    const statement = { ...reader.aggregated(group).bind(values), planned };
    const [row = {}] = await engine.database.heavy<Answered>(
      actor.tenantId,
      actorId(actor),
      statement,
    );
    return row;
  };
  // Totals, the records of a person and the days of a month are read in the same way for all values: planning them
  // takes longer than reading.
  const rows = await Promise.all([answered(steady, 'once'), answered(other, 'anew')]);
  const row: Answered = Object.assign({}, ...rows);
  const aggregatedOf = ({ place, by }: AggregatedPart): readonly AggregateRow[] =>
    (row[`p${place}`] ?? []).map((line) => readRow(line, by.length));
  return settled.map((one) => {
    if (typeof one === 'string') return one;
    const { whole, days } = one;
    return days
      ? withDays(aggregatedOf(whole), aggregatedOf(days.part), days.aggregates)
      : aggregatedOf(whole);
  });
};
