import type { FieldKind } from '@keyan/kernel/definition/field/field.ts';
import { Denied } from '@keyan/kernel/errors.ts';
import type { Measured } from '@keyan/kernel/records/measure.ts';
import type { Condition } from '@keyan/kernel/records/query.ts';
import { actorId } from '../base/actors.ts';
import { ask, scopeOf } from '../records/list-query.ts';
import { hiddenFrom, unaskable } from '../records/rights.ts';
import { shapeOf } from '../store/schema/shape.ts';
import { bound } from '../store/statements/conditions.ts';
import { type MeasuredPart, measureSlots, partSlots } from '../store/statements/measured.ts';
import type { CommandContext } from './context.ts';
import type { Measuring, Unmeasured } from './port.ts';

/** More rows than this nobody reads; the smallest are left out. */
const mostRows = 2000;

/** Kinds whose values split rows: few, or years and months of a date. */
const splitting: ReadonlySet<FieldKind> = new Set(['year', 'dict', 'dicts', 'ref', 'refs']);
const dated: ReadonlySet<FieldKind> = new Set(['date', 'time']);
const summable: ReadonlySet<FieldKind> = new Set(['integer', 'decimal', 'money']);

/** @throws Error for what no rows are split by or added up by: a figure of the product is wrong. */
const checked = ({ resource, by, of }: Measuring): void => {
  const kindOf = (field: string): FieldKind => {
    const column = shapeOf(resource).column(field);
    if (!column) throw new Error(`${resource.key}: no column for ${field}`);
    return column.spec.kind;
  };
  for (const { field, part } of by) {
    if (!(part ? dated : splitting).has(kindOf(field))) {
      throw new Error(`${resource.key}: rows are not split by ${field}`);
    }
  }
  for (const { sum } of of) {
    if (sum !== undefined && !summable.has(kindOf(sum))) {
      throw new Error(`${resource.key}: ${sum} does not add up`);
    }
  }
};

/** May the actor ask it: have they the page, and is nothing of it hidden from them? */
const refusalOf = (
  { actor }: CommandContext,
  { resource, where, by, of }: Measuring,
): Unmeasured | null => {
  const hidden = hiddenFrom(resource, actor);
  const closed = unaskable(resource, actor);
  const shown = [...by.map(({ field }) => field), ...of.flatMap(({ sum }) => sum ?? [])];
  const asked = [...where, ...of.flatMap((one) => one.where ?? [])].map(({ field }) => field);
  return shown.some((field) => hidden.has(field) || closed.has(field)) ||
    asked.some((field) => closed.has(field))
    ? 'field'
    : null;
};

/** Does a comparison with a date begin or end with a month? */
const isAtMonth = ({ operator, value }: Condition): boolean => {
  const [day = '', time] = String(value).split(' ');
  if (operator === 'atLeast') return day.endsWith('-01') && (time ?? '00:00:00') === '00:00:00';
  if (operator !== 'atMost' || (time ?? '23:59:59') !== '23:59:59') return false;
  const next = new Date(Date.parse(day) + 86_400_000);
  return next.getUTCDate() === 1;
};

/** Do all comparisons with dates begin and end with a month? */
const isOfMonths = ({ resource, where, of }: Measuring): boolean =>
  [...where, ...of.flatMap((one) => one.where ?? [])].every(
    (one) =>
      !dated.has(shapeOf(resource).column(one.field)?.spec.kind as FieldKind) ||
      one.operator === 'empty' ||
      one.operator === 'filled' ||
      isAtMonth(one),
  );

/** A question with the actor's share decided, or why they may not ask it. */
const partOf = (
  context: CommandContext,
  given: Measuring,
  place: number,
): { readonly part: MeasuredPart; readonly values: Record<string, unknown> } | Unmeasured => {
  const { resource, view, where, by, of } = given;
  checked(given);
  const query = { view, where, sort: [], page: 1, size: mostRows };
  try {
    const refused = refusalOf(context, given);
    if (refused) return refused;
    const scope = scopeOf(context, resource, query);
    const { shape, values } = ask(context, resource, query, scope);
    const { limit: _limit, offset: _offset, ...own } = values;
    const kept = Object.entries(own).filter(([name]) => !/^w\d+$/.test(name));
    const slots = partSlots(place);
    return {
      part: { shape: { ...shape, sort: [], slots }, by, of, months: isOfMonths(given) },
      values: {
        ...Object.fromEntries(kept),
        ...Object.fromEntries(where.map((one, index) => [`${slots}${index}`, bound(one)])),
        ...Object.fromEntries(
          of.flatMap(({ where: also = [] }, measure) =>
            also.map((one, index) => [`${measureSlots(place, measure)}${index}`, bound(one)]),
          ),
        ),
      },
    };
  } catch (error) {
    if (error instanceof Denied) return 'page';
    throw error;
  }
};

/** A row as the statement has it: keys and names by turns, then the measures. */
const readRow = (row: readonly (string | null)[], splits: number): Measured => ({
  keys: Array.from({ length: splits }, (_, index) => row[2 * index] ?? null),
  names: Array.from({ length: splits }, (_, index) => row[2 * index + 1] ?? null),
  values: row.slice(2 * splits).map((value) => value ?? '0'),
});

/** See `Commands.measures`. */
export const measures = async (
  context: CommandContext,
  asked: readonly Measuring[],
): Promise<readonly (readonly Measured[] | Unmeasured)[]> => {
  const { engine, actor } = context;
  const settled: (number | Unmeasured)[] = [];
  const parts: MeasuredPart[] = [];
  let values: Record<string, unknown> = { limit: mostRows, offset: 0 };
  for (const one of asked) {
    const found = partOf(context, one, parts.length);
    if (typeof found === 'string') settled.push(found);
    else {
      settled.push(parts.length);
      parts.push(found.part);
      values = { ...found.values, ...values };
    }
  }
  if (parts.length === 0) return settled.map((one) => one as Unmeasured);
  const statement = engine.store.reader.measured(parts).bind(values);
  const [row = {}] = await engine.database.heavy<
    Record<string, readonly (readonly (string | null)[])[]>
  >(actor.tenantId, actorId(actor), { ...statement, planned: 'anew' });
  return settled.map((one) =>
    typeof one === 'string'
      ? one
      : (row[`p${one}`] ?? []).map((line) => readRow(line, parts[one]?.by.length ?? 0)),
  );
};
