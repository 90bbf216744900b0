import type { Resource } from '@keyan/kernel/definition/resource.ts';

const secretsOf = ({ fields }: Resource): ReadonlySet<string | undefined> =>
  new Set(Object.values(fields).flatMap(({ spec }) => spec.secret ?? []));

/**
 * The first of these accounts, named after their role, to whom no page of the resource grants a
 * secret.
 */
export const unknowing = (resource: Resource, accounts: readonly string[]): string => {
  const codes = secretsOf(resource);
  const knowing = new Set(
    Object.values(resource.views)
      .flatMap(({ rights = [] }) => rights)
      .filter(({ code }) => codes.has(code))
      .flatMap(({ roles }) => roles),
  );
  const found = accounts.find((account) => !knowing.has(account));
  if (!found) throw new Error(`${resource.key}: each of these knows its secrets`);
  return found;
};
