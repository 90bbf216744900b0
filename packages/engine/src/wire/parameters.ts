import { type FieldFault, Invalid } from '@keyan/kernel/errors.ts';
import { fill, type Label } from '@keyan/kernel/label.ts';
import { opinionTooLong } from '@keyan/kernel/values/opinion.ts';
import type { TObject, TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import { malformedQuery } from './query.ts';

export type Parameters = Record<string, unknown>;

/** Removes NUL and unpaired surrogates from a text, which PostgreSQL cannot store. */
const cleanText = (text: string): string =>
  (text.includes('\0') ? text.replaceAll('\0', '') : text).toWellFormed();

/** Maximum nesting depth of a body: recursive code would overflow its stack. */
const maxNestingDepth = 100;

/**
 * Maximum number of values in one call, through all lists and objects: a form with several sub-tables has some ten
 * thousand. Each is checked several times; a body of 4 MB could contain two million.
 */
const maxValues = 100_000;

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

/**
 * Cleans the texts of a body.
 * @throws Invalid for a body nested too deeply, or with too many values.
 */
const clean = (body: unknown): unknown => {
  let left = maxValues;
  const count = (values: number): void => {
    left -= values;
    if (left < 0) throw tooMany('body');
  };
  const inner = (value: unknown, depth: number): unknown => {
    if (typeof value === 'string') return cleanText(value);
    if (value === null || typeof value !== 'object') return value;
    if (depth > maxNestingDepth) throw new Invalid([malformedQuery('body')]);
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

/**
 * Splits a list sent as one text, `1,2`.
 * @throws Invalid for too many values.
 */
const split = (name: string, text: string): readonly string[] => {
  const parts = text.split(',', maxValues + 1);
  if (parts.length > maxValues) throw tooMany(name);
  return parts.filter(Boolean);
};

/** Merges parameters of several sources: later sources win. A body that is an array becomes `body`. */
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

/** A conversion would cut 1.5 to 1 and read `true` as 1. */
const isWhole = (value: unknown): boolean =>
  ['number', 'string'].includes(typeof value) && Number.isInteger(Number(value));

const takesAnything = (schema: TObject): boolean =>
  (schema as { additionalProperties?: unknown }).additionalProperties === true;

/** Returns the names of a parameter, with its other names (`x-also-named`). */
const namesOf = (name: string, property: TSchema): readonly string[] => [
  name,
  ...((property as { 'x-also-named'?: readonly string[] })['x-also-named'] ?? []),
];

const isGiven = (value: unknown): boolean => value !== undefined && value !== null && value !== '';

/** True if an empty text is a value of this parameter (`x-clearable`). */
const isClearable = (property: TSchema): boolean =>
  (property as { 'x-clearable'?: boolean })['x-clearable'] === true;

/** Returns the label of a parameter (`x-label`). */
const labelOf = (property: TSchema | undefined): Label | undefined =>
  (property as { 'x-label'?: Label } | undefined)?.['x-label'];

/** True for a list of ids, which some clients send instead of a text with commas. */
const isIds = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'string' && /^\d+$/.test(one));

/** Returns the element of a list of one: some clients send a single value so. */
const single = (value: unknown): unknown =>
  Array.isArray(value) && value.length === 1 ? value[0] : value;

export const missingParameter = (name: string): FieldFault => ({
  path: name,
  message: fill(['缺少必要的请求参数: {name}', 'Missing parameter: {name}'], { name }),
});

/** Converts a JSON pointer to the path of a fault: `/authors/0/name` → `authors.0.name`. */
const pathOf = (pointer: string): string => pointer.replace(/^\//, '').replaceAll('/', '.');

const validatorOf = (schema: TObject) => Compile(schema);

/**
 * Creates the parser of parameters for one call: empty texts count as missing unless clearable, lists may be `1,2`,
 * numbers and booleans text, some have other names, and unknown keys are dropped. The parser throws Invalid naming each
 * missing or malformed parameter.
 */
export const readerOf = (schema: TObject): ((given: Parameters) => Parameters) => {
  // Compiled at the first call: a server has thousands of calls, and most are never used.
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
    // Values that already match are not converted: conversion compares every name with every parameter.
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
