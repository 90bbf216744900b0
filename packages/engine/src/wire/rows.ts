import { listFields } from '@keyan/kernel/definition/field/base-fields.ts';
import type { FieldSpec, Fields, FieldType } from '@keyan/kernel/definition/field/field.ts';
import { fieldTypeTable, specIn } from '@keyan/kernel/definition/field/field-types.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { Conflict } from '@keyan/kernel/errors.ts';
import { type Language, say } from '@keyan/kernel/label.ts';
import type { Abilities } from '@keyan/kernel/records/abilities.ts';
import type { GroupCount } from '@keyan/kernel/records/query.ts';
import type { Dictionaries } from '@keyan/kernel/values/dictionary.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import type { AbilityVerdict, GroupCountRow } from '@keyan/kernel/wire/records.ts';
import { cachedCleanHtml } from '../base/html.ts';
import type { Reader } from '../base/reader.ts';
import { treeOfLines } from './tree-lines.ts';

type Out = Record<string, unknown>;

/** Prints the value of one field. */
type Print = (out: Out, value: unknown, dictionaries: Dictionaries) => void;
/** Creates the printer of a field: what depends on the definition alone is computed once. */
type Printing = (name: string, spec: FieldSpec, language: Language) => Print;

const text: Printing = (name) => (out, value) => {
  out[name] = value ?? '';
};

/** An empty number is left out: clients read `-1` or `0` as a value. */
const number: Printing = (name) => (out, value) => {
  if (value !== null && value !== undefined) out[name] = value;
};

const coded: Printing = (name, spec, language) => {
  const nameOf = fieldTypeTable[spec.type].text;
  const named = `${name}Name`;
  return (out, value, dictionaries) => {
    out[name] = value ?? '';
    out[named] =
      value === null || value === undefined
        ? ''
        : nameOf(value, specIn(spec, dictionaries), language);
  };
};

const list: Printing = (name) => (out, value) => {
  out[name] = value ?? [];
};

/** Printers by field type, with empty values and display names (ruling 17). */
const printings: Readonly<Record<FieldType, Printing>> = {
  text,
  note: text,
  rich: (name) => (out, value) => {
    out[name] = typeof value === 'string' ? cachedCleanHtml(value) : '';
  },
  integer: number,
  year: number,
  decimal: text,
  money: text,
  percent: text,
  date: text,
  time: text,
  ref: text,
  refs: (name) => (out, value) => {
    out[name] = ((value as readonly string[] | null) ?? []).join(',');
  },
  dict: coded,
  dicts: (name, spec, language) => {
    const named = `${name}Name`;
    return (out, value, dictionaries) => {
      out[name] = value ?? [];
      out[named] = fieldTypeTable.dicts.text(value, specIn(spec, dictionaries), language);
    };
  },
  rows: (name, spec, language) => {
    const print = rowPrinter(spec.fields ?? {}, language);
    return (out, value, dictionaries) => {
      const lines = (value as RowLike[] | null) ?? [];
      out[name] = lines.map((line) => print(line, dictionaries));
    };
  },
  files: list,
};

/** Prints the titles of several records: in one line, and as a list such as `deptIdsNameList`. */
const printTitles =
  (name: string): Print =>
  (out, value) => {
    const titles = (value as readonly string[] | null) ?? [];
    out[name] = titles.filter(Boolean).join('、');
    out[`${name}List`] = titles;
  };

type PrintRow = (row: RowLike, dictionaries: Dictionaries) => Out;

/** Prints only values that the row contains: a list reads fewer fields than a detail. */
const rowPrinter = (fields: Fields, language: Language): PrintRow => {
  const prints = new Map(
    Object.entries(fields).map(([name, { spec }]) => [
      name,
      printings[spec.type](name, spec, language),
    ]),
  );
  for (const [name, { spec }] of Object.entries(fields)) {
    if (spec.type === 'refs') prints.set(`${name}Name`, printTitles(`${name}Name`));
  }
  const copies = Object.entries(fields).flatMap(([name, { spec }]) =>
    (spec.alsoNamed ?? []).flatMap((alias) => [
      [alias, name] as const,
      [`${alias}Name`, `${name}Name`] as const,
    ]),
  );
  const trees = Object.entries(fields).flatMap(([name, { spec }]) => {
    const { treeOf: by, fields: parts = {} } = spec;
    if (by === undefined) return [];
    const tree = (lines: readonly RowLike[], dictionaries: Dictionaries) =>
      treeOfLines(lines, parts, by, dictionaries, language);
    return (spec.alsoNamed ?? []).map((alias) => [alias, name, tree] as const);
  });
  return (row, dictionaries) => {
    const out: Out = {};
    for (const name of Object.keys(row)) {
      const print = prints.get(name);
      if (print) print(out, row[name], dictionaries);
      else out[name] = row[name] ?? '';
    }
    for (const [alias, name] of copies) if (Object.hasOwn(out, name)) out[alias] = out[name];
    for (const [alias, name, tree] of trees) {
      const lines = out[name];
      if (Array.isArray(lines)) out[alias] = tree(lines, dictionaries);
    }
    return out;
  };
};

type Printers = Readonly<Record<Language, PrintRow>>;

const known = new WeakMap<Resource, Printers>();

const printersOf = (resource: Resource): Printers => {
  const kept = known.get(resource);
  if (kept) return kept;
  const fields = listFields(resource);
  const printers = { zh: rowPrinter(fields, 'zh'), en: rowPrinter(fields, 'en') };
  known.set(resource, printers);
  return printers;
};

/** Converts a row for the wire: camel case, ids as text, names beside codes, no nulls. */
export const toWire = (resource: Resource, row: object, reader: Reader): Out =>
  printersOf(resource)[reader.language](row as RowLike, reader.dictionaries);

/** Converts the current row in a Conflict for the wire; returns other errors unchanged. */
export const conflictToWire = (resource: Resource, error: unknown, reader: Reader): unknown =>
  error instanceof Conflict
    ? new Conflict(toWire(resource, error.current as object, reader), error.changed)
    : error;

/** Returns the display name of a value, if its code does not give it. */
const nameOf = (
  spec: FieldSpec | undefined,
  key: string | null,
  { language, dictionaries }: Reader,
): string => {
  if (key === null || spec === undefined) return '';
  const value = spec.type === 'dicts' ? [key] : key;
  return spec.dictionary
    ? fieldTypeTable[spec.type].text(value, specIn(spec, dictionaries), language)
    : key;
};

/** Converts a group count, with display names of its values; an empty value has an empty key and no name. */
export const groupCountToWire = (
  resource: Resource,
  by: readonly string[],
  { keys, names, total, sums }: GroupCount,
  reader: Reader,
): GroupCountRow => {
  const fields = listFields(resource);
  return {
    keys: keys.map((key) => key ?? ''),
    names: keys.map((key, index) => {
      const spec = fields[by[index] ?? '']?.spec;
      return names[index] ?? nameOf(spec, key, reader);
    }),
    total,
    ...(sums && { sums }),
  };
};

/** Converts the abilities of the reader on a record, with the reason of each refusal in their language. */
export const abilitiesToWire = (
  abilities: Abilities,
  language: Language,
): Readonly<Record<string, AbilityVerdict>> =>
  Object.fromEntries(
    Object.entries(abilities).map(([ability, verdict]) => [
      ability,
      verdict.allowed
        ? { allowed: true }
        : {
            allowed: false,
            reason: say(verdict.reason, language),
            ...(verdict.told && { told: verdict.told }),
          },
    ]),
  );
