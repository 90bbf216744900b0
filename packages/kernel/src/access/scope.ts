import type { RowLike } from '../values/row.ts';
import type { Actor } from './actor.ts';
import type { Status } from './status.ts';
import { isPrivate } from './status.ts';

/** Part of a person in the approval of a record. */
export type HandlingState = 'todo' | 'done' | 'any' | 'copied';

/**
 * Selection of rows, as data: translated to SQL (lists, counts, exports) and to a predicate (one
 * row). The set of kinds is closed (ruling 32), and no text of a scope becomes SQL.
 */
export type Scope =
  /** Every row of the tenant. */
  | { readonly kind: 'all' }
  /** Rows whose field has the actor's id. */
  | { readonly kind: 'own'; readonly field: string }
  /** Rows with a line of this sub-table that names the actor. */
  | { readonly kind: 'member'; readonly rows: string; readonly field: string }
  /** Rows whose department is in the department scope of the actor's roles. */
  | { readonly kind: 'departmentScope'; readonly field: string }
  /** Rows whose department is in one of the actor's lists of departments (`unitLists`). */
  | { readonly kind: 'units'; readonly field: string; readonly list: number }
  /**
   * Rows by the actor's part in their approval: an open task (todo), a handled one (done), either
   * (any), or a copy (copied).
   */
  | { readonly kind: 'handles'; readonly state: HandlingState }
  /** Every row if the actor holds this permission code, otherwise none. */
  | { readonly kind: 'permission'; readonly code: string }
  /** Rows with one of these statuses. */
  | { readonly kind: 'status'; readonly codes: readonly Status[] }
  /** Rows whose field has one of these codes. */
  | { readonly kind: 'coded'; readonly field: string; readonly codes: readonly string[] }
  /**
   * Rows of which the current time lies between two fields, each a date (whole days, both included)
   * or a time. A null name or an empty field leaves that end unlimited.
   */
  | { readonly kind: 'within'; readonly from: string | null; readonly to: string | null }
  /** Rows whose referenced record the actor may read. The engine fills in `parent`. */
  | { readonly kind: 'through'; readonly field: string; readonly parent?: ParentScope }
  /** Rows whose comma-separated field contains a department or a role of the actor. */
  | { readonly kind: 'named'; readonly field: string; readonly by: 'departments' | 'roles' }
  /** Rows whose comma-separated field of ids lacks the actor's id. */
  | { readonly kind: 'notAmong'; readonly field: string }
  /** Rows that are neither drafts nor recalled, and that the inner scope admits. */
  | { readonly kind: 'submitted'; readonly scope: Scope }
  | { readonly kind: 'any'; readonly scopes: readonly Scope[] }
  | { readonly kind: 'every'; readonly scopes: readonly Scope[] };

/** Records of a referenced resource that the actor may read. */
export interface ParentScope {
  /** Key of the referenced resource. */
  readonly target: string;
  readonly scope: Scope;
}

export const everyone = (): Scope => ({ kind: 'all' });
/** Scope without rows: for records that only the program writes. */
export const nobody = (): Scope => anyScope();
export const own = (field = 'createUser'): Scope => ({ kind: 'own', field });
export const member = (rows: string, field: string): Scope => ({ kind: 'member', rows, field });
export const departmentScope = (field: string): Scope => ({ kind: 'departmentScope', field });
export const units = (field: string, list: number): Scope => ({ kind: 'units', field, list });
export const handles = (state: HandlingState = 'any'): Scope => ({
  kind: 'handles',
  state,
});
export const permission = (code: string): Scope => ({ kind: 'permission', code });
export const withStatus = (...codes: Status[]): Scope => ({ kind: 'status', codes });
/** Scope of rows whose field has one of given codes; depends on no actor. */
export type CodeScope = Extract<Scope, { kind: 'coded' }>;

export const withCode = (field: string, ...codes: string[]): CodeScope => ({
  kind: 'coded',
  field,
  codes,
});
export const inPeriod = (from: string | null, to: string | null): Scope => ({
  kind: 'within',
  from,
  to,
});
export const throughReference = (field: string): Scope => ({ kind: 'through', field });
export const namingActor = (field: string, by: 'departments' | 'roles'): Scope => ({
  kind: 'named',
  field,
  by,
});
export const notInList = (field: string): Scope => ({ kind: 'notAmong', field });
export const submitted = (scope: Scope): Scope => ({ kind: 'submitted', scope });
export const anyScope = (...scopes: Scope[]): Scope => ({ kind: 'any', scopes });
export const everyScope = (...scopes: Scope[]): Scope => ({ kind: 'every', scopes });

/** Returns the fields of the row that a scope compares, without status and sub-tables. */
export const fieldsOfScope = (scope: Scope): readonly string[] => {
  switch (scope.kind) {
    case 'own':
    case 'departmentScope':
    case 'units':
    case 'coded':
    case 'named':
    case 'notAmong':
    case 'through':
      return [scope.field];
    case 'within':
      return [scope.from, scope.to].filter((field) => field !== null);
    case 'submitted':
      return fieldsOfScope(scope.scope);
    case 'any':
    case 'every':
      return scope.scopes.flatMap(fieldsOfScope);
    default:
      return [];
  }
};

