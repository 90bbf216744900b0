import type { FieldSpec } from '@keyan/kernel/definition/field/field.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { absorbedMixin } from '../common/absorbed.ts';
import { achievementMixin } from '../common/achievement.ts';
import type { AuthorRow } from '../common/authors.ts';

/** Fields of two resources with the same meaning; one side is null if only one resource has such a field. */
export interface FieldPair {
  readonly one: string | null;
  readonly other: string | null;
}

/** Returns the fields of a resource by meaning, in CSL terms if a citation has one. */
const meaningsOf = (kind: Resource): ReadonlyMap<string, string> => {
  const options = achievementMixin.optionsOf(kind);
  const found = new Map<string, string>([['title', kind.title]]);
  if (kind.number) found.set('number', kind.number.field);
  const [date] = options?.dates ?? [];
  if (date) found.set('issued', date);
  for (const [word, source] of Object.entries(options?.citation?.texts ?? {})) {
    const [name] = [source].flat();
    if (name) found.set(word, name);
  }
  if (Object.hasOwn(kind.fields, 'authorNames')) found.set('authors', 'authorNames');
  for (const [word, name] of Object.entries(absorbedMixin.optionsOf(kind)?.texts ?? {})) {
    found.set(word, name);
  }
  return found;
};

/** Pairs the fields of two resources: common fields first, in the order of the first resource. */
export const pairFields = (one: Resource, other: Resource): readonly FieldPair[] => {
  if (one === other) return Object.keys(one.fields).map((name) => ({ one: name, other: name }));
  const theirs = meaningsOf(other);
  const meant = new Map(
    [...meaningsOf(one)].flatMap(([word, name]) => {
      const same = theirs.get(word);
      return same ? [[name, same] as const] : [];
    }),
  );
  const named = new Set(meant.values());
  const isShared = (name: string): boolean =>
    one.fields[name]?.spec.type === other.fields[name]?.spec.type && !named.has(name);
  const pairs = Object.keys(one.fields).map(
    (name): FieldPair => ({ one: name, other: meant.get(name) ?? (isShared(name) ? name : null) }),
  );
  const taken = new Set(pairs.map((pair) => pair.other));
  const rest = Object.keys(other.fields).filter((name) => !taken.has(name));
  const isOfBoth = (pair: FieldPair): boolean => pair.other !== null;
  return [
    ...pairs.filter(isOfBoth),
    ...pairs.filter((pair) => !isOfBoth(pair)),
    ...rest.map((name): FieldPair => ({ one: null, other: name })),
  ];
};

/** Returns whether a value of one field is valid in the other. */
const fits = (one: FieldSpec | undefined, other: FieldSpec | undefined): boolean =>
  one !== undefined &&
  one.type === other?.type &&
  one.dictionary === other.dictionary &&
  one.target === other.target;

/** Replaces author roles by those of the other resource: its defaults for first and further authors. */
const authorsAs = (kind: Resource, from: Resource, lines: readonly AuthorRow[]): AuthorRow[] => {
  const [own, theirs] = [kind, from].map(({ fields }) => fields.authors?.spec.fields ?? {});
  const [first, others] = achievementMixin.optionsOf(kind)?.authorRoles ?? ['01', '06'];
  const isSameRole = fits(own?.authorType?.spec, theirs?.authorType?.spec);
  return lines.map((line) => ({
    ...(Object.fromEntries(
      Object.entries(line).filter(([name]) => name === 'id' || (own && name in own)),
    ) as AuthorRow),
    ...(isSameRole ? {} : { authorType: line.sort === 1 ? first : others }),
  }));
};

/** Converts a record to the fields of another resource; lines are converted if both have the same columns. */
export const inFieldsOfKind = (kind: Resource, from: Resource, row: RowLike): RowLike => {
  if (kind === from) return row;
  const values: Record<string, unknown> = {};
  for (const { one, other } of pairFields(kind, from)) {
    if (one === null || other === null || !mayTakeOver(kind, from, { one, other })) continue;
    values[one] = row[other];
  }
  const authors = (row.authors ?? []) as readonly AuthorRow[];
  return { ...values, authors: authorsAs(kind, from, authors) };
};

const columnsOf = (spec: FieldSpec | undefined): string =>
  Object.keys(spec?.fields ?? {})
    .sort()
    .join();

/** Returns whether a value may be taken over in a pair of fields. */
export const mayTakeOver = (one: Resource, other: Resource, pair: FieldPair): boolean => {
  if (pair.one === null || pair.other === null) return false;
  if (one === other || pair.one === 'authors') return true;
  const [mine, theirs] = [one.fields[pair.one]?.spec, other.fields[pair.other]?.spec];
  if (!fits(mine, theirs)) return false;
  return mine?.type !== 'rows' || columnsOf(mine) === columnsOf(theirs);
};
