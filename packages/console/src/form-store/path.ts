import type { RowLike } from '@keyan/kernel/values/row.ts';

/** A position in a row: a field, or a field of a line of a sub-table (`authors.0.name`). */
export interface FieldPosition {
  readonly field: string;
  readonly line?: number;
  readonly name?: string;
}

export const fieldPositionOf = (path: string): FieldPosition => {
  const [field = '', line, name] = path.split('.');
  return line === undefined ? { field } : { field, line: Number(line), name };
};

/** The path without the numbers of lines, by which definitions and presentations are keyed. */
export const withoutLineNumbers = (path: string): string => path.replace(/\.\d+(?=\.|$)/g, '');

/** One empty list for all: a new one each time would render its component again. */
const noLines: readonly RowLike[] = [];

/** The lines of a sub-table; a row that has none yet has an empty list. */
export const subTableLines = (values: RowLike, field: string): readonly RowLike[] => {
  const lines = values[field];
  return Array.isArray(lines) ? (lines as RowLike[]) : noLines;
};

/** The value at a path, undefined where there is no such line. */
export const valueAt = (values: RowLike, path: string): unknown => {
  const { field, line, name } = fieldPositionOf(path);
  if (line === undefined) return values[field];
  const found = subTableLines(values, field)[line];
  return name === undefined ? found : found?.[name];
};
