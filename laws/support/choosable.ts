import type { Scope } from '@keyan/kernel/access/scope.ts';
import type { FieldSpec } from '@keyan/kernel/definition/field/field.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';

/**
 * Returns the codes that a scope requires of a record; of alternative scopes, those of the first.
 */
const codesOf = (scope: Scope): Readonly<Record<string, string>> => {
  const [first] = scope.kind === 'any' ? scope.scopes : [];
  if (first) return codesOf(first);
  if (scope.kind === 'coded') return { [scope.field]: scope.codes[0] ?? '' };
  if (scope.kind !== 'every') return {};
  return Object.assign({}, ...scope.scopes.map(codesOf));
};

/** Codes of a record, by field. */
export type Codes = Readonly<Record<string, string>>;

/** Codes that records need to be chosen, and the required references that need them. */
interface Choosable {
  readonly codes: Codes;
  readonly by: readonly FieldSpec[];
}

const agree = (a: Codes, b: Codes): boolean =>
  Object.entries(a).every(([field, code]) => (b[field] ?? code) === code);

/**
 * Returns values that records need to be chosen by required references of other kinds; separate
 * records for references that exclude each other, such as to projects under way and to ended ones.
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
