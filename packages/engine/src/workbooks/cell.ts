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

/** A reference as sheets spell it: what people call the record, and what tells it from others. */
export interface SpelledReference {
  readonly text: string;
  readonly note: string;
}

/** Names that writing a cell may look up: those of referenced records, by id. */
export type NameLookup = (target: string, id: string) => SpelledReference | undefined;

/** Result that reading a cell may look up: the id for a spelling, that it is made, or why there is none. */
export type IdLookup = (
  reference: FieldSpec,
  text: string,
) => { id: string } | RecordToMake | { fault: Label };

/**
 * Text that a spreadsheet program would take for a formula is kept text by an apostrophe
 * (formula injection); reading takes it off again.
 */
const formulaLike = /^[=+\-@\t\r']/;

/** The writing library looks texts up in a plain object: `constructor` alone breaks its workbook. */
const mayBeGuarded = (text: string): boolean => formulaLike.test(text) || text in Object.prototype;

/**
 * Text that a program could run: a formula, or a sign before a call, a link or a comparison. `-2` and `@home` are
 * none.
 */
const runs = /^(?:[=\t\r]|[+\-@].*[(|!=])/s;

const needsGuard = (text: string): boolean =>
  runs.test(text) ||
  text in Object.prototype ||
  (text.startsWith("'") && mayBeGuarded(text.slice(1)));

export const guardCell = (text: string): string => (needsGuard(text) ? `'${text}` : text);
export const unguardCell = (text: string): string =>
  text.startsWith("'") && mayBeGuarded(text.slice(1)) ? text.slice(1) : text;

/** `林晓岚（20140326）` */
export const spellReference = (named: SpelledReference): string =>
  named.note ? `${named.text}（${named.note}）` : named.text;

/** Trees repeat labels on several branches, so their entries are spelled with the code. */
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

/** A record as sheets spell it; by its id, where nobody knows its name. */
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

/** A stored value as a cell shows it; empty for nothing. The workbook's writer guards it. */
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

/** A path in full and without its headings, in either language. */
const pathSpellings = (dict: Dictionary, { code }: Entry): readonly string[] => {
  const path = entryPathOf(dict, code);
  const named = path.filter((entry) => !entry.heading || entry.code === code);
  return [0, 1].flatMap((language) =>
    [path, named].map((entries) => entries.map(({ label }) => label[language]).join('')),
  );
};

/** People part the levels of a path as they like: 河北省/石家庄市, 河北省 石家庄市. */
const joined = (text: string): string => text.replace(/[\s/／\\,，、>·-]+/g, '');

const indexes = new WeakMap<readonly Entry[], ReadonlyMap<string, string | null>>();

/** Full-width brackets make no other name. */
const plainName = (text: string): string => text.normalize('NFKC').trim();

/** A code or a name as it was typed, but for its case. */
export const foldCase = (text: string): string => plainName(text).toLowerCase();

/** Codes by every spelling; null where two entries share one. */
const spellings = (dict: Dictionary): ReadonlyMap<string, string | null> => {
  const known = indexes.get(dict.entries);
  if (known) return known;
  const index = new Map<string, string | null>();
  const add = (text: string, code: string): void => {
    const other = index.get(text);
    index.set(text, other === undefined || other === code ? code : null);
  };
  const entries = flattenEntries(dict.entries);
  // A name in use goes before the same name of what is sealed.
  for (const entry of entries.toSorted((a, b) => Number(!!a.sealed) - Number(!!b.sealed))) {
    const names = entry.label.map(plainName);
    if (entry.sealed && names.some((text) => index.has(text))) continue;
    for (const text of names) {
      add(text, entry.code);
      if (dict.tree) add(`${plainName(entry.code)} ${text}`, entry.code);
    }
    if (dict.path) for (const text of pathSpellings(dict, entry)) add(plainName(text), entry.code);
  }
  // A code always means itself, whatever else is spelled like it.
  for (const entry of entries) index.set(plainName(entry.code), entry.code);
  indexes.set(dict.entries, index);
  return index;
};

const synonymIndexes = new WeakMap<readonly Entry[], ReadonlyMap<string, string | null>>();

/** Codes by the other names of entries in use; null where two share one. */
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

/** Marks that nobody sees and that copies bring along; the joiner of characters is none of them. */
const unseen = /[\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g;

/** Digits that a number of a spreadsheet has. */
export const sheetDigits = 15;

/** A cell's content as text; days and moments in the wire's spelling. */
export const cellText = (cell: RawCell): string => {
  if (cell === null || cell === undefined) return '';
  if (typeof cell === 'number') return String(Number(cell.toPrecision(sheetDigits)));
  if (cell instanceof Date) {
    // A spreadsheet counts days in fractions: a moment is right to the second.
    const moment = new Date(Math.round(cell.getTime() / 1000) * 1000);
    const text = moment.toISOString().replace('T', ' ').slice(0, 19);
    return text.endsWith(' 00:00:00') ? text.slice(0, 10) : text;
  }
  return unguardCell(String(cell).replace(unseen, '').trim());
};

/** The parts of a cell between semicolons. */
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

/** The names or numbers of records in a cell: one of a reference, several with semicolons of `refs`. */
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

/** A cell's content as wire input; what the field makes of it is the kernel's to say. */
export const readCell = (cell: RawCell, spec: FieldSpec, ids: IdLookup): CellReading => {
  const text = cellText(cell);
  if (text === '') return { value: null };
  const lost = lostDigitsFault(cell, text, spec);
  return lost ? { fault: lost } : readers[spec.type](text, spec, ids, cell);
};
