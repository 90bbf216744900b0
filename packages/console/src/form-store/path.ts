import type { RowLike } from '@keyan/kernel/values/row.ts';

/** Position in a row: a field, or a field of a line in a sub-table (`authors.0.name`). */
export interface FieldPosition {
  readonly field: string;
  readonly line?: number;
  readonly name?: string;
}

export const fieldPositionOf = (path: string): FieldPosition => {
  const [field = '', line, name] = path.split('.');
  return line === undefined ? { field } : { field, line: Number(line), name };
};

/** Returns the path without line numbers, the key used by definitions and presentations. */
export const withoutLineNumbers = (path: string): string => path.replace(/\.\d+(?=\.|$)/g, '');

/** Shared empty list: a new one per call would render its component again. */
const noLines: readonly RowLike[] = [];

/** Returns the lines of a sub-table; an empty list if the row has none. */
export const subTableLines = (values: RowLike, field: string): readonly RowLike[] => {
  const lines = values[field];
  return Array.isArray(lines) ? (lines as RowLike[]) : noLines;
};

/** Returns the value at a path; undefined if the line does not exist. */
export const valueAt = (values: RowLike, path: string): unknown => {
  const { field, line, name } = fieldPositionOf(path);
  if (line === undefined) return values[field];
  const found = subTableLines(values, field)[line];
  return name === undefined ? found : found?.[name];
};
