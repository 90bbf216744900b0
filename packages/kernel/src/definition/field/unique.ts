import type { RowLike } from '../../values/row.ts';
import type { FieldSpec, Fields } from './field.ts';

/** Properties about uniqueness: of the value alone, or together with other fields of the row. */
type Unique = Pick<FieldSpec, 'unique' | 'uniqueWith'>;

/**
 * Returns the key that no other record may have: the normalised values of the field and of the
 * fields that count with it. Null if one of them is empty, or the field is not unique.
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

/** True if the row explains how it differs from others with an equal value of the field. */
export const explainsDuplicate = (
  { unlessTold }: Pick<FieldSpec, 'unlessTold'>,
  row: RowLike,
): boolean => unlessTold !== undefined && String(row[unlessTold] ?? '').trim() !== '';

/**
 * Checks the uniqueness rules of a definition.
 * @throws Error for a rule that names an unknown field, and for `unlessTold` on a field that is not
 * unique.
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

/**
 * Fields by which rows of a workbook identify, or resemble, existing records. The title alone never
 * identifies.
 */
export interface SameRecordRule<Name extends string> {
  /**
   * Lists of fields: a row that equals a stored record in all fields of one list corrects that
   * record (kinds without process only).
   */
  readonly identity?: readonly (readonly Name[])[];
  /**
   * Lists of fields: two rows of one workbook that are equal in all fields of one list are refused.
   */
  readonly distinct?: readonly (readonly Name[])[];
  /**
   * Fields of likeness: an import marks rows that are equal in all of them to each other or to a
   * stored record. If omitted, rows with equal titles are marked.
   */
  readonly likeness?: readonly Name[];
}
