import type { Actor } from '@keyan/kernel/actor.ts';
import { listFields } from '@keyan/kernel/base.ts';
import { asDefined, type Dictionaries } from '@keyan/kernel/dictionary.ts';
import { type FieldFault, Invalid } from '@keyan/kernel/errors.ts';
import type { FieldKind, FieldSpec } from '@keyan/kernel/field.ts';
import { kinds, specIn } from '@keyan/kernel/kinds.ts';
import { fill, type Label } from '@keyan/kernel/label.ts';
import type { Condition, Operator, Query, Sort } from '@keyan/kernel/query.ts';
import { pageSizes } from '@keyan/kernel/query.ts';
import type { Resource } from '@keyan/kernel/resource.ts';
import { isComparable } from '../store/conditions.ts';
import { hiddenFields, shapeOf } from '../store/shape.ts';

/** The dialect's suffixes (contract §1). `null`: the parameter is ignored. */
const suffixes: Readonly<Record<string, Operator | null>> = {
  equal: 'equals',
  notequal: 'notEquals',
  like: 'contains',
  likeleft: 'endsWith',
  likeright: 'startsWith',
  notlike: 'notContains',
  ge: 'atLeast',
  gt: 'above',
  le: 'atMost',
  lt: 'below',
  datege: 'atLeast',
  dategt: 'above',
  dateequal: 'equals',
  datele: 'atMost',
  datelt: 'below',
  null: 'empty',
  notnull: 'filled',
  ignore: null,
};

const suffixed = /^(.+)_([a-z]+)$/;
const textual: ReadonlySet<Operator> = new Set([
  'contains',
  'startsWith',
  'endsWith',
  'notContains',
]);
const unvalued: ReadonlySet<Operator> = new Set(['empty', 'filled']);

const longest = 500;
const mostValues = 1000;
const mostRows = 1000;
const lastPage = 1_000_000;

export const malformed = (name: string): FieldFault => ({
  path: name,
  message: fill(['请求参数格式错误: {name}', 'Malformed parameter: {name}'], { name }) as Label,
});

const idSpec: FieldSpec = { kind: 'ref', label: ['主键', 'Id'] };

const specOf = (resource: Resource, name: string): FieldSpec | undefined => {
  if (name === 'id') return idSpec;
  const fields = listFields(resource);
  return Object.hasOwn(fields, name) ? fields[name]?.spec : undefined;
};

/** A key of the wire as a field and a comparison; undefined for what is none of ours. */
const keyOf = (
  resource: Resource,
  key: string,
): { readonly field: string; readonly spec: FieldSpec; readonly suffix: string } | undefined => {
  const whole = specOf(resource, key);
  if (whole) return { field: key, spec: whole, suffix: '' };
  const [, field = '', suffix = ''] = suffixed.exec(key) ?? [];
  const spec = Object.hasOwn(suffixes, suffix) ? specOf(resource, field) : undefined;
  return spec && { field, spec, suffix };
};

const isDay = (value: string): boolean => /^\d{4}-\d{1,2}-\d{1,2}$/.test(value);

/** A day counts from its first instant and to its last, whatever the sign says (decisions 12). */
const widened: Partial<Record<Operator, Operator>> = { above: 'atLeast', below: 'atMost' };

const valuesOf = (given: unknown): readonly string[] =>
  (Array.isArray(given) ? given : String(given).split(','))
    .map((value) => String(value).trim())
    .filter((value) => value !== '');

const parsed = (spec: FieldSpec, text: string): unknown => {
  const result = kinds[spec.kind].parse(text, spec);
  return 'value' in result ? result.value : undefined;
};

/** What columns of numbers hold: beyond it there is nothing to compare with. */
const held: Partial<Record<FieldKind, Pick<FieldSpec, 'least' | 'most'>>> = {
  integer: { least: -2_147_483_647, most: 2_147_483_647 },
  year: { least: -32_767, most: 32_767 },
  decimal: { least: -999_999_999, most: 999_999_999 },
};

/** The rules of a record (length, pattern, range) do not bind what one may look for. */
const loosened = ({ kind, label, scale, dictionary, target }: FieldSpec): FieldSpec => ({
  kind,
  label,
  scale,
  dictionary,
  target,
  ...held[kind],
});

