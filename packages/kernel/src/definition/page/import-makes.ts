import type { RowLike } from '../../values/row.ts';
import type { Fields } from '../field/field.ts';

/**
 * The values of the record that an import makes where a row names one that is not there: what was
 * typed, and the rest of the row. Pure.
 */
export type ImportMaking = (text: string, row: RowLike) => RowLike;

/** A reference in a row of an import to a record that is made with it. */
export interface RecordToMake {
  readonly make: string;
}

export const isRecordToMake = (value: unknown): value is RecordToMake =>
  typeof value === 'object' &&
  value !== null &&
  typeof (value as Partial<RecordToMake>).make === 'string';

/** The parts of a resource that its makings refer to. */
interface Making {
  readonly key: string;
  readonly fields: Fields;
  readonly importMakes?: Readonly<Record<string, ImportMaking>>;
}

/** @throws Error for a field that is no reference of the record, and for a limited reference. */
export const checkImportMakes = ({ key, fields, importMakes = {} }: Making): void => {
  for (const name of Object.keys(importMakes)) {
    const spec = fields[name]?.spec;
    if (spec?.type !== 'ref' || spec.readonly || spec.among) {
      throw new Error(`${key}: import makes ${name}, which is no reference that anybody may set`);
    }
  }
};
