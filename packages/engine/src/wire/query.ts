import type { Actor } from '@keyan/kernel/access/actor.ts';
import { hasProcess, idField, listFields } from '@keyan/kernel/definition/field/base-fields.ts';
import type { FieldSpec } from '@keyan/kernel/definition/field/field.ts';
import { fieldTypeTable, specIn } from '@keyan/kernel/definition/field/field-types.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { type FieldFault, Invalid } from '@keyan/kernel/errors.ts';
import { fill, type Label } from '@keyan/kernel/label.ts';
import type { Condition, Operator, Query, Sort } from '@keyan/kernel/records/query.ts';
import { pageSizes } from '@keyan/kernel/records/query.ts';
import { isEmpty } from '@keyan/kernel/records/validate.ts';
import {
  type Dictionaries,
  dictionariesAsDefined,
  entryOf,
  flattenEntries,
} from '@keyan/kernel/values/dictionary.ts';
import { isId } from '@keyan/kernel/values/id.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { timeText } from '@keyan/kernel/values/time.ts';
import { unsearchableFields } from '../records/rights.ts';
import { listTypes, shapeOf } from '../store/schema/shape.ts';
import { isComparable } from '../store/statements/conditions.ts';
import { fieldByAlias } from './aliases.ts';
import { readCursor } from './cursor.ts';
import { listParameters } from './inputs.ts';
import { looseFieldSpec } from './loosened.ts';

/** Suffixes of filter parameters. `null`: the parameter is ignored. */
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
  tree: 'inTree',
  ignore: null,
};

const suffixed = /^(.+)_([a-z]+)$/;
/** Pattern of a parameter with both ends of a period, as date pickers of BladeX clients send it. */
const ranged = /^(.+)Range$/;
/** Pattern of list parameters in an address: `releaseTimeRange[]=…`, `releaseTimeRange[0]=…`. */
const listed = /^(.+)\[\d*\]$/;
const textual: ReadonlySet<Operator> = new Set([
  'contains',
  'startsWith',
  'endsWith',
  'notContains',
]);
const unvalued: ReadonlySet<Operator> = new Set(['empty', 'filled']);

const maxTextLength = 500;
const maxListValues = 1000;
const maxPageSize = 1000;
const lastPage = 1_000_000;

export const malformedQuery = (name: string): FieldFault => ({
  path: name,
  message: fill(['请求参数格式错误: {name}', 'Malformed parameter: {name}'], { name }) as Label,
});

const specOf = (resource: Resource, name: string): FieldSpec | undefined => {
  if (name === 'id') return idField.spec;
  const fields = listFields(resource);
  return Object.hasOwn(fields, name) ? fields[name]?.spec : undefined;
};

interface Key {
  readonly field: string;
  readonly spec: FieldSpec;
  readonly suffix: string;
}

/** Parses a parameter name as a field and a comparison; undefined if it names no field. */
const keyOf = (resource: Resource, key: string): Key | undefined => {
  const named = (name: string, suffix: string): Key | undefined => {
    const field = fieldByAlias(resource, name);
    const spec = specOf(resource, field);
    return spec && { field, spec, suffix };
  };
  // A field may have the name of a list parameter, such as the size of a picture: the list parameter wins.
  const whole = Object.hasOwn(listParameters, key) ? undefined : named(key, '');
  if (whole) return whole;
  const [, start = '', suffix = ''] = suffixed.exec(key) ?? [];
  return Object.hasOwn(suffixes, suffix) ? named(start, suffix) : undefined;
};

/** Parses the range of a date or time field: `dayRange=2026-01-01,2026-01-31`. */
const rangeOf = (resource: Resource, key: string): Key | undefined => {
  const found = keyOf(resource, ranged.exec(key)?.[1] ?? '');
  return found && ['date', 'time'].includes(found.spec.type) ? found : undefined;
};

/** Returns the field whose display name rows contain under this key: `lxName`. */
const displayOf = (resource: Resource, key: string): Key | undefined => {
  const [start = ''] = key.split('_');
  const found = start.endsWith('Name') ? keyOf(resource, start.slice(0, -4)) : undefined;
  return found && ['dict', 'dicts', 'ref', 'refs'].includes(found.spec.type) ? found : undefined;
};

/**
 * Returns the fault of a filter on a value that rows show but no column contains: ignoring the filter would show rows
 * that it excludes.
 */
const unfilterable = (key: string, { spec }: Key): FieldFault => ({
  path: key,
  message: fill(['不支持按【{name}】筛选', 'There is no filter by {name}'], {
    name: spec.label,
  }) as Label,
});

const isDay = (value: string): boolean => /^\d{4}-\d{1,2}-\d{1,2}$/.test(value);