const conditionsOf = (
  key: string,
  found: { readonly field: string; readonly spec: FieldSpec; readonly suffix: string },
  given: unknown,
  dictionaries: Dictionaries,
): readonly Condition[] | FieldFault => {
  const { field, suffix } = found;
  const spec = specIn(loosened(found.spec), dictionaries);
  const { kind } = spec;
  const usual = kinds[kind].filter;
  if (usual === 'none') return [];
  const named = suffix === '' ? usual : suffixes[suffix];
  if (named === null || named === undefined) return [];
  // Stock clients send `_like` for every column; where it means nothing, the usual comparison does.
  const operator = named === 'contains' && usual !== 'contains' ? usual : named;
  if (!isComparable(kind, operator)) return malformed(key);
  if (unvalued.has(operator)) return [{ field, operator, value: null }];
  if (operator === 'anyOf') {
    const values = valuesOf(given);
    if (values.length === 0) return [];
    const codes = values.map((value) =>
      kind === 'dicts' ? [parsed(spec, value)].flat()[0] : parsed(spec, value),
    );
    if (values.length > mostValues || codes.includes(undefined)) return malformed(key);
    return [{ field, operator, value: codes }];
  }
  const text = String(Array.isArray(given) ? given[0] : given).trim();
  if (text.length > longest) return malformed(key);
  if (textual.has(operator)) return [{ field, operator, value: text }];
  if (kind === 'time' && isDay(text))
    return dayConditions(field, operator, text, spec) ?? malformed(key);
  const value = kind === 'dicts' ? valuesOf(text) : parsed(spec, text);
  if (value === undefined || value === null) return malformed(key);
  const wide = kind === 'date' && suffix.startsWith('date') && isDay(text);
  return [{ field, operator: (wide && widened[operator]) || operator, value }];
};

/** A day against a column of moments. */
const dayConditions = (
  field: string,
  operator: Operator,
  text: string,
  spec: FieldSpec,
): readonly Condition[] | null => {
  const start = parsed(spec, text) as string | undefined;
  if (start === undefined) return null;
  const end = `${start.slice(0, 10)} 23:59:59`;
  const from: Condition = { field, operator: 'atLeast', value: start };
  const to: Condition = { field, operator: 'atMost', value: end };
  const table: Partial<Record<Operator, readonly Condition[]>> = {
    equals: [from, to],
    atLeast: [from],
    above: [from],
    atMost: [to],
    below: [to],
  };
  return table[operator] ?? [{ field, operator, value: start }];
};

const camel = (name: string): string =>
  name.trim().replace(/_([a-z])/g, (_all, letter: string) => letter.toUpperCase());

const sortsOf = (resource: Resource, given: unknown, descending: boolean): readonly Sort[] =>
  valuesOf(given ?? '')
    .map(camel)
    .filter((field) => {
      const column = shapeOf(resource).column(field);
      return column !== undefined && kinds[column.spec.kind].filter !== 'none';
    })
    .slice(0, 5)
    .map((field) => ({ field, descending }));

/** A whole number from the query, or the fault. */
const wholeOf = (
  given: unknown,
  name: string,
  usual: number,
  most: number,
): number | FieldFault => {
  if (given === undefined || given === '') return usual;
  const value = Number(given);
  return Number.isInteger(value) && value >= 1 && value <= most ? value : malformed(name);
};

const isYes = (given: unknown): boolean => ['1', 'true'].includes(String(given ?? ''));

/** Who asks, as far as the meaning of a question depends on it. */
export interface Asking {
  /** Fields that do not exist for the reader; their keys are none of ours either. */
  readonly hidden: ReadonlySet<string>;
  readonly dictionaries: Dictionaries;
}

const anybody: Asking = { hidden: new Set(), dictionaries: asDefined };

/** The question that a call's caller asks of a resource's rows. */
export const askedBy = (
  { actor, dictionaries }: { readonly actor: Actor; readonly dictionaries: Dictionaries },
  resource: Resource,
): Asking => ({ hidden: hiddenFields(resource, actor.permits), dictionaries });

/**
 * Understands a list's parameters against the resource's own fields. Keys that are none of them
 * are dropped, never turned into a column (decisions 13); what is wrong in known ones is said.
 *
 * @throws Invalid with every malformed parameter.
 */
export const parseQuery = (
  resource: Resource,
  parameters: Readonly<Record<string, unknown>>,
  reader: Asking = anybody,
): Query => {
  const faults: FieldFault[] = [];
  const where: Condition[] = [];
  for (const [key, given] of Object.entries(parameters)) {
    if (given === '' || given === null || given === undefined) continue;
    const found = keyOf(resource, key);
    if (!found || reader.hidden.has(found.field)) continue;
    const conditions = conditionsOf(key, found, given, reader.dictionaries);
    if ('path' in conditions) faults.push(conditions);
    else where.push(...conditions);
  }
  const page = wholeOf(parameters.current, 'current', 1, lastPage);
  const size = wholeOf(parameters.size, 'size', pageSizes[0], mostRows);
  for (const number of [page, size]) if (typeof number === 'object') faults.push(number);
  if (faults.length > 0 || typeof page === 'object' || typeof size === 'object') {
    throw new Invalid(faults);
  }
  const { view, search } = parameters;
  return {
    ...(typeof view === 'string' && view !== '' ? { view } : {}),
    ...(isYes(parameters.done) ? { done: true } : {}),
    ...(typeof search === 'string' && search.trim() !== ''
      ? { search: search.trim().slice(0, longest) }
      : {}),
    where,
    sort: [
      ...sortsOf(resource, parameters.descs, true),
      ...sortsOf(resource, parameters.ascs, false),
    ],
    page,
    size,
  };
};
