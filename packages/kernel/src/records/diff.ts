import type { Fields } from '../definition/field/field.ts';
import type { Resource } from '../definition/resource.ts';
import type { Label } from '../label.ts';
import type { RowLike } from '../values/row.ts';

/** Field that differs between two versions, with its label, in stored values. */
export interface Change {
  readonly path: string;
  readonly label: Label;
  readonly before: unknown;
  readonly after: unknown;
}

const isEqual = (a: unknown, b: unknown): boolean =>
  a === b || (a ?? null) === (b ?? null) || JSON.stringify(a) === JSON.stringify(b);

/** Balances change with other records and are excluded. */
const isOwn = ({ spec }: Fields[string]): boolean => !spec.balance;

const pick = (fields: Fields, line: RowLike): RowLike =>
  Object.fromEntries(
    Object.entries(fields)
      .filter(([, field]) => isOwn(field))
      .map(([name]) => [name, line[name] ?? null]),
  );

/** Sub-tables and attachments are compared as wholes, limited to defined fields. */
const comparable = (resource: Resource, name: string, value: unknown): unknown => {
  const spec = resource.fields[name]?.spec;
  if (!Array.isArray(value)) return value ?? null;
  if (spec?.type === 'rows') return value.map((line) => pick(spec.fields ?? {}, line as RowLike));
  if (spec?.type === 'files') {
    return value.map((file) => ({ id: file.id, name: file.name, catalog: file.catalog }));
  }
  return value;
};

/**
 * Returns the value to store in a history entry; lines include their ids, which identify changed
 * lines.
 */
const storedValue = (resource: Resource, name: string, value: unknown): unknown => {
  const spec = resource.fields[name]?.spec;
  if (spec?.type !== 'rows' || !Array.isArray(value)) return comparable(resource, name, value);
  return value.map((line: RowLike) => ({
    ...(typeof line.id === 'string' && { id: line.id }),
    ...pick(spec.fields ?? {}, line),
  }));
};

/** Treats an empty list as null: a new record has null where a stored one has an empty list. */
const withoutEmptyList = (value: unknown): unknown =>
  Array.isArray(value) && value.length === 0 ? null : value;

/** True if two values of this field are equal for readers. */
export const sameValue = (resource: Resource, name: string, a: unknown, b: unknown): boolean =>
  isEqual(
    comparable(resource, name, withoutEmptyList(a)),
    comparable(resource, name, withoutEmptyList(b)),
  );

/** Returns the changed fields between two versions of a row, in the order of the definition. */
export const changesBetween = (
  resource: Resource,
  before: RowLike,
  after: RowLike,
): readonly Change[] =>
  Object.entries(resource.fields).flatMap(([name, field]) => {
    if (!isOwn(field)) return [];
    const { spec } = field;
    const [was, is] = [before[name], after[name]];
    if (isEqual(comparable(resource, name, was), comparable(resource, name, is))) return [];
    const [old, now] = [was, is].map((value) => storedValue(resource, name, value));
    return [{ path: name, label: spec.label, before: old, after: now }];
  });
