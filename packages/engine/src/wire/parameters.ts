import { type FieldFault, Invalid } from '@keyan/kernel/errors.ts';
import { fill, type Label } from '@keyan/kernel/label.ts';
import { opinionTooLong } from '@keyan/kernel/values/opinion.ts';
import type { TObject, TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import { malformedQuery } from './query.ts';

export type Parameters = Record<string, unknown>;

/** Text that PostgreSQL can hold: without NUL and without halves of characters. */
const cleanText = (text: string): string =>
  (text.includes('\0') ? text.replaceAll('\0', '') : text).toWellFormed();

/** Levels to which a body may nest: code that reads it level by level would overflow its stack. */
const deepest = 100;

/**
 * Values that one call takes, counted through all lists and objects: a form of several sub-tables
 * has some ten thousand. Each is looked at several times; a body of 4 MB could hold two million.
 */
const mostValues = 100_000;

const tooMany = (path: string): Invalid =>
  new Invalid([
    {
      path,
      message: [
        '请求内容过多（上限 10 万项），请分批提交',
        'The request holds too many values (at most 100,000); send it in parts',
      ],
    },
  ]);

/** Cleans the texts of a body as it came. @throws Invalid for a body too deep, or with too many values. */
const clean = (body: unknown): unknown => {
  let left = mostValues;
  const count = (values: number): void => {
    left -= values;
    if (left < 0) throw tooMany('body');
  };
  const inner = (value: unknown, depth: number): unknown => {
    if (typeof value === 'string') return cleanText(value);
    if (value === null || typeof value !== 'object') return value;
    if (depth > deepest) throw new Invalid([malformedQuery('body')]);
    if (Array.isArray(value)) {
      count(value.length);
      return value.map((one) => inner(one, depth + 1));
    }
    const entries = Object.entries(value);
    count(entries.length);
    return Object.fromEntries(
      entries.map(([name, one]) => [cleanText(name), inner(one, depth + 1)]),
    );
  };
  return inner(body, 0);
};

/** A list that came as one text, `1,2`. @throws Invalid for too many values. */
const split = (name: string, text: string): readonly string[] => {
  const parts = text.split(',', mostValues + 1);
  if (parts.length > mostValues) throw tooMany(name);
  return parts.filter(Boolean);
};

/**
 * One set of parameters from wherever they came: later sources win. A body that is
 * a bare list stands under `body`.
 */
export const mergeParameters = (...sources: readonly unknown[]): Parameters => {
  const merged: Parameters = {};
  for (const source of sources) {
    if (Array.isArray(source)) merged.body = clean(source);
    else if (source !== null && typeof source === 'object') {
      Object.assign(merged, clean(source));
    }
  }
  return merged;
};

const isOfType = (schema: TSchema, type: string): boolean =>
  (schema as { type?: unknown }).type === type;

/** A conversion would cut 1.5 down to 1 and take `true` for it. */
const isWhole = (value: unknown): boolean =>
  ['number', 'string'].includes(typeof value) && Number.isInteger(Number(value));

const takesAnything = (schema: TObject): boolean =>
  (schema as { additionalProperties?: unknown }).additionalProperties === true;

/** The name of a parameter and those under which it may come as well (`alsoNamed`). */
const namesOf = (name: string, property: TSchema): readonly string[] => [
  name,
  ...((property as { 'x-also-named'?: readonly string[] })['x-also-named'] ?? []),
];

const isGiven = (value: unknown): boolean => value !== undefined && value !== null && value !== '';

/** Does an empty text count under this parameter (`clearable`)? */
const isClearable = (property: TSchema): boolean =>
  (property as { 'x-clearable'?: boolean })['x-clearable'] === true;

/** Name of a parameter for people (`called`). */
const labelOf = (property: TSchema | undefined): Label | undefined =>
  (property as { 'x-label'?: Label } | undefined)?.['x-label'];

/** A list of ids, which some clients send where others send their text with commas. */
const isIds = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'string' && /^\d+$/.test(one));

/** Under another name one thing may come as a list of one. */
const single = (value: unknown): unknown =>
  Array.isArray(value) && value.length === 1 ? value[0] : value;

export const missingParameter = (name: string): FieldFault => ({
  path: name,
  message: fill(['缺少必要的请求参数: {name}', 'Missing parameter: {name}'], { name }),
});

/** Turns a JSON pointer into the paths of our faults: `/authors/0/name` → `authors.0.name`. */
const pathOf = (pointer: string): string => pointer.replace(/^\//, '').replaceAll('/', '.');

const validatorOf = (schema: TObject) => Compile(schema);

/**
 * A reader of parameters for one call: empty texts count as not given where nothing else is said (`clearable`), lists may come as
 * `1,2`, numbers and booleans as text, some under other names too, and keys that the call does
 * not know are dropped.
 *
 * The reader throws Invalid naming each parameter that is missing or malformed.
 */
export const readerOf = (schema: TObject): ((given: Parameters) => Parameters) => {
  // At the first call: a server has thousands of calls, and most are never made.
  let compiled: ReturnType<typeof validatorOf> | undefined;
  const open = takesAnything(schema);
  const properties = Object.entries<TSchema>(schema.properties).map(
    ([name, property]) => [name, property, namesOf(name, property)] as const,
  );
  return (given) => {
    const taken: Parameters = open ? { ...given } : {};
    const misread: FieldFault[] = [];
    for (const [name, property, names] of properties) {
      const counts = (value: unknown) => isGiven(value) || (value === '' && isClearable(property));
      const found = names.find((one) => Object.hasOwn(given, one) && counts(given[one]));
      if (found === undefined) {
        delete taken[name];
        continue;
      }
      const value = found === name ? given[name] : single(given[found]);
      if (isOfType(property, 'integer') && !isWhole(value)) misread.push(malformedQuery(name));
      if (isOfType(property, 'array') && !Array.isArray(value)) {
        taken[name] = typeof value === 'string' ? split(name, value) : [value];
      } else taken[name] = isOfType(property, 'string') && isIds(value) ? value.join() : value;
    }
    compiled ??= validatorOf(schema);
    const validator = compiled;
    const fits = (values: Parameters): boolean => misread.length === 0 && validator.Check(values);
    // Values that fit already are not converted: converting compares every name with every parameter.
    if (fits(taken)) return taken;
    const converted = validator.Convert(taken) as Parameters;
    if (fits(converted)) return converted;
    const faults = new Map(misread.map((fault) => [fault.path, fault]));
    for (const error of validator.Errors(converted)) {
      const { requiredProperties } = error.params as { requiredProperties?: string[] };
      for (const name of requiredProperties ?? []) faults.set(name, missingParameter(name));
      const path = pathOf(error.instancePath);
      if (path === '' || faults.has(path)) continue;
      const most = error.keyword === 'maxLength' ? error.params.limit : undefined;
      const label = most === undefined ? undefined : labelOf(schema.properties[path]);
      faults.set(
        path,
        label ? { path, message: opinionTooLong(label, Number(most)) } : malformedQuery(path),
      );
    }
    throw new Invalid([...faults.values()]);
  };
};