/** Operators for days: a day counts from its first moment to its last, whatever the operator (ruling 12). */
const widened: Partial<Record<Operator, Operator>> = { above: 'atLeast', below: 'atMost' };

const valuesOf = (given: unknown): readonly string[] =>
  (Array.isArray(given) ? given : String(given).split(','))
    .map((value) => String(value).trim())
    .filter((value) => value !== '');

const parsed = (spec: FieldSpec, text: string): unknown => {
  const result = fieldTypeTable[spec.type].parse(text, spec);
  return 'value' in result ? result.value : undefined;
};

/** Adds the codes below these, for a dictionary tree: a search for a province includes its counties. */
const withBelow = ({ dictionary }: FieldSpec, codes: readonly string[]): readonly string[] => {
  if (!dictionary?.path) return codes;
  const found = codes.flatMap((code) => entryOf(dictionary, code) ?? []);
  return [...new Set(flattenEntries(found).map(({ code }) => code))];
};

const conditionsOf = (
  key: string,
  found: Key,
  given: unknown,
  dictionaries: Dictionaries,
): readonly Condition[] | FieldFault => {
  const { field, suffix } = found;
  const spec = specIn(looseFieldSpec(found.spec), dictionaries);
  const { type } = spec;
  const usual = fieldTypeTable[type].filter;
  if (usual === 'none') return suffixes[suffix] === null ? [] : unfilterable(key, found);
  const named = suffix === '' ? usual : suffixes[suffix];
  if (named === null || named === undefined) return [];
  // BladeX clients send `_like` for every column; where it has no meaning, the usual comparison is used.
  const operator = named === 'contains' && usual !== 'contains' ? usual : named;
  if (!isComparable(type, operator)) return malformedQuery(key);
  if (unvalued.has(operator)) return [{ field, operator, value: null }];
  if (operator === 'anyOf' || operator === 'inTree') {
    const values = valuesOf(given);
    if (values.length === 0) return [];
    const codes = values.map((value) =>
      listTypes.has(type) ? [parsed(spec, value)].flat()[0] : parsed(spec, value),
    );
    if (values.length > maxListValues || codes.includes(undefined)) return malformedQuery(key);
    return [{ field, operator, value: withBelow(spec, codes as readonly string[]) }];
  }
  const text = String(Array.isArray(given) ? given[0] : given).trim();
  if (text.length > maxTextLength) return malformedQuery(key);
  if (textual.has(operator)) return [{ field, operator, value: text }];
  if (type === 'time' && isDay(text))
    return dayConditions(field, operator, text, spec) ?? malformedQuery(key);
  const value = listTypes.has(type) ? valuesOf(text) : parsed(spec, text);
  if (value === undefined || value === null) return malformedQuery(key);
  const wide = type === 'date' && suffix.startsWith('date') && isDay(text);
  return [{ field, operator: (wide && widened[operator]) || operator, value }];
};

/** Returns the conditions of a day on a column with times. */
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
    .map((name) => fieldByAlias(resource, camel(name)))
    .filter((field) => {
      const column = shapeOf(resource).column(field);
      return column !== undefined && fieldTypeTable[column.spec.type].filter !== 'none';
    })
    .slice(0, 5)
    .map((field) => ({ field, descending }));

/** Parses a whole number of the query, or returns the fault. */
const wholeOf = (
  given: unknown,
  name: string,
  usual: number,
  most: number,
): number | FieldFault => {
  if (given === undefined || given === '') return usual;
  const value = Number(given);
  return Number.isInteger(value) && value >= 1 && value <= most ? value : malformedQuery(name);
};

const isYes = (given: unknown): boolean => ['1', 'true'].includes(String(given ?? ''));

/** Properties of the caller that affect the meaning of a query. */
export interface QuestionAsker {
  /** Fields that do not exist for the reader; their keys are ignored. */
  readonly hidden: ReadonlySet<string>;
  readonly dictionaries: Dictionaries;
  /** Tenant of the rows; rows of another tenant never match. */
  readonly tenantId?: string;
}

const anybody: QuestionAsker = { hidden: new Set(), dictionaries: dictionariesAsDefined };

/** Condition that matches no row: no administrator reads rows of another tenant. */
const nothing: Condition = { field: 'id', operator: 'equals', value: '0' };

/** Collects list parameters that an address spells one value at a time. */
const gathered = (parameters: RowLike): ReadonlyMap<string, unknown> => {
  const all = new Map<string, unknown>();
  for (const [key, given] of Object.entries(parameters)) {
    const [, name] = listed.exec(key) ?? [];
    if (name === undefined) all.set(key, given);
    else all.set(name, [all.get(name) ?? [], given].flat());
  }
  return all;
};

