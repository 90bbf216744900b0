import { listFields } from '@keyan/kernel/definition/field/base-fields.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { isEmpty } from '@keyan/kernel/records/validate.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { linesOfTree } from './tree-lines.ts';

/** A field by another name, and what the value under that name means. */
interface Alias {
  readonly name: string;
  readonly read: (value: unknown) => unknown;
}

const known = new WeakMap<Resource, ReadonlyMap<string, Alias>>();

const asItIs = (value: unknown): unknown => value;

/** The fields of a resource by the names that clients of the family have for them. */
const aliasesOf = (resource: Resource): ReadonlyMap<string, Alias> => {
  const found =
    known.get(resource) ??
    new Map(
      Object.entries(listFields(resource)).flatMap(([name, { spec }]) =>
        (spec.alsoNamed ?? []).map(
          (alias) => [alias, { name, read: spec.treeOf ? linesOfTree : asItIs }] as const,
        ),
      ),
    );
  known.set(resource, found);
  return found;
};

/** The field that a name means; a name that is none of its aliases stays. */
export const fieldByAlias = (resource: Resource, name: string): string =>
  aliasesOf(resource).get(name)?.name ?? name;

/** A value as text: numbers and their texts are the same, whatever shape an object claims to have. */
const spelled = (value: unknown): string =>
  typeof value === 'object' ? JSON.stringify(value) : String(value);

const same = (one: unknown, other: unknown): boolean =>
  (isEmpty(one) && isEmpty(other)) || spelled(one) === spelled(other);

/** Does an input say two different things of one field, under its name and under an alias? */
export const isContradictory = (resource: Resource, given: RowLike): boolean =>
  [...aliasesOf(resource)].some(
    ([alias, { name, read }]) =>
      Object.hasOwn(given, alias) &&
      Object.hasOwn(given, name) &&
      !same(read(given[alias]), given[name]),
  );

/**
 * An input by the names of the fields. Clients send rows back whole, with both names of a field and
 * the new value under the one that they know: what differs from the row as it is stored counts, and of
 * two new values that under the field's own name.
 *
 * @param current the row as calls print it, where it is there already
 */
export const withoutAliases = (
  resource: Resource,
  given: RowLike,
  current: RowLike = {},
): RowLike => {
  const aliases = aliasesOf(resource);
  if (aliases.size === 0) return given;
  const input = Object.fromEntries(Object.entries(given).filter(([name]) => !aliases.has(name)));
  for (const [alias, { name, read }] of aliases) {
    if (!Object.hasOwn(given, alias)) continue;
    const own = Object.hasOwn(given, name);
    if (!own || same(given[name], current[name])) input[name] = read(given[alias]);
  }
  return input;
};
