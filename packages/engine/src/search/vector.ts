import type { SearchedText, TermMaker } from './terms.ts';

/** Terms of reach; they contain `@`, which terms of texts never do. */
export const reachTerm = {
  person: (id: string): string => `@u${id}`,
  department: (id: string): string => `@d${id}`,
} as const;

/** Source of an entry in the database: rows with equal sources have equal entries. */
export interface EntrySource {
  readonly texts: readonly SearchedText[];
  readonly people: readonly string[];
  readonly departments: readonly string[];
}

/**
 * Returns all terms of an entry, as the text of a `tsvector`. Terms contain only letters, digits and marks: quotes
 * suffice.
 * @param code prefix of each term (`termPrefixOf`)
 */
export const searchVectorOf = (
  code: string,
  { texts, people, departments }: EntrySource,
  make: TermMaker,
): string => {
  const terms = [
    ...people.map(reachTerm.person),
    ...departments.map(reachTerm.department),
    ...make(texts),
  ];
  return terms.length === 0 ? '' : `'${code}${terms.join(`' '${code}`)}'`;
};

/** Joins vectors of several entries to one text, one per line: PostgreSQL splits it faster than JSON or an array. */
export const joinVectors = (vectors: readonly string[]): string => vectors.join(vectorSeparator);
export const vectorSeparator = '\n';
