import type { SearchedText, TermMaker } from './terms.ts';

/** The terms of reach; no text makes one, because terms of texts have no `@`. */
export const reachTerm = {
  person: (id: string): string => `@u${id}`,
  department: (id: string): string => `@d${id}`,
} as const;

/** Source of an entry, as the row has it: two rows with equal sources have equal entries. */
export interface EntrySource {
  readonly texts: readonly SearchedText[];
  readonly people: readonly string[];
  readonly departments: readonly string[];
}

/**
 * All terms of an entry, as the text of a `tsvector`. They hold nothing but letters, digits and marks: quotes suffice.
 * @param code with which each begins (`codeOf`)
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

/** Vectors of several entries are one text, each on its line: PostgreSQL takes it apart faster than JSON or a list. */
export const joinVectors = (vectors: readonly string[]): string => vectors.join(vectorSeparator);
export const vectorSeparator = '\n';
