import { listFields } from '@keyan/kernel/base.ts';
import type { FieldKind, FieldSpec, Fields } from '@keyan/kernel/field.ts';
import { kinds } from '@keyan/kernel/kinds.ts';
import type { Language } from '@keyan/kernel/label.ts';
import type { Tally } from '@keyan/kernel/query.ts';
import type { Resource } from '@keyan/kernel/resource.ts';
import { cleanHtml } from '../rich.ts';

type RowLike = Readonly<Record<string, unknown>>;
type Out = Record<string, unknown>;
/** Prints the value of one field. */
type Print = (out: Out, value: unknown) => void;
/** Makes the printer of a field: what depends on the definition alone is done once. */
type Printing = (name: string, spec: FieldSpec, language: Language) => Print;

const text: Printing = (name) => (out, value) => {
  out[name] = value ?? '';
};

/** A number that is not there is left out: clients read `-1` or `0` as a value. */
const number: Printing = (name) => (out, value) => {
  if (value !== null && value !== undefined) out[name] = value;
};

const coded: Printing = (name, spec, language) => {
  const nameOf = kinds[spec.kind].text;
  const named = `${name}Name`;
  return (out, value) => {
    out[name] = value ?? '';
    out[named] = value === null || value === undefined ? '' : nameOf(value, spec, language);
  };
};

const list: Printing = (name) => (out, value) => {
  out[name] = value ?? [];
};

/** Empty values and display names, per kind (contract §1, decisions 17). */
const printings: Readonly<Record<FieldKind, Printing>> = {
  text,
  note: text,
  rich: (name) => (out, value) => {
    out[name] = typeof value === 'string' ? cleanHtml(value) : '';
  },
  integer: number,
  year: number,
  decimal: text,
  money: text,
  date: text,
  time: text,
  ref: text,
  dict: coded,
  dicts: (name, spec, language) => {
    const named = `${name}Name`;
    return (out, value) => {
      out[name] = value ?? [];
      out[named] = kinds.dicts.text(value, spec, language);
    };
  },
  rows: (name, spec, language) => {
    const print = rowPrinter(spec.fields ?? {}, language);
    return (out, value) => {
      out[name] = ((value as RowLike[] | null) ?? []).map(print);
    };
  },
  files: list,
};

/** Only what the row has is printed: a list reads fewer fields than a detail. */
const rowPrinter = (fields: Fields, language: Language): ((row: RowLike) => Out) => {
  const prints = new Map(
    Object.entries(fields).map(([name, { spec }]) => [
      name,
      printings[spec.kind](name, spec, language),
    ]),
  );
  return (row) => {
    const out: Out = {};
    for (const name of Object.keys(row)) {
      const print = prints.get(name);
      if (print) print(out, row[name]);
      else out[name] = row[name] ?? '';
    }
    return out;
  };
};

type Printers = Readonly<Record<Language, (row: RowLike) => Out>>;

const known = new WeakMap<Resource, Printers>();

const printersOf = (resource: Resource): Printers => {
  const kept = known.get(resource);
  if (kept) return kept;
  const fields = listFields(resource);
  const printers = { zh: rowPrinter(fields, 'zh'), en: rowPrinter(fields, 'en') };
  known.set(resource, printers);
  return printers;
};

/** A row as it goes over the wire: camel case, ids as text, names beside codes, no nulls. */
export const toWire = (resource: Resource, row: object, language: Language): Out =>
  printersOf(resource)[language](row as RowLike);

/** What the value of a field is called, where its code does not say it. */
const nameOf = (spec: FieldSpec | undefined, key: string | null, language: Language): string => {
  if (key === null || spec === undefined) return '';
  const value = spec.kind === 'dicts' ? [key] : key;
  return spec.dictionary ? kinds[spec.kind].text(value, spec, language) : key;
};

/** A tally with what its values are called; an empty value is an empty key without a name. */
export const tallyToWire = (
  resource: Resource,
  by: readonly string[],
  { keys, names, total }: Tally,
  language: Language,
): Out => {
  const fields = listFields(resource);
  return {
    keys: keys.map((key) => key ?? ''),
    names: keys.map((key, index) => {
      const spec = fields[by[index] ?? '']?.spec;
      return names[index] ?? nameOf(spec, key, language);
    }),
    total,
  };
};
