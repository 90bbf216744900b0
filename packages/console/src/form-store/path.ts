import type { Values } from '../data/values.ts';

/** A place in a row: a field, or a field of a line of a sub-table (`authors.0.name`). */
export interface Place {
  readonly field: string;
  readonly line?: number;
  readonly name?: string;
}

export const placeOf = (path: string): Place => {
  const [field = '', line, name] = path.split('.');
  return line === undefined ? { field } : { field, line: Number(line), name };
};

/** The path without the numbers of lines: what the definition and presentations are keyed by. */
export const kindOfPath = (path: string): string => path.replace(/\.\d+(?=\.|$)/g, '');

/** One empty list for all: what a page listens to must not look new each time it is asked for. */
const noLines: readonly Values[] = [];

/** The lines of a sub-table; a row that has none yet has an empty list. */
export const linesOf = (values: Values, field: string): readonly Values[] => {
  const lines = values[field];
  return Array.isArray(lines) ? (lines as Values[]) : noLines;
};

/** The value at a place, undefined where there is no such line. */
export const valueAt = (values: Values, path: string): unknown => {
  const { field, line, name } = placeOf(path);
  if (line === undefined) return values[field];
  const found = linesOf(values, field)[line];
  return name === undefined ? found : found?.[name];
};