/** Returns the references whose records a scope requires to be readable. */
export const parentScopesOf = (scope: Scope): readonly string[] => {
  switch (scope.kind) {
    case 'through':
      return [scope.field];
    case 'submitted':
      return parentScopesOf(scope.scope);
    case 'any':
    case 'every':
      return scope.scopes.flatMap(parentScopesOf);
    default:
      return [];
  }
};

/** Data for the predicate besides actor and row: the actor's tasks on the row, and the time. */
export interface ScopeContext {
  /** The actor has an open task on the row. */
  readonly todo: boolean;
  /** The actor has handled a task on the row. */
  readonly done: boolean;
  /** The actor has a copy of the row. */
  readonly copied?: boolean;
  /**
   * Current time in Asia/Shanghai, `yyyy-MM-dd HH:mm:ss`, for `inPeriod`; if omitted, no row with a
   * limited end is admitted.
   */
  readonly now?: string;
  /** References of the row whose records the actor may read, for `throughReference`. */
  readonly readable?: ReadonlySet<string>;
}

/** Returns the ids of the actor's departments or roles, to compare with a list of them. */
export const groupIdsOf = (actor: Actor, by: 'departments' | 'roles'): readonly string[] =>
  by === 'roles' ? actor.roles : (actor.within ?? actor.departments);

type ScopePredicate<K extends Scope['kind']> = (
  scope: Extract<Scope, { kind: K }>,
  actor: Actor,
  row: RowLike,
  handling: ScopeContext,
) => boolean;

/** Returns the departments of one of the actor's lists. */
export const departmentsOfList = ({ unitLists }: Actor, list: number): readonly string[] =>
  unitLists?.[list] ?? [];

export const rowHasCode = ({ field, codes }: CodeScope, row: RowLike): boolean =>
  codes.includes(row[field] as string);

const scopePredicates: { readonly [K in Scope['kind']]: ScopePredicate<K> } = {
  all: () => true,
  own: (scope, actor, row) => row[scope.field] === actor.id,
  member: (scope, actor, row) => {
    const lines = row[scope.rows];
    return Array.isArray(lines) && lines.some((line: RowLike) => line[scope.field] === actor.id);
  },
  departmentScope: (scope, actor, row) =>
    actor.departmentScope === 'all' ||
    (typeof row[scope.field] === 'string' &&
      actor.departmentScope.includes(row[scope.field] as string)),
  units: (scope, actor, row) =>
    typeof row[scope.field] === 'string' &&
    departmentsOfList(actor, scope.list).includes(row[scope.field] as string),
  handles: (scope, _actor, _row, handling) =>
    scope.state === 'any' ? handling.todo || handling.done : handling[scope.state] === true,
  permission: (scope, actor) => actor.permissions.has(scope.code),
  status: (scope, _actor, row) => scope.codes.includes(row.auditStatus as Status),
  coded: (scope, _actor, row) => rowHasCode(scope, row),
  within: (scope, _actor, row, { now }) => {
    const holds = (field: string | null, inOrder: (at: string, now: string) => boolean) => {
      const at = field === null ? null : row[field];
      if (typeof at !== 'string' || at === '') return true;
      return now !== undefined && inOrder(at, now.slice(0, at.length));
    };
    return (
      holds(scope.from, (from, moment) => from <= moment) &&
      holds(scope.to, (to, moment) => to >= moment)
    );
  },
  through: (scope, _actor, _row, { readable }) => readable?.has(scope.field) === true,
  named: (scope, actor, row) => {
    const listed = row[scope.field];
    const names = groupIdsOf(actor, scope.by);
    return typeof listed === 'string' && listed.split(',').some((name) => names.includes(name));
  },
  notAmong: (scope, actor, row) => {
    const listed = row[scope.field];
    return (
      typeof listed !== 'string' ||
      !listed.split(',').some((id) => readersOfSession(actor).includes(id))
    );
  },
  submitted: (scope, actor, row, handling) =>
    !isPrivate(row.auditStatus as Status) && scopeAdmits(scope.scope, actor, row, handling),
  any: (scope, actor, row, handling) =>
    scope.scopes.some((inner) => scopeAdmits(inner, actor, row, handling)),
  every: (scope, actor, row, handling) =>
    scope.scopes.every((inner) => scopeAdmits(inner, actor, row, handling)),
};

/**
 * Returns the ids of everybody who reads in this session: the actor, and an administrator who views
 * their pages.
 */
export const readersOfSession = ({ id, viewerId }: Actor): readonly string[] =>
  viewerId === undefined ? [id] : [id, viewerId];

/**
 * True if the scope admits the row. A property test compares this predicate with the SQL of the
 * scope.
 */
export const scopeAdmits = (
  scope: Scope,
  actor: Actor,
  row: RowLike,
  handling: ScopeContext,
): boolean =>
  (scopePredicates[scope.kind] as ScopePredicate<Scope['kind']>)(scope, actor, row, handling);
