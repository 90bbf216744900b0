import type { Actor, RoleShare, RowLimit } from '../access/actor.ts';
import {
  anyScope,
  everyone,
  everyScope,
  handles,
  own,
  type Scope,
  units,
  withCode,
} from '../access/scope.ts';
import { dept, hasProcess, listFields, user } from './field/base-fields.ts';
import type { Resource, View } from './resource.ts';

/** Replaces the department scope of all roles in a scope by that of one role. */
const asRole = (scope: Scope, share: RoleShare): Scope => {
  switch (scope.kind) {
    case 'departmentScope':
      return share.reach === 'all' ? everyone() : units(scope.field, share.reach);
    case 'submitted':
      return { ...scope, scope: asRole(scope.scope, share) };
    case 'any':
    case 'every':
      return { ...scope, scopes: scope.scopes.map((one) => asRole(one, share)) };
    default:
      return scope;
  }
};

/**
 * True if the id of a record is what data scopes compare: an account is a person, a department a
 * department.
 */
export const identifiesDataScopeOwner = (
  { key }: Pick<Resource, 'key'>,
  field: string,
  isOwn: boolean,
): boolean => field === 'id' && key === (isOwn ? user : dept).key;

/** Returns the scope of one data scope; no rows if its field no longer exists. */
const rowsOf = (resource: Resource, { rows, field }: RowLimit): readonly Scope[] => {
  if (rows === 'all') return [everyone()];
  const known = Object.hasOwn(listFields(resource), field);
  if (!known && !identifiesDataScopeOwner(resource, field, rows === 'own')) return [];
  return [rows === 'own' ? own(field) : units(field, rows)];
};

/**
 * Returns scopes that no data scope limits: the actor's own records, and those that the actor
 * handles in an approval.
 */
const unlimitedScopes = (resource: Resource): readonly Scope[] =>
  hasProcess(resource) ? [own(), handles('any'), handles('copied')] : [own()];

/** Returns the limits of one page on its rows: those of its variant, or all rows. */
const limitOf = (resource: Resource, view: View, limits: readonly RowLimit[]): Scope => {
  const within = anyScope(
    ...unlimitedScopes(resource),
    ...limits.flatMap((limit) => rowsOf(resource, limit)),
  );
  const { variants } = resource;
  if (!variants || view.variant === undefined) return within;
  const others = variants.codes.filter((code) => code !== view.variant);
  return anyScope(withCode(variants.field, ...others), within);
};

/** Returns the scope of rows that one role opens. */
const shareOf = (resource: Resource, read: Scope, share: RoleShare): Scope => {
  const limits = Object.values(resource.views).flatMap((view) => {
    const own = share.limits.filter(({ page }) => page === view.code);
    return own.length > 0 ? [{ view, own }] : [];
  });
  // If several pages show the same rows, each row is open that any of their data scopes opens.
  const byRows = Map.groupBy(limits, ({ view }) => view.variant ?? '');
  const parts = [...byRows.values()].flatMap(([first, ...more]) =>
    first
      ? [
          limitOf(
            resource,
            first.view,
            [first, ...more].flatMap(({ own }) => own),
          ),
        ]
      : [],
  );
  return everyScope(...parts, asRole(read, share));
};

/** Returns the scope of rows that a definition opens to people without any of its pages. */
const withoutPages = (scope: Scope, codes: ReadonlySet<string>): Scope => {
  switch (scope.kind) {
    case 'permission':
      return codes.has(scope.code) ? anyScope() : scope;
    case 'submitted':
      return { ...scope, scope: withoutPages(scope.scope, codes) };
    case 'any':
    case 'every':
      return { ...scope, scopes: scope.scopes.map((one) => withoutPages(one, codes)) };
    default:
      return scope;
  }
};

const codesOf = ({ views }: Resource): ReadonlySet<string> =>
  new Set(Object.values(views).map(({ code }) => code));

/** True if a data scope limits the rows of the resource that this actor reads. */
export const isLimitedByDataScope = (
  resource: Resource,
  { shares }: Pick<Actor, 'shares'>,
): boolean => {
  if (!shares) return false;
  const codes = codesOf(resource);
  return shares.some(({ limits }) => limits.some(({ page }) => codes.has(page)));
};

/** True if a data scope limits a page of this role. */
const isNarrowed = ({ limits }: RoleShare): boolean => {
  const open = new Set(limits.flatMap(({ page, rows }) => (rows === 'all' ? [page] : [])));
  return limits.some(({ page }) => !open.has(page));
};

/**
 * True if no data scope hides a row from this actor. Rights of several roles add up: one role that
 * opens every row, on each page, makes limits of other roles ineffective.
 */
export const seesEveryRow = ({
  departmentScope,
  shares,
}: Pick<Actor, 'departmentScope' | 'shares'>): boolean => {
  if (departmentScope !== 'all' || !shares) return departmentScope === 'all';
  const pages = shares.flatMap(({ limits }) => limits.map(({ page }) => page));
  return shares.some(
    (share) =>
      share.reach === 'all' && !isNarrowed(share) && pages.every((page) => share.pages.has(page)),
  );
};

/**
 * Limits a scope by the data scopes of an actor's roles: a row is open if any role with a page of
 * the resource opens it within its data scopes (decision 0151). Rows that the definition opens to
 * people without a page remain open.
 * @param read scope that the definition opens.
 */
export const scopeSharedWith = (
  resource: Resource,
  read: Scope,
  actor: Pick<Actor, 'shares'>,
): Scope => {
  const { shares } = actor;
  if (!shares || !isLimitedByDataScope(resource, actor)) return read;
  const codes = codesOf(resource);
  const opening = shares.filter(({ pages }) => [...codes].some((code) => pages.has(code)));
  if (opening.length === 0) return read;
  const limited = opening.map((share) => shareOf(resource, read, share));
  return anyScope(...limited, ...(resource.access.pageless ? [withoutPages(read, codes)] : []));
};
