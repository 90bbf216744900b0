import { listFields } from '@keyan/kernel/base.ts';
import type { FieldKind, FieldSpec, Fields } from '@keyan/kernel/field.ts';
import { kinds } from '@keyan/kernel/kinds.ts';
import type { Language } from '@keyan/kernel/label.ts';
import type { Tally } from '@keyan/kernel/query.ts';
import type { Resource } from '@keyan/kernel/resource.ts';
import { cleanHtml } from '../rich.ts';

type RowLike = Readonly<Record<string, unknown>>;
type Out = Record<string, unknown>;
type Print = (out: Out, name: string, value: unknown, spec: FieldSpec, language: Language) => void;

const text: Print = (out, name, value) => {
  out[name] = value ?? '';
};

/** A number that is not there is left out: clients read `-1` or `0` as a value. */
const number: Print = (out, name, value) => {
  if (value !== null && value !== undefined) out[name] = value;
};

const coded: Print = (out, name, value, spec, language) => {
  out[name] = value ?? '';
  out[`${name}Name`] =
    value === null || value === undefined ? '' : kinds[spec.kind].text(value, spec, language);
};

/** Empty values and display names, per kind (contract §1, decisions 17). */
const prints: Readonly<Record<FieldKind, Print>> = {
  text,
  note: text,
  rich: (out, name, value) => {
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
  dicts: (out, name, value, spec, language) => {
    out[name] = value ?? [];
    out[`${name}Name`] = kinds.dicts.text(value, spec, language);
  },
  rows: (out, name, value, spec, language) => {
    const lines = (value as RowLike[] | null) ?? [];
    out[name] = lines.map((line) => printRow(spec.fields ?? {}, line, language));
  },
  files: (out, name, value) => {
    out[name] = value ?? [];
  },
};

/** Only what the row has is printed: a list reads fewer fields than a detail. */
const printRow = (fields: Fields, row: RowLike, language: Language): Out => {
  const out: Out = {};
  for (const [name, value] of Object.entries(row)) {
    const spec = Object.hasOwn(fields, name) ? fields[name]?.spec : undefined;
    if (spec) prints[spec.kind](out, name, value, spec, language);
    else out[name] = value ?? '';
  }
  return out;
};

/** A row as it goes over the wire: camel case, ids as text, names beside codes, no nulls. */
export const toWire = (resource: Resource, row: object, language: Language): Out =>
  printRow(listFields(resource), row as RowLike, language);

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
