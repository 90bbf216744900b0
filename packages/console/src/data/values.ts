import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { concernedBy } from '@keyan/kernel/records/concerned.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import type { OptionRow } from '@keyan/kernel/wire/records.ts';

/**
 * Returns the ids of a reference to several records: a list in forms, a text with commas on the
 * wire.
 */
export const referenceIds = (value: unknown): readonly string[] =>
  (Array.isArray(value) ? value : String(value ?? '').split(',')).map(String).filter(Boolean);

/** A record offered by a picker. */
export interface Option extends Partial<OptionRow> {
  readonly id: string;
  readonly text: string;
  /** Further values of the record, as the lookup call returns them. */
  readonly [more: string]: unknown;
}

/** Lookup call of a picker, with its fixed parameters. */
export interface Lookup {
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
}

/**
 * Returns the lookup call of a reference at this path of a form or list; `authors.0.userId` for one
 * in a line.
 */
export const lookupOptions = (resource: Resource, path: string): Lookup => ({
  path: `/${resource.path}/choices`,
  query: { field: path.replace(/\.\d+\./, '.') },
});

/**
 * Returns the lookup call of a value that is entered into a record. For departments, only those of
 * the writer and of the people named in the record are offered.
 * @param people from `peopleNamedIn`
 * @param variant variant of the record
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

/**
 * Returns the ids of the people named in a record, joined by commas; empty unless the path is that
 * of its department.
 */
export const peopleNamedIn = (resource: Resource, path: string, values: RowLike): string => {
  if (path !== resource.department) return '';
  return [...concernedBy(resource, values)].join(',');
};
