import type { FieldType } from '@keyan/kernel/definition/field/field.ts';
import { fieldTypeTable } from '@keyan/kernel/definition/field/field-types.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import type { Query, RowCursor } from '@keyan/kernel/records/query.ts';
import { isId } from '@keyan/kernel/values/id.ts';
import { shapeOf } from '../store/schema/shape.ts';
import { looseFieldSpec } from './loosened.ts';

/** Maximum number of characters of a value in a cursor; some proxies refuse longer addresses. */
const maxValueLength = 500;

const isTextual: ReadonlySet<FieldType> = new Set(['text', 'dict']);

const moment = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{6}$/;

/** True if PostgreSQL accepts the text as a value of this field. */
const fits = (resource: Resource, field: string, value: string): boolean => {
  const spec = shapeOf(resource).column(field)?.spec;
  if (!spec || value.length > maxValueLength || value.includes('\0')) return false;
  if (spec.type === 'time') {
    return moment.test(value) && !Number.isNaN(Date.parse(`${value.replace(' ', 'T')}Z`));
  }
  return (
    isTextual.has(spec.type) ||
    'value' in fieldTypeTable[spec.type].parse(value, looseFieldSpec(spec))
  );
};

/** Encodes a cursor for an address; undefined if its value is too long. */
export const printCursor = ({ field, descending, value, id }: RowCursor): string | undefined =>
  value !== null && value.length > maxValueLength
    ? undefined
    : Buffer.from(JSON.stringify([field, descending, value, id])).toString('base64url');

/**
 * Decodes a cursor made by `printCursor`.
 * @returns null for any other text.
 */
export const readCursor = (resource: Resource, text: string): Query['after'] | null => {
  let parts: unknown;
  try {
    parts = JSON.parse(Buffer.from(text, 'base64url').toString());
  } catch {
    return null;
  }
  if (!Array.isArray(parts) || parts.length !== 4) return null;
  const [field, descending, value, id] = parts as readonly unknown[];
  if (typeof field !== 'string' || typeof descending !== 'boolean') return null;
  if (typeof id !== 'string' || !isId(id)) return null;
  if (value === null) return { field, descending, value, id };
  return typeof value === 'string' && fits(resource, field, value)
    ? { field, descending, value, id }
    : null;
};
