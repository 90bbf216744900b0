import type { Fields } from '@keyan/kernel/definition/field/field.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { referenceIds } from '../data/values.ts';
import { subTableLines } from './path.ts';

/**
 * Returns a wire row as forms and validators expect it: every field present, empty text as null.
 * Names of codes and base columns are unchanged.
 */
export const normalisedRow = (fields: Fields, row: RowLike): RowLike => {
  const known = Object.entries(fields).map(([name, { spec }]) => {
    const value = row[name];
    if (value === undefined || value === null || value === '') return [name, null];
    if (spec.type === 'dicts' && Array.isArray(value) && value.length === 0) return [name, null];
    if (spec.type === 'refs') return [name, referenceIds(value)];
    if (spec.type !== 'rows' || !Array.isArray(value)) return [name, value];
    return [name, value.map((line: RowLike) => normalisedRow(spec.fields ?? {}, line))];
  });
  return { ...row, ...Object.fromEntries(known) };
};

/**
 * Returns the row of a command's response, which has ids only, with the names that the form shows
 * for unchanged ids. Lines are matched by the order in which they were sent.
 */
export const withShownNames = (fields: Fields, answer: RowLike, shown: RowLike): RowLike => {
  const row = normalisedRow(fields, answer);
  const named = Object.entries(fields).flatMap(([name, { spec }]): [string, unknown][] => {
    if (spec.type === 'rows') {
      if (!Array.isArray(row[name])) return [];
      const before = subTableLines(shown, name);
      const lines = subTableLines(row, name).map((line, at) =>
        withShownNames(spec.fields ?? {}, line, before[at] ?? {}),
      );
      return [[name, lines]];
    }
    const key = `${name}Name`;
    const isSame = JSON.stringify(row[name]) === JSON.stringify(shown[name]);
    return isSame && !row[key] && shown[key] ? [[key, shown[key]]] : [];
  });
  return { ...row, ...Object.fromEntries(named) };
};

/**
 * Returns the values that a user may send: without computed values and names; null for a field that
 * does not apply.
 */
export const writableValues = (fields: Resource['fields'], row: RowLike): RowLike =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, { spec }]): [string, unknown][] => {
      if (spec.readonly) return [];
      const applies = spec.when?.(row) ?? true;
      const lines = applies ? subTableLines(row, name) : [];
      if (spec.type === 'rows') {
        return [[name, lines.map((line) => writableValues(spec.fields ?? {}, line))]];
      }
      if (spec.type === 'files') {
        return [[name, lines.map(({ id, catalog }) => ({ id, catalog }))]];
      }
      return [[name, applies ? (row[name] ?? null) : null]];
    }),
  );
