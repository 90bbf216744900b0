import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { concernedBy } from '@keyan/kernel/records/concerned.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import type { OptionRow } from '@keyan/kernel/wire/records.ts';

/** The ids of several references: a list in forms, a text with commas on the wire. */
export const referenceIds = (value: unknown): readonly string[] =>
  (Array.isArray(value) ? value : String(value ?? '').split(',')).map(String).filter(Boolean);

/** A record that a picker offers. */
export interface Option extends Partial<OptionRow> {
  readonly id: string;
  readonly text: string;
  /** Further values of the record, as the lookup call gives them. */
  readonly [more: string]: unknown;
}

/** A call that answers records for a picker, with what it always sends. */
export interface Lookup {
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
}

/** Records that a reference at this path of a form or list may choose: `authors.0.userId` for one in a line. */
export const lookupOptions = (resource: Resource, path: string): Lookup => ({
  path: `/${resource.path}/choices`,
  query: { field: path.replace(/\.\d+\./, '.') },
});

/**
 * Choices for a value that is entered into a record. Of departments a record may have those of its
 * writer and of the people whom it names.
 * @param people from `peopleNamedIn`
 * @param variant that of the record
 */
export const choicesFor = (
  resource: Resource,
  path: string,
  people: string,
  variant?: string,
): Lookup => {
  const { path: call, query } = lookupOptions(resource, path);
  return {
    path: call,
    query: { ...query, form: 'true', ...(people && { people }), ...(variant && { variant }) },
  };
};

/** The ids of the people whom a record names, with commas; only its department depends on them. */
export const peopleNamedIn = (resource: Resource, path: string, values: RowLike): string => {
  if (path !== resource.department) return '';
  return [...concernedBy(resource, values)].join(',');
};
