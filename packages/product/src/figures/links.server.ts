import { listFields } from '@keyan/kernel/definition/field/base-fields.ts';
import type { Split } from '@keyan/kernel/records/aggregate.ts';
import type { Condition, Operator } from '@keyan/kernel/records/query.ts';
import type { FigureSource } from './figure.ts';
import { pageOfSource } from './source.ts';

/** Suffix of a list’s address parameter by operator; the default operator of a field has none. */
const suffixes: Readonly<Partial<Record<Operator, string>>> = {
  equals: '',
  anyOf: '',
  notEquals: '_notequal',
  inTree: '_tree',
  atLeast: '_ge',
  atMost: '_le',
  above: '_gt',
  below: '_lt',
  empty: '_null',
  filled: '_notnull',
};

/**
 * Suffixes for date operators, spelled as date pickers do, so that the list shows the filter in
 * words.
 */
const dateSuffixes: Readonly<Partial<Record<Operator, string>>> = {
  atLeast: '_dategt',
  atMost: '_datelt',
};

/**
 * Address parameter of a condition.
 * @throws Error for an operator without a spelling
 */
export const conditionParameter = (
  { resource }: Pick<FigureSource, 'resource'>,
  { field, operator, value }: Condition,
): readonly [string, string] => {
  const spec = listFields(resource)[field]?.spec;
  const isDay = spec?.type === 'date' || spec?.type === 'time';
  // A code of a tree dictionary includes its descendants unless the filter is exact.
  const isExact = operator === 'equals' && spec?.type === 'dict' && spec.dictionary?.path;
  const suffix = isExact
    ? '_equal'
    : ((isDay ? dateSuffixes[operator] : undefined) ?? suffixes[operator]);
  if (suffix === undefined) throw new Error(`${resource.key}: ${operator} has no address`);
  const given = [value].flat().join(',');
  const text =
    operator === 'empty' || operator === 'filled' ? '1' : isDay ? given.slice(0, 10) : given;
  return [`${field}${suffix}`, text];
};

/** Conditions from the start of one day to the end of another; a missing end is unbounded. */
export const dayRange = (
  { resource }: Pick<FigureSource, 'resource'>,
  field: string,
  from: string | undefined,
  to: string | undefined,
): readonly Condition[] => {
  const isMoment = listFields(resource)[field]?.spec.type === 'time';
  const at = (day: string, time: string): string => (isMoment ? `${day} ${time}` : day);
  return [
    ...(from ? [{ field, operator: 'atLeast' as const, value: at(from, '00:00:00') }] : []),
    ...(to ? [{ field, operator: 'atMost' as const, value: at(to, '23:59:59') }] : []),
  ];
};

/** Conditions that select a value of a split. */
export const conditionsOfValue = (
  source: Pick<FigureSource, 'resource'>,
  { field, part }: Split,
  key: string,
): readonly Condition[] => {
  if (key === '') return [{ field, operator: 'empty', value: null }];
  if (part === undefined) return [{ field, operator: 'equals', value: key }];
  const [year = '', month, day] = key.split('-');
  if (day) return dayRange(source, field, key, key);
  const last = month ? new Date(Date.UTC(Number(year), Number(month), 0)).getUTCDate() : 31;
  const end = `${year}-${month ?? '12'}-${String(last).padStart(2, '0')}`;
  return dayRange(source, field, `${year}-${month ?? '01'}-01`, end);
};

/** Span of years in words. */
export const yearsInWords = (
  source: Pick<FigureSource, 'resource'>,
  { field, part }: Split,
  from: number | undefined,
  to: number | undefined,
): readonly Condition[] =>
  part
    ? dayRange(source, field, from ? `${from}-01-01` : undefined, to ? `${to}-12-31` : undefined)
    : [
        ...(from === undefined ? [] : [{ field, operator: 'atLeast' as const, value: from }]),
        ...(to === undefined ? [] : [{ field, operator: 'atMost' as const, value: to }]),
      ];

/** Merges conditions: a later bound replaces a wider bound of the same field; others are kept. */
const mergedParameters = (
  pairs: readonly (readonly [string, string])[],
): ReadonlyMap<string, string> => new Map(pairs);

/** Address of the page that lists the rows of a source under conditions. */
export const linkTo = (source: FigureSource, where: readonly Condition[]): string => {
  const pairs = [...source.where, ...where].map((one) => conditionParameter(source, one));
  const query = new URLSearchParams([...mergedParameters(pairs)]);
  // Prevents the reader’s default view from narrowing the list if there is no condition.
  if (pairs.length === 0) query.set('saved', '0');
  return `${pageOfSource(source).path}?${query}`;
};