/** Returns the query of a call for the rows of a resource. */
export const askedBy = (
  { actor, dictionaries }: { readonly actor: Actor; readonly dictionaries: Dictionaries },
  resource: Resource,
): QuestionAsker => ({
  hidden: unsearchableFields(resource, actor),
  dictionaries,
  tenantId: actor.tenantId,
});

/** Returns the condition of one parameter; null for an unknown one. */
const asked = (
  resource: Resource,
  key: string,
  given: unknown,
  reader: QuestionAsker,
): readonly Condition[] | FieldFault | null => {
  const visible = (found: Key | undefined): Key | undefined =>
    found && !reader.hidden.has(found.field) ? found : undefined;
  const { dictionaries } = reader;
  const found = visible(keyOf(resource, key));
  if (found) return conditionsOf(key, found, given, dictionaries);
  const period = visible(rangeOf(resource, key));
  if (period) {
    const ends = valuesOf(given);
    if (ends.length === 0) return [];
    if (ends.length !== 2) return malformedQuery(key);
    const [from, to] = ['datege', 'datele'].map((suffix, index) =>
      conditionsOf(key, { ...period, suffix }, ends[index], dictionaries),
    ) as [readonly Condition[] | FieldFault, readonly Condition[] | FieldFault];
    if ('path' in from) return from;
    return 'path' in to ? to : [...from, ...to];
  }
  const display = visible(displayOf(resource, key));
  if (display) return unfilterable(key, display);
  if (key === 'tenantId' && reader.tenantId !== undefined) {
    return String(given) === reader.tenantId ? [] : [nothing];
  }
  return null;
};

/** True if the parameter is a filter by approval; a field of the same name takes precedence. */
const asksApproval = (resource: Resource, name: string, given: unknown): boolean =>
  !isEmpty(given) && hasProcess(resource) && !Object.hasOwn(listFields(resource), name);

const day = 86_400_000;
const maxWaitingDays = 3650;

/** Parses `stayDays`: waiting at its step for longer than this many days. */
const waitingOver = (resource: Resource, given: unknown): readonly Condition[] => {
  const days = Number(given);
  if (!asksApproval(resource, 'stayDays', given) || !Number.isInteger(days)) return [];
  if (days < 0 || days > maxWaitingDays) return [];
  const value = timeText(new Date(Date.now() - days * day));
  return [{ field: 'currentSince', operator: 'below', value }];
};

/** Parses `again`: 1 submitted again after a return, 0 for the first time. */
const againOf = (resource: Resource, given: unknown): { again?: boolean } =>
  asksApproval(resource, 'again', given) ? { again: isYes(given) } : {};

/**
 * Parses the parameters of a list by the fields of the resource, under their names and those of BladeX clients. Unknown
 * keys are dropped, never turned into a column (ruling 13); faults in known keys are reported, and also filters by
 * values that rows show but no column contains (decision 0024).
 * @throws Invalid with every malformed parameter.
 */
export const parseQuery = (
  resource: Resource,
  parameters: RowLike,
  reader: QuestionAsker = anybody,
): Query => {
  const faults: FieldFault[] = [];
  const where: Condition[] = [];
  for (const [key, given] of gathered(parameters)) {
    if (given === '' || given === null || given === undefined) continue;
    const conditions = asked(resource, key, given, reader);
    if (conditions === null) continue;
    if ('path' in conditions) faults.push(conditions);
    else where.push(...conditions);
  }
  where.push(...waitingOver(resource, parameters.stayDays));
  const fields = valuesOf(parameters.fields ?? '');
  const page = wholeOf(parameters.current, 'current', 1, lastPage);
  const size = wholeOf(parameters.size, 'size', pageSizes[0], maxPageSize);
  for (const number of [page, size]) if (typeof number === 'object') faults.push(number);
  const after = isEmpty(parameters.after)
    ? undefined
    : readCursor(resource, String(parameters.after));
  if (after === null) faults.push(malformedQuery('after'));
  if (faults.length > 0 || typeof page === 'object' || typeof size === 'object') {
    throw new Invalid(faults);
  }
  const { view, search } = parameters;
  return {
    ...(typeof view === 'string' && view !== '' ? { view } : {}),
    ...(isYes(parameters.done) ? { done: true } : {}),
    ...againOf(resource, parameters.again),
    ...(isId(parameters.importBatch) ? { imported: parameters.importBatch } : {}),
    ...(isYes(parameters.exact) ? { exact: true } : {}),
    ...(typeof search === 'string' && search.trim() !== ''
      ? { search: search.trim().slice(0, maxTextLength) }
      : {}),
    ...(fields.length > 0 ? { fields: fields.map((name) => fieldByAlias(resource, name)) } : {}),
    where,
    sort: [
      ...sortsOf(resource, parameters.descs, true),
      ...sortsOf(resource, parameters.ascs, false),
    ],
    page,
    size,
    ...(after ? { after } : {}),
  };
};
