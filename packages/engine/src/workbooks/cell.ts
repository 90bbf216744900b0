import type { FieldSpec, FieldType } from '@keyan/kernel/definition/field/field.ts';
import { fieldTypeTable } from '@keyan/kernel/definition/field/field-types.ts';
import { isRecordToMake, type RecordToMake } from '@keyan/kernel/definition/page/import-makes.ts';
import { fill, type Label, type Language, say } from '@keyan/kernel/label.ts';
import {
  type Dictionary,
  type Entry,
  entryOf,
  entryPathOf,
  flattenEntries,
} from '@keyan/kernel/values/dictionary.ts';
import type { CellReading, RawCell } from './raw-cell.ts';
import { lostDigitsFault, plainCodeOf, readDate, readNumber, readTime } from './typed.ts';

/** Reference as workbooks spell it: the title of the record, and a note that distinguishes equal titles. */
export interface SpelledReference {
  readonly text: string;
  readonly note: string;
}

/** Returns the spelling of a referenced record, by resource and id. */
export type NameLookup = (target: string, id: string) => SpelledReference | undefined;

/** Returns the id for a spelling, that the record will be created, or why there is none. */
export type IdLookup = (
  reference: FieldSpec,
  text: string,
) => { id: string } | RecordToMake | { fault: Label };

/**
 * Pattern of text that a spreadsheet would read as a formula (formula injection); an apostrophe before it keeps it
 * text, and is removed when reading.
 */
