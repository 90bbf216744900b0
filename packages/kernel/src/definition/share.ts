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

/** A scope as one role alone opens it: by its own department scope, not by that of all roles together. */
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

/** An account is its own person, a department itself: their key is what a data scope compares. */
export const identifiesDataScopeOwner = (
  { key }: Pick<Resource, 'key'>,
  field: string,
  isOwn: boolean,
): boolean => field === 'id' && key === (isOwn ? user : dept).key;

/** The rows of one data scope; none where its field is no field of the resource any more. */
const rowsOf = (resource: Resource, { rows, field }: RowLimit): readonly Scope[] => {
  if (rows === 'all') return [everyone()];
  const known = Object.hasOwn(listFields(resource), field);
  if (!known && !identifiesDataScopeOwner(resource, field, rows === 'own')) return [];
  return [rows === 'own' ? own(field) : units(field, rows)];
};

/** Rows that nobody loses to a data scope: what they wrote themselves, and what they handle in an approval. */
const kept = (resource: Resource): readonly Scope[] =>
  hasProcess(resource) ? [own(), handles('any'), handles('copied')] : [own()];

/** The limits of one page, on the rows that it shows: those of its variant, else all. */
const limitOf = (resource: Resource, view: View, limits: readonly RowLimit[]): Scope => {
  const within = anyScope(...kept(resource), ...limits.flatMap((limit) => rowsOf(resource, limit)));
  const { variants } = resource;
  if (!variants || view.variant === undefined) return within;
  const others = variants.codes.filter((code) => code !== view.variant);
  return anyScope(withCode(variants.field, ...others), within);
};

/** Rows of a resource that one role opens. */
const shareOf = (resource: Resource, read: Scope, share: RoleShare): Scope => {
  const limits = Object.values(resource.views).flatMap((view) => {
    const own = share.limits.filter(({ page }) => page === view.code);
    return own.length > 0 ? [{ view, own }] : [];
  });
  // Several pages of the same rows: what any of their data scopes opens.
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

/** Rows that a definition opens to people who hold none of its pages. */
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

/** Does a data scope limit what this actor reads of the resource? */
export const isLimitedByDataScope = (
  resource: Resource,
  { shares }: Pick<Actor, 'shares'>,
): boolean => {
  if (!shares) return false;
  const codes = codesOf(resource);
  return shares.some(({ limits }) => limits.some(({ page }) => codes.has(page)));
};

/** Does a data scope narrow what this role opens of a page? */
const isNarrowed = ({ limits }: RoleShare): boolean => {
  const open = new Set(limits.flatMap(({ page, rows }) => (rows === 'all' ? [page] : [])));
  return limits.some(({ page }) => !open.has(page));
};

/**
 * Does no data scope hide a row from this actor? Of several roles any opens what it does: one that opens every row
 * and has each page with a data scope leaves nothing of the limits of others.
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
 * Rows that an actor may read of those that a definition opens: where a data scope limits one of the roles, those
 * that any role with a page of the resource opens within its own limits (decision 0151). Rows that the definition
 * opens to people without a page stay open to those with one.
 * @param read rows that the definition opens.
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
