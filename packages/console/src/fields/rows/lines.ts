import type { FieldSpec, Fields } from '@keyan/kernel/definition/field/field.ts';
import { fieldTypeTable } from '@keyan/kernel/definition/field/field-types.ts';
import { initialRow } from '@keyan/kernel/definition/field/initial-row.ts';
import type { Writer } from '@keyan/kernel/definition/life/writer.ts';
import type { Label } from '@keyan/kernel/label.ts';
import { entryOf, flattenEntries } from '@keyan/kernel/values/dictionary.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';

/** Returns the name of the field that stores the position of a line, if the sub-table has one. */
export const ordinalFieldOf = (fields: Fields): string | undefined =>
  Object.entries(fields).find(([, { spec }]) => spec.ordinal)?.[0];

/** Writer for initial values of a new line, which has none. */
const noWriter: Writer = { id: '', name: '', departments: [] };
export const blankLine = (fields: Fields): RowLike => initialRow(fields, noWriter);

/** Moves a line to another position; the lines between shift. */
export const moveLine = <T>(lines: readonly T[], from: number, to: number): readonly T[] => {
  const line = lines[from];
  const target = Math.max(0, Math.min(lines.length - 1, to));
  if (line === undefined || target === from) return lines;
  const rest = lines.filter((_, index) => index !== from);
  return [...rest.slice(0, target), line, ...rest.slice(target)];
};

/**
 * Parses a copied range into cells: tabs between columns, quotes around cells that contain tabs or
 * line breaks.
 */
export const readCopiedRange = (text: string): readonly (readonly string[])[] => {
  const rows: string[][] = [[]];
  const cell = /(?:^|[\t\n])(?:"((?:[^"]|"")*)"(?=[\t\n]|$)|([^\t\n]*))/y;
  const given = text.replace(/\r\n?/g, '\n').replace(/\n$/, '');
  cell.lastIndex = 0;
  while (cell.lastIndex <= given.length) {
    const at = cell.lastIndex;
    const found = cell.exec(given);
    if (!found) break;
    if (at > 0 && given[at] === '\n') rows.push([]);
    rows.at(-1)?.push((found[1]?.replaceAll('""', '"') ?? found[2] ?? '').trim());
    if (cell.lastIndex === at) break;
  }
  return rows;
};

/** Returns true if the text has more than one cell; pasting one cell counts as typing. */
export const isCopiedRange = (text: string): boolean => /[\t\n]/.test(text.replace(/\r?\n$/, ''));

/** Returns the dictionary code for a code or a name in either language. */
const codeOf = (spec: FieldSpec, text: string): string | undefined => {
  const dict = spec.dictionary;
  if (!dict) return undefined;
  if (entryOf(dict, text)) return text;
  const named = flattenEntries(dict.entries).filter(({ label }) => label.includes(text));
  return (named.find(({ sealed }) => !sealed) ?? named[0])?.code;
};

/**
 * Returns the value of a pasted text in a column; the text itself if it cannot be parsed, for the
 * user to correct.
 */
export const parsePasted = (spec: FieldSpec, text: string): unknown => {
  if (text === '') return null;
  if (spec.type === 'dict') return codeOf(spec, text) ?? null;
  if (spec.type === 'dicts') {
    const codes = text.split(/[、,，;；]\s*/).flatMap((part) => codeOf(spec, part) ?? []);
    return codes.length > 0 ? codes : null;
  }
  const parsed = fieldTypeTable[spec.type].parse(text, spec);
  return 'value' in parsed ? parsed.value : text;
};

/**
 * Writes a copied range into the lines, from one cell to the right and down; missing lines are
 * added. References and computed columns are skipped.
 */
export const pasteRange = (
  lines: readonly RowLike[],
  fields: Fields,
  columns: readonly string[],
  at: { readonly line: number; readonly column: number },
  text: string,
  most: number,
): readonly RowLike[] => {
  const range = readCopiedRange(text);
  const count = Math.min(most, Math.max(lines.length, at.line + range.length));
  return Array.from({ length: count }, (_, index) => {
    const line = lines[index] ?? blankLine(fields);
    const cells = range[index - at.line];
    if (!cells) return line;
    const pasted = cells.flatMap((cell, offset): [string, unknown][] => {
      const name = columns[at.column + offset];
      const spec = name === undefined ? undefined : fields[name]?.spec;
      if (name === undefined || !spec || spec.readonly || spec.target) return [];
      return [[name, parsePasted(spec, cell)]];
    });
    return { ...line, ...Object.fromEntries(pasted) };
  });
};

/** Returns the exact sum of a column of decimal texts; anything else counts as zero. */
export const sumOfLines = (lines: readonly RowLike[], name: string, scale: number): string => {
  const unit = 10n ** BigInt(scale);
  const sum = lines.reduce((total, line) => {
    const match = /^(-?)(\d+)(?:\.(\d*))?$/.exec(String(line[name] ?? '').trim());
    if (!match) return total;
    const [, sign, whole = '0', tail = ''] = match;
    const value = BigInt(whole) * unit + BigInt(tail.slice(0, scale).padEnd(scale, '0') || '0');
    return sign === '-' ? total - value : total + value;
  }, 0n);
  const positive = sum < 0n ? -sum : sum;
  const tail = scale > 0 ? `.${String(positive % unit).padStart(scale, '0')}` : '';
  return `${sum < 0n ? '-' : ''}${positive / unit}${tail}`;
};

/**
 * Returns the word for one line of a sub-table if the presentation has none: `Unit` for `Units`.
 */
export const lineLabelOf = ([zh, en]: Label): Label => [
  zh,
  en.replace(/^((?!.* of ).*[^su])s$/, '$1'),
];
