import type { FieldSpec } from '@keyan/kernel/definition/field/field.ts';
import type { Label, Language } from '@keyan/kernel/label.ts';
import { isEmpty } from '@keyan/kernel/records/validate.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { referenceIds } from '../data/values.ts';
import { valueText } from '../fields/values.tsx';

/** Value of a line: a text, or the ids of a reference field, whose names a page looks up. */
export interface LineValue {
  readonly field: string;
  readonly text: string;
  readonly ids: readonly string[];
}

/**
 * Change of one line in a sub-table; an added or removed line has its amounts and a few other
 * values.
 */
export interface LineChange {
  readonly name: LineValue;
  readonly is: 'added' | 'removed' | 'changed';
  readonly fields: readonly LineFieldChange[];
}

interface LineFieldChange {
  readonly label: Label;
  readonly before: LineValue;
  readonly after: LineValue;
}

type Fields = NonNullable<FieldSpec['fields']>;

/**
 * Maximum number of values shown beside the name of an added or removed line; amounts are always
 * shown.
 */
const maxShownValues = 4;

const linesIn = (value: unknown): readonly RowLike[] =>
  Array.isArray(value)
    ? value.filter((line): line is RowLike => typeof line === 'object' && line !== null)
    : [];

/**
 * Returns the fields that identify a line to people, the best first: required fields that a user
 * fills in. Fields with an initial value are excluded, because they are equal in many lines.
 */
const namingFields = (fields: Fields): readonly string[] => {
  const naming = Object.entries(fields).filter(
    ([, { spec }]) =>
      ['text', 'dict', 'ref'].includes(spec.type) && spec.initial === undefined && !spec.masked,
  );
  const required = naming.filter(([, { spec }]) => spec.required);
  return [...required, ...naming.filter((one) => !required.includes(one))].map(([name]) => name);
};

const contentOf = (fields: Fields, line: RowLike): string =>
  JSON.stringify(Object.keys(fields).map((name) => line[name] ?? null));

type Pair = readonly [old: RowLike | undefined, is: RowLike | undefined];

/**
 * Pairs old and new lines: by id, which older history entries lack; then by equal content; then by
 * equal name, in order.
 */
const pairsOf = (
  fields: Fields,
  olds: readonly RowLike[],
  news: readonly RowLike[],
): readonly Pair[] => {
  const naming = namingFields(fields);
  const nameOf = (line: RowLike): string | undefined => {
    const field = naming.find((name) => !isEmpty(line[name]));
    return field && `${field} ${String(line[field])}`;
  };
  const keys: readonly ((line: RowLike) => unknown)[] = [
    (line) => line.id,
    (line) => contentOf(fields, line),
    nameOf,
  ];
  const open = new Set(olds);
  const found = new Map<RowLike, RowLike>();
  for (const keyOf of keys) {
    for (const line of news) {
      const key = found.has(line) ? undefined : keyOf(line);
      const old = key === undefined ? undefined : [...open].find((one) => keyOf(one) === key);
      if (!old) continue;
      found.set(line, old);
      open.delete(old);
    }
  }
  return [
    ...news.map((line): Pair => [found.get(line), line]),
    ...[...open].map((line): Pair => [line, undefined]),
  ];
};

const isSame = (a: LineValue, b: LineValue): boolean =>
  a.text === b.text && a.ids.join() === b.ids.join();

/** Returns the differences between two versions of a sub-table. */
export const lineChanges = (
  { fields = {} }: FieldSpec,
  before: unknown,
  after: unknown,
  language: Language,
): readonly LineChange[] => {
  const [olds, news] = [linesIn(before), linesIn(after)];
  const naming = namingFields(fields);
  const valueIn = (line: RowLike, field: string): LineValue => {
    const spec = fields[field]?.spec;
    const text = spec ? valueText(field, spec, line, language) : '';
    return { field, text, ids: spec?.target && text === '' ? referenceIds(line[field]) : [] };
  };
  const nameOf = (line: RowLike): LineValue => {
    const field = naming.find((name) => !isEmpty(line[name]));
    const place = (olds.includes(line) ? olds : news).indexOf(line) + 1;
    return field ? valueIn(line, field) : { field: '', text: String(place), ids: [] };
  };
  const shownOf = (line: RowLike, name: LineValue): ReadonlySet<string> => {
    const filled = Object.keys(fields).filter((key) => key !== name.field && !isEmpty(line[key]));
    const amounts = filled.filter((key) => fields[key]?.spec.type === 'money');
    const others = filled.filter((key) => !amounts.includes(key));
    return new Set([...amounts, ...others.slice(0, Math.max(0, maxShownValues - amounts.length))]);
  };
  return pairsOf(fields, olds, news).flatMap(([old, line]): LineChange[] => {
    const one = line ?? old ?? {};
    const name = nameOf(one);
    const shown = old && line ? undefined : shownOf(one, name);
    const changed = Object.entries(fields).flatMap(([key, { spec }]): LineFieldChange[] => {
      const [was, is] = [valueIn(old ?? {}, key), valueIn(line ?? {}, key)];
      const isTold = shown ? shown.has(key) : !isSame(was, is);
      return isTold ? [{ label: spec.label, before: was, after: is }] : [];
    });
    if (!old || !line) return [{ name, is: old ? 'removed' : 'added', fields: changed }];
    return changed.length > 0 ? [{ name, is: 'changed', fields: changed }] : [];
  });
};
