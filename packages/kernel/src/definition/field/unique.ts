import type { RowLike } from '../../values/row.ts';
import type { FieldSpec, Fields } from './field.ts';

/** Unique part of a field: its own value, or that together with other fields of the row. */
type Unique = Pick<FieldSpec, 'unique' | 'uniqueWith'>;

/**
 * Key that no other record may have: the normalised value of the field, followed by those of the fields that count
 * with it. Null while one of them is empty, and for a field that is not unique.
 */
export const uniqueKey = (
  { unique, uniqueWith = [] }: Unique,
  field: string,
  row: RowLike,
): string | null => {
  if (!unique) return null;
  const parts = [field, ...uniqueWith].map((name) => {
    const value = row[name];
    return value === null || value === undefined ? '' : unique(String(value));
  });
  return parts.includes('') ? null : parts.join(' ');
};

/** Does the row say how it differs from others that have its value of the field? */
export const explainsDuplicate = (
  { unlessTold }: Pick<FieldSpec, 'unlessTold'>,
  row: RowLike,
): boolean => unlessTold !== undefined && String(row[unlessTold] ?? '').trim() !== '';

/**
 * @throws Error for a field whose rule of uniqueness names an unknown field, and for a field that says how records differ
 *   (`unlessTold`) beside one that is not unique.
 */
export const checkUnique = (resource: { readonly key: string; readonly fields: Fields }): void => {
  const { key, fields } = resource;
  for (const [name, { spec }] of Object.entries(fields)) {
    const { unique, uniqueWith = [], unlessTold } = spec;
    const named = [...uniqueWith, ...(unlessTold === undefined ? [] : [unlessTold])];
    const missing = named.find((other) => !Object.hasOwn(fields, other));
    if (missing) throw new Error(`${key}: ${name} is unique with ${missing}, which is no field`);
    if (unlessTold && !unique) throw new Error(`${key}: ${name} is not unique, told or not`);
  }
};

/** Fields by which rows of a workbook are the same record, or look like it. A title alone is no identity. */
export interface SameRecordRule<Name extends string> {
  /** All fields of one of these lists make a row of a workbook a record that stands, which it corrects (no process). */
  readonly identity?: readonly (readonly Name[])[];
  /** Combinations of fields that two rows of one workbook never share. */
  readonly distinct?: readonly (readonly Name[])[];
  /**
   * Fields by which records look like one and need not be: an import notes rows that are equal in all of them to
   * each other, or to a stored record. Left out, rows of one title are noted.
   */
  readonly likeness?: readonly Name[];
}
