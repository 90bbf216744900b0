import type { Scope } from '@keyan/kernel/access/scope.ts';
import type { FieldSpec } from '@keyan/kernel/definition/field/field.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';

/** The codes that a scope asks of a record; where one of several scopes will do, those of the first. */
const codesOf = (scope: Scope): Readonly<Record<string, string>> => {
  const [first] = scope.kind === 'any' ? scope.scopes : [];
  if (first) return codesOf(first);
  if (scope.kind === 'coded') return { [scope.field]: scope.codes[0] ?? '' };
  if (scope.kind !== 'every') return {};
  return Object.assign({}, ...scope.scopes.map(codesOf));
};

/** Codes of a record, by field. */
export type Codes = Readonly<Record<string, string>>;

/** The codes that records need in order to be chosen, and by which required references. */
interface Choosable {
  readonly codes: Codes;
  readonly by: readonly FieldSpec[];
}

const agree = (a: Codes, b: Codes): boolean =>
  Object.entries(a).every(([field, code]) => (b[field] ?? code) === code);

/**
 * Values that records need in order to be chosen by the required references of others: for references that exclude
 * each other, such as to projects under way and to ended ones, records of their own.
 */
export const choosableCodes = (
  resources: readonly Resource[],
  { key }: Resource,
): readonly Choosable[] => {
  const groups: Choosable[] = [{ codes: {}, by: [] }];
  const references = resources.flatMap(({ fields }) => Object.values(fields));
  for (const { spec } of references) {
    if (!spec.required || !spec.among || spec.target?.key !== key) continue;
    const codes = codesOf(spec.among);
    const at = groups.findIndex((group) => agree(codes, group.codes));
    const group = groups[at] ?? { codes: {}, by: [] };
    const joined = { codes: { ...group.codes, ...codes }, by: [...group.by, spec] };
    groups.splice(at < 0 ? groups.length : at, 1, joined);
  }
  return groups;
};
