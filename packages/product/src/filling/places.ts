/** Position in a sheet; rows and columns count from 0. */
export interface Place {
  readonly row: number;
  readonly column: number;
}

/** Index of a column name: `AB` is 27. */
export const columnAt = (name: string): number =>
  [...name.toUpperCase()].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;

export const nameOfColumn = (column: number): string => {
  let name = '';
  for (let rest = column + 1; rest > 0; rest = Math.floor((rest - 1) / 26)) {
    name = String.fromCharCode(65 + ((rest - 1) % 26)) + name;
  }
  return name;
};

/** Position of `B7` or `$B$7`; null for any other text. */
export const placeOf = (name: string): Place | null => {
  const match = /^\$?([A-Za-z]{1,3})\$?(\d{1,7})$/.exec(name);
  return match ? { column: columnAt(match[1] ?? ''), row: Number(match[2]) - 1 } : null;
};

const movedRow = (row: number, after: number, count: number): number =>
  row > after ? row + count : row;

/**
 * Range after rows were inserted below row `after`: lower ranges move, and a range of several rows
 * that ends there is extended.
 */
export const shiftedRange = (range: string, after: number, count: number): string => {
  const [from = '', to] = range.split(':');
  const move = (name: string, row: (old: number) => number): string =>
    name.replace(/(\d+)$/, (digits) => String(row(Number(digits) - 1) + 1));
  const [first, last] = [placeOf(from), to === undefined ? null : placeOf(to)];
  if (!first) return range;
  const start = move(from, (row) => movedRow(row, after, count));
  if (to === undefined || !last) return start;
  const takesIn = last.row === after && first.row < last.row;
  return `${start}:${move(to, (row) => (takesIn ? row + count : movedRow(row, after, count)))}`;
};

/** Cell references in a formula, outside of string literals: `B7`, `$B$7:C9`. */
const references =
  /"[^"]*"|'[^']*'!?|(?<![A-Za-z0-9_.!])\$?[A-Z]{1,3}\$?\d{1,7}(?::\$?[A-Z]{1,3}\$?\d{1,7})?(?![A-Za-z0-9_(])/g;

/** Formula of the sheet after rows were inserted; references to other sheets are unchanged. */
export const shiftedFormula = (formula: string, after: number, count: number): string =>
  formula.replace(references, (found) =>
    found.startsWith('"') || found.startsWith("'") ? found : shiftedRange(found, after, count),
  );
