import { listFields } from '@keyan/kernel/definition/field/base-fields.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { isEmpty } from '@keyan/kernel/records/validate.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { linesOfTree } from './tree-lines.ts';

/** Field under another name, with the meaning of its value there. */
interface Alias {
  readonly name: string;
  readonly read: (value: unknown) => unknown;
}

const known = new WeakMap<Resource, ReadonlyMap<string, Alias>>();

const asItIs = (value: unknown): unknown => value;

/** Returns the fields of a resource by the names that BladeX clients use. */
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

/** Returns the field of a name; a name that is no alias is returned unchanged. */
export const fieldByAlias = (resource: Resource, name: string): string =>
  aliasesOf(resource).get(name)?.name ?? name;

/** Converts a value to text, to compare numbers with their texts. */
const spelled = (value: unknown): string =>
  typeof value === 'object' ? JSON.stringify(value) : String(value);

const same = (one: unknown, other: unknown): boolean =>
  (isEmpty(one) && isEmpty(other)) || spelled(one) === spelled(other);

/** True if an input contains two different values for one field, under its name and under an alias. */
export const isContradictory = (resource: Resource, given: RowLike): boolean =>
  [...aliasesOf(resource)].some(
    ([alias, { name, read }]) =>
      Object.hasOwn(given, alias) &&
      Object.hasOwn(given, name) &&
      !same(read(given[alias]), given[name]),
  );

/**
 * Renames the fields of an input from aliases. Clients send whole rows back, with both names of a field and the new
 * value under the name that they know: the value that differs from the stored row counts; of two new values, that under
 * the field's own name.
 * @param current stored row as calls print it, if any
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
