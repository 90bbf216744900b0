import type { RowLike } from '../../values/row.ts';
import type { Fields } from '../field/field.ts';

/**
 * Returns the values of a record that an import makes because a row names a missing one, from the
 * typed text and the rest of the row. Pure.
 */
export type ImportMaking = (text: string, row: RowLike) => RowLike;

/** Marker in an imported row for a referenced record that will be made with it. */
export interface RecordToMake {
  readonly make: string;
}

export const isRecordToMake = (value: unknown): value is RecordToMake =>
  typeof value === 'object' &&
  value !== null &&
  typeof (value as Partial<RecordToMake>).make === 'string';

/** Properties of a resource that `importMakes` refers to. */
interface Making {
  readonly key: string;
  readonly fields: Fields;
  readonly importMakes?: Readonly<Record<string, ImportMaking>>;
}

/**
 * Checks `importMakes`. @throws Error for a field that is no reference of the record, and for a
 * limited reference.
 */
export const checkImportMakes = ({ key, fields, importMakes = {} }: Making): void => {
  for (const name of Object.keys(importMakes)) {
    const spec = fields[name]?.spec;
    if (spec?.type !== 'ref' || spec.readonly || spec.among) {
      throw new Error(`${key}: import makes ${name}, which is no reference that anybody may set`);
    }
  }
};
