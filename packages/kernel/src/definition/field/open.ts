import type { FieldSpec, Fields } from './field.ts';

interface Named {
  readonly key: string;
  readonly title: string;
  readonly fields: Fields;
}

/**
 * True if the field reveals its value to readers outside its scope, through searches or duplicate
 * checks.
 */
const revealsValue = ({ searchable, unique }: FieldSpec): boolean =>
  searchable === true || unique !== undefined;

/**
 * Checks fields with `openTo`.
 * @throws Error for such a field if searches, titles or uniqueness would reveal its value to all
 * readers, and
 *   for lines visible to the persons they name without a reference to people.
 */
export const checkOpen = ({ key, title, fields }: Named): void => {
  for (const [name, { spec }] of Object.entries(fields)) {
    const { openTo, ownLines } = spec;
    if (openTo && (name === title || revealsValue(spec))) {
      throw new Error(`${key}: ${name} is open to some alone, and would be told to everybody`);
    }
    if (ownLines !== undefined && spec.fields?.[ownLines]?.spec.type !== 'ref') {
      throw new Error(`${key}: lines of ${name} name nobody by ${ownLines}`);
    }
  }
};