const formulaLike = /^[=+\-@\t\r']/;

/**
 * True if the text needs an apostrophe. The writing library looks texts up in a plain object, so that `constructor`
 * would break the workbook.
 */
const mayBeGuarded = (text: string): boolean => formulaLike.test(text) || text in Object.prototype;

/**
 * Pattern of text that a program could run: a formula, or a sign before a call, a link or a comparison. `-2` and
 * `@home` do not match.
 */
const runs = /^(?:[=\t\r]|[+\-@].*[(|!=])/s;

const needsGuard = (text: string): boolean =>
  runs.test(text) ||
  text in Object.prototype ||
  (text.startsWith("'") && mayBeGuarded(text.slice(1)));

export const guardCell = (text: string): string => (needsGuard(text) ? `'${text}` : text);
export const unguardCell = (text: string): string =>
  text.startsWith("'") && mayBeGuarded(text.slice(1)) ? text.slice(1) : text;

/** Spells a reference: `林晓岚（20140326）`. */
export const spellReference = (named: SpelledReference): string =>
  named.note ? `${named.text}（${named.note}）` : named.text;

/** Spells a dictionary entry; in trees with its code, because labels repeat on several branches. */
const spellEntry = (dict: Dictionary, entry: Entry, language: Language): string =>
  dict.tree ? `${entry.code} ${say(entry.label, language)}` : say(entry.label, language);

const codeText = (spec: FieldSpec, code: string, language: Language): string => {
  if (spec.dictionary?.path) return fieldTypeTable.dict.text(code, spec, language);
  const entry = spec.dictionary && entryOf(spec.dictionary, code);
  return spec.dictionary && entry ? spellEntry(spec.dictionary, entry, language) : code;
};

const separator = '；';

type Write = (value: unknown, spec: FieldSpec, language: Language, names: NameLookup) => string;

const plain: Write = (value) => String(value);

/** Spells a referenced record; by its id if its title is unknown. */
const spelled = (id: unknown, { target }: FieldSpec, names: NameLookup): string => {
  const named = names(target?.key ?? '', String(id));
  return named ? spellReference(named) : String(id);
};

const writers: Readonly<Record<FieldType, Write>> = {
  text: plain,
  note: plain,
  rich: plain,
  integer: plain,
  decimal: plain,
  money: plain,
  percent: (value) => `${value}%`,
  year: plain,
  date: plain,
  time: plain,
  dict: (value, spec, language) => codeText(spec, String(value), language),
  dicts: (value, spec, language) =>
    (value as string[]).map((code) => codeText(spec, code, language)).join(separator),
  ref: (value, spec, _language, names) =>
    isRecordToMake(value) ? value.make : spelled(value, spec, names),
  refs: (value, spec, _language, names) =>
    (value as unknown[]).map((id) => spelled(id, spec, names)).join(separator),
  rows: (value) => String((value as unknown[]).length),
  files: (value) => (value as { name: string }[]).map((file) => file.name).join(separator),
};

/**
 * Converts a stored value to the text of a cell; empty for null. The writer of the workbook guards against formulas.
 */
export const writeCell: Write = (value, spec, language, names) =>
  value === null || value === undefined || value === ''
    ? ''
    : writers[spec.type](value, spec, language, names);

const unknownCode = (spec: FieldSpec, text: string): { fault: Label } => ({
  fault: fill(
    ['{label}没有“{text}”，请从下拉中选择', '{label} has no “{text}”: choose from the list'],
    {
      label: spec.label,
      text,
    },
  ),
});

/** Returns the spellings of a path, with and without its headings, in both languages. */
const pathSpellings = (dict: Dictionary, { code }: Entry): readonly string[] => {
  const path = entryPathOf(dict, code);
  const named = path.filter((entry) => !entry.heading || entry.code === code);
  return [0, 1].flatMap((language) =>
    [path, named].map((entries) => entries.map(({ label }) => label[language]).join('')),
  );
};

/** Removes separators between the levels of a path, which people type differently: 河北省/石家庄市, 河北省 石家庄市. */
const joined = (text: string): string => text.replace(/[\s/／\\,，、>·-]+/g, '');

const indexes = new WeakMap<readonly Entry[], ReadonlyMap<string, string | null>>();

/** Normalises a name: full-width brackets equal plain ones. */
const plainName = (text: string): string => text.normalize('NFKC').trim();

/** Normalises a code or a name for comparison without case. */
export const foldCase = (text: string): string => plainName(text).toLowerCase();

/** Returns codes by every spelling; null if two entries share one. */
const spellings = (dict: Dictionary): ReadonlyMap<string, string | null> => {
  const known = indexes.get(dict.entries);
  if (known) return known;
  const index = new Map<string, string | null>();
  const add = (text: string, code: string): void => {
    const other = index.get(text);
    index.set(text, other === undefined || other === code ? code : null);
  };
  const entries = flattenEntries(dict.entries);
  // A name of an entry in use precedes the same name of a sealed entry.
  for (const entry of entries.toSorted((a, b) => Number(!!a.sealed) - Number(!!b.sealed))) {
    const names = entry.label.map(plainName);
    if (entry.sealed && names.some((text) => index.has(text))) continue;
    for (const text of names) {
      add(text, entry.code);
      if (dict.tree) add(`${plainName(entry.code)} ${text}`, entry.code);
    }
    if (dict.path) for (const text of pathSpellings(dict, entry)) add(plainName(text), entry.code);
  }
  // A code always means its own entry, whatever other entries are spelled like it.
  for (const entry of entries) index.set(plainName(entry.code), entry.code);
  indexes.set(dict.entries, index);
  return index;
};

const synonymIndexes = new WeakMap<readonly Entry[], ReadonlyMap<string, string | null>>();

/** Returns codes by the other names of entries in use; null if two share one. */
const synonymsIn = ({ entries }: Dictionary): ReadonlyMap<string, string | null> => {
  const known = synonymIndexes.get(entries);
  if (known) return known;
  const index = new Map<string, string | null>();
  for (const { code, sealed, synonyms = [] } of flattenEntries(entries)) {
    for (const text of sealed ? [] : synonyms.map(plainName)) {
      index.set(text, index.has(text) && index.get(text) !== code ? null : code);
    }
  }
  synonymIndexes.set(entries, index);
  return index;
};

const codeOf = ({ dictionary }: FieldSpec, text: string): string | undefined => {
  if (!dictionary) return undefined;
  const known = spellings(dictionary);
  const plain = plainName(text);
  const named = known.get(plain) ?? (dictionary.path && known.get(joined(plain)));
  return named || synonymsIn(dictionary).get(plain) || undefined;
};

/** Invisible characters that copying adds; the zero-width joiner is not among them. */
const unseen = /[\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g;

/** Number of significant digits in a number of a spreadsheet. */
export const sheetDigits = 15;

/** Converts a cell to text; dates and times in wire format. */
export const cellText = (cell: RawCell): string => {
  if (cell === null || cell === undefined) return '';
  if (typeof cell === 'number') return String(Number(cell.toPrecision(sheetDigits)));
  if (cell instanceof Date) {
    // A spreadsheet stores times as fractions of days: exact to the second.
    const moment = new Date(Math.round(cell.getTime() / 1000) * 1000);
    const text = moment.toISOString().replace('T', ' ').slice(0, 19);
    return text.endsWith(' 00:00:00') ? text.slice(0, 10) : text;
  }
  return unguardCell(String(cell).replace(unseen, '').trim());
};

/** Splits a cell at semicolons. */
const piecesOf = (text: string): readonly string[] =>
  text
    .split(/[;；]/)
    .map((piece) => piece.trim())
    .filter(Boolean);

const readCodes = (spec: FieldSpec, text: string): CellReading => {
  const codes: string[] = [];
  for (const piece of piecesOf(text)) {
    const whole = codeOf(spec, piece);
    const parts = whole ? [whole] : piece.split(/[,，、]/).map((part) => codeOf(spec, part));
    for (const code of parts) {
      if (code === undefined) return unknownCode(spec, piece);
      codes.push(code);
    }
  }
  return { value: codes };
};

/** Returns the spellings of records in a cell: one for a reference, several separated by semicolons for `refs`. */
export const spellingsIn = ({ type }: FieldSpec, text: string): readonly string[] =>
  type === 'refs' ? piecesOf(text) : [text];

type Reader = (text: string, spec: FieldSpec, ids: IdLookup, cell: RawCell) => CellReading;
const asIs: Reader = (text) => ({ value: text });

const plainText: Reader = (text, spec) => ({ value: plainCodeOf(text, spec) });

const readers: Readonly<Record<FieldType, Reader>> = {
  text: plainText,
  note: asIs,
  rich: asIs,
  integer: readNumber,
  decimal: readNumber,
  money: readNumber,
  percent: readNumber,
  year: readNumber,
  date: readDate,
  time: readTime,
  dict: (text, spec) => {
    const code = codeOf(spec, text);
    return code === undefined ? unknownCode(spec, text) : { value: code };
  },
  dicts: (text, spec) => readCodes(spec, text),
  ref: (text, spec, ids) => {
    const found = ids(spec, text);
    if ('fault' in found) return found;
    return { value: 'id' in found ? found.id : found };
  },
  refs: (text, spec, ids) => {
    const found = spellingsIn(spec, text).map((one) => ids(spec, one));
    const fault = found.find((one) => 'fault' in one);
    return fault ?? { value: found.flatMap((one) => ('id' in one ? [one.id] : [])) };
  },
  rows: asIs,
  files: asIs,
};

/** Converts a cell to wire input; the kernel validates it. */
export const readCell = (cell: RawCell, spec: FieldSpec, ids: IdLookup): CellReading => {
  const text = cellText(cell);
  if (text === '') return { value: null };
  const lost = lostDigitsFault(cell, text, spec);
  return lost ? { fault: lost } : readers[spec.type](text, spec, ids, cell);
};
