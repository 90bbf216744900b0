import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { resources } from '@keyan/product/index.ts';

const secretsOf = ({ fields }: Resource): ReadonlySet<string | undefined> =>
  new Set(Object.values(fields).flatMap(({ spec }) => spec.secret ?? []));

/**
 * Returns the roles that hold a code, as a right beside a page or as the code of a page, of any
 * resource.
 */
const holdersOf = (code: string): readonly string[] =>
  resources
    .flatMap(({ views }) => Object.values(views))
    .flatMap((view) => [
      ...(view.rights ?? []).filter((right) => right.code === code).flatMap(({ roles }) => roles),
      ...(view.code === code ? Object.keys(view.grants ?? {}) : []),
    ]);

/**
 * Returns the first of these accounts, named after their role, to whom no page grants a secret of
 * the resource.
 */
export const unknowing = (resource: Resource, accounts: readonly string[]): string => {
  const codes = secretsOf(resource);
  const knowing = new Set(
    [...codes].flatMap((code) => (code === undefined ? [] : holdersOf(code))),
  );
  const found = accounts.find((account) => !knowing.has(account));
  if (!found) throw new Error(`${resource.key}: each of these knows its secrets`);
  return found;
};
