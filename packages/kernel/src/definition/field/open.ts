import type { FieldSpec, Fields } from './field.ts';

interface Named {
  readonly key: string;
  readonly title: string;
  readonly fields: Fields;
}

/** Does some property make the value known to readers to whom it is not open? */
const isTold = ({ searchable, unique }: FieldSpec): boolean =>
  searchable === true || unique !== undefined;

/**
 * @throws Error for a field that is open to some readers alone and would be told to all: by searches, as a title, or as
 *   a value that no other record may have; and for lines of a reader's own without a reference to people.
 */
export const checkOpen = ({ key, title, fields }: Named): void => {
  for (const [name, { spec }] of Object.entries(fields)) {
    const { openTo, ownLines } = spec;
    if (openTo && (name === title || isTold(spec))) {
      throw new Error(`${key}: ${name} is open to some alone, and would be told to everybody`);
    }
    if (ownLines !== undefined && spec.fields?.[ownLines]?.spec.type !== 'ref') {
      throw new Error(`${key}: lines of ${name} name nobody by ${ownLines}`);
    }
  }
};
