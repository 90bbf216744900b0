import { type Actor, isSystem, type SystemActor } from '@keyan/kernel/access/actor.ts';
import type { CodeScope, HandlingState, Scope } from '@keyan/kernel/access/scope.ts';
import {
  anyScope,
  departmentsOfList,
  everyone,
  everyScope,
  groupIdsOf,
  handles,
  own,
  submitted,
} from '@keyan/kernel/access/scope.ts';
import { isPrivate, type Status, statuses } from '@keyan/kernel/access/status.ts';
import { copiedScope } from '@keyan/kernel/definition/copied.ts';
import { hasProcess } from '@keyan/kernel/definition/field/base-fields.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { underSecrecy } from '@keyan/kernel/definition/secrecy.ts';
import { scopeSharedWith } from '@keyan/kernel/definition/share.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Catalog } from '../catalog.ts';
import { shapeOf } from '../schema/shape.ts';
import { isDecidedByRowAlone } from './alternatives.ts';
import { and, or, type Sql, slot, unitsSlot } from './compile.ts';
import { impliesScope, withoutImplied } from './implication.ts';

/**
 * Scope after everything that depends on the actor alone is evaluated: `true` for every row, `false` for none, else the
 * remaining scope.
 */
export type ActorScope = boolean | Scope;

/** Adds to the scope of a definition that drafts and recalled records are read only by their writer. */
const withoutDrafts = (resource: Resource, scope: Scope): Scope =>
  hasProcess(resource) ? anyScope(everyScope(own(), scope), submitted(scope)) : scope;

/**
 * Returns the rows of a resource that may be read: those of its definition and of copies, without secret ones and
 * without drafts of other people that the definition does not include.
 */
export const readableScope = (resource: Resource): Scope => {
  const { read } = resource.access;
  const copies = copiedScope(resource);
  const open = copies ? anyScope(read, copies) : read;
  const shown = underSecrecy(resource, open);
  const { drafts } = resource.access;
  const left = withoutDrafts(resource, shown);
  return drafts && hasProcess(resource) ? anyScope(left, everyScope(drafts, shown)) : left;
};

type Anyone = Actor | SystemActor;

/** Returns the rows of a resource that an actor may read, limited by the data scopes of the roles. */
export const readableWithinShares = (resource: Resource, actor: Anyone): Scope =>
  isSystem(actor)
    ? readableScope(resource)
    : scopeSharedWith(resource, readableScope(resource), actor);

/** Replaces every `throughReference` by the records of the parent that the actor may read. */
const linked = (catalog: Catalog, resource: Resource, scope: Scope, actor: Anyone): Scope => {
  switch (scope.kind) {
    case 'through': {
      const target = catalog.target(resource.fields[scope.field]?.spec.target?.key ?? '');
      if (!target) throw new Error(`${resource.key}: ${scope.field} of its access names no record`);
      const open = linked(catalog, target, readableWithinShares(target, actor), actor);
      return { ...scope, parent: { target: target.key, scope: open } };
    }
    case 'submitted':
      return submitted(linked(catalog, resource, scope.scope, actor));
    case 'any':
    case 'every':
      return { ...scope, scopes: scope.scopes.map((one) => linked(catalog, resource, one, actor)) };
    default:
      return scope;
  }
};

/** Returns the scope of a resource resolved for an actor, by `settle`. */
export const resolvedScopeOf = (
  catalog: Catalog,
  resource: Resource,
  scope: Scope,
  actor: Actor | SystemActor,
  known: readonly Status[] | null = null,
): ActorScope => resolveScope(linked(catalog, resource, scope, actor), actor, known);

/**
 * Returns the rows that an actor may choose in a form: those to which the reference is limited, else those that the
 * target allows choosers, else those that the actor may read.
 * @param mayRead true if the actor may open a page of the target.
 */
export const choosableScope = (
  catalog: Catalog,
  target: Resource,
  among: Scope | undefined,
  actor: Actor | SystemActor,
  mayRead: boolean,
): ActorScope => {
  const opened = among ?? target.access.choose;
  if (opened) return resolvedScopeOf(catalog, target, withoutDrafts(target, opened), actor);
  return mayRead && readableBy(catalog, target, actor);
};

export const isSameScope = (one: ActorScope, other: ActorScope): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

const isLeft = (scope: ActorScope): scope is Scope => typeof scope !== 'boolean';

const parts = (kind: 'any' | 'every', scopes: readonly Scope[]): readonly Scope[] =>
  scopes.flatMap((scope) => (scope.kind === kind ? scope.scopes : [scope]));

const settleAny = (scopes: readonly ActorScope[]): ActorScope => {
  if (scopes.includes(true)) return true;
  const open = withoutImplied(parts('any', scopes.filter(isLeft)), (other, one) =>
    impliesScope(one, other),
  );
  const [only] = open;
  if (only === undefined) return false;
  return open.length === 1 ? only : anyScope(...open);
};

const settleEvery = (scopes: readonly ActorScope[]): ActorScope => {
  if (scopes.includes(false)) return false;
  const open = withoutImplied(parts('every', scopes.filter(isLeft)), impliesScope);
  const [only] = open;
  if (only === undefined) return true;
  return open.length === 1 ? only : everyScope(...open);
};

/** Returns the rest of a scope for rows that are known to have one of these codes, or not. */
export const scopeGivenCodes = (
  scope: ActorScope,
  coded: CodeScope,
  holds: boolean,
): ActorScope => {
  if (typeof scope === 'boolean') return scope;
  switch (scope.kind) {
    case 'coded':
      return isSameScope(scope, coded) ? holds : scope;
    case 'submitted': {
      const inner = scopeGivenCodes(scope.scope, coded, holds);
      return inner === false ? false : submitted(inner === true ? everyone() : inner);
    }
    case 'any':
      return settleAny(scope.scopes.map((one) => scopeGivenCodes(one, coded, holds)));
    case 'every':
      return settleEvery(scope.scopes.map((one) => scopeGivenCodes(one, coded, holds)));
    default:
      return scope;
  }
};

const everyStatus = Object.values(statuses);
const hasLeft = (status: Status): boolean => !isPrivate(status);

/**
 * Evaluates what the actor's permissions and department scope decide in a scope, so that the statement checks only what
 * depends on the row. `known`, if given, are the only statuses of the rows: an index on the status then suffices.
 */
export const resolveScope = (
  scope: Scope,
  actor: Actor | SystemActor,
  known: readonly Status[] | null = null,
): ActorScope => {
  if (isSystem(actor)) return true;
  switch (scope.kind) {
    case 'all':
      return true;
    case 'permission':
      return actor.permissions.has(scope.code);
    case 'departmentScope':
      return (
        actor.departmentScope === 'all' || (actor.departmentScope.length === 0 ? false : scope)
      );
    case 'units':
      return departmentsOfList(actor, scope.list).length > 0 && scope;
    case 'status':
      return known?.every((status) => scope.codes.includes(status)) ? true : scope;
    case 'submitted': {
      const inner = resolveScope(scope.scope, actor, (known ?? everyStatus).filter(hasLeft));
      if (inner === false || known?.every(hasLeft)) return inner;
      return submitted(inner === true ? { kind: 'all' } : inner);
    }
    case 'any':
      return settleAny(scope.scopes.map((one) => resolveScope(one, actor, known)));
    case 'every': {
      const narrowed = scope.scopes.find((one) => one.kind === 'status')?.codes ?? known;
      return settleEvery(
        scope.scopes.map((one) =>
          resolveScope(one, actor, one.kind === 'status' ? known : narrowed),
        ),
      );
    }
    case 'named':
      return groupIdsOf(actor, scope.by).length === 0 ? false : scope;
    case 'own':
    case 'member':
    case 'handles':
    case 'coded':
    case 'within':
    case 'notAmong':
      return scope;
    case 'through': {
      const inner = scope.parent ? resolveScope(scope.parent.scope, actor) : false;
      if (inner === false || !scope.parent) return false;
      const { target } = scope.parent;
      return { ...scope, parent: { target, scope: inner === true ? everyone() : inner } };
    }
  }
};

/**
 * Returns the rows that present or former tasks allow the actor to read, in every kind and without a page of it (ruling
 * 60). A secret record requires an open task.
 */
export const readableByTask = (resource: Resource, actor: Actor | SystemActor): ActorScope =>
  hasProcess(resource) && resolveScope(underSecrecy(resource, submitted(handles('any'))), actor);

/** Returns the union of scopes. */
export const eitherScope = (...scopes: readonly ActorScope[]): ActorScope => settleAny(scopes);

/** Returns the rows that copies allow an actor to read who has no page of the resource. */
export const readableByCopy = (resource: Resource, actor: Actor | SystemActor): ActorScope => {
  const copies = copiedScope(resource);
  return copies !== null && resolveScope(submitted(copies), actor);
};

const known = new WeakMap<Actor | SystemActor, Map<Resource, ActorScope>>();

/** Returns the rows of a resource that an actor may read, computed once per actor object. */
export const readableBy = (
  catalog: Catalog,
  resource: Resource,
  actor: Actor | SystemActor,
): ActorScope => {
  const settled = known.get(actor) ?? new Map<Resource, ActorScope>();
  known.set(actor, settled);
  const scope =
    settled.get(resource) ??
    resolvedScopeOf(catalog, resource, readableWithinShares(resource, actor), actor);
  settled.set(resource, scope);
  return scope;
};

const left: Sql = sql`t.audit_status not in ('0', '5')`;

/** SQL of scopes that depend on tasks, supplied by the approval engine. */
export interface TaskScopes {
  /** Returns the condition that `userId` has or had a task on the record, or has a copy of it. */
  handles(
    state: HandlingState,
    businessId: RawBuilder<unknown>,
    userId: RawBuilder<unknown>,
  ): RawBuilder<boolean>;
  /**
   * Returns selects of the ids of records on which `userId` has or had a task, or of which they have a copy: one for
   * each index.
   */
  handled(state: HandlingState, userId: RawBuilder<unknown>): readonly RawBuilder<unknown>[];
  /**
   * Returns the condition that `userId` has or had more than this many tasks and copies. Tasks on own applications
   * count, unclaimed tasks do not. At most `count` rows are read.
   */
  hasMore(count: number, userId: RawBuilder<unknown>): RawBuilder<boolean>;
}

/** Other tables than that of the record which a scope may use. */
export interface ScopeTables extends TaskScopes {
  /** Returns the resource of a reference. */
  readonly target: Catalog['target'];
}

const namesSlot = { departments: 'actorWithin', roles: 'actorRoles' } as const;

const columnOf = (resource: Resource, field: string): Sql => {
  const column = shapeOf(resource).column(field);
  if (!column) throw new Error(`${resource.key}: no column for ${field} of its access`);
  return sql.ref(`t.${column.column}`);
};

/** Returns the lines that a member scope searches, and the condition that a line names the actor. */
export const memberLinesOf = (
  resource: Resource,
  scope: Extract<Scope, { kind: 'member' }>,
): { readonly table: Sql; readonly named: Sql } => {
  const lines = shapeOf(resource).lines.find((one) => one.field === scope.rows);
  const column = lines?.columns.find((one) => one.field === scope.field);
  if (!lines || !column) {
    throw new Error(`${resource.key}: no ${scope.rows}.${scope.field} of its access`);
  }
  return {
    table: sql.table(lines.table),
    named: sql`${sql.ref(`m.${column.column}`)} = ${slot('actorId')}::bigint`,
  };
};

/** Returns the condition on one end of a period; a date counts as the whole day. */
const withinEnd = (resource: Resource, field: string, order: Sql): Sql => {
  const at = columnOf(resource, field);
  const now =
    shapeOf(resource).column(field)?.spec.type === 'date'
      ? sql`left(${slot('now')}::text, 10)::date`
      : sql`(${slot('now')}::timestamp at time zone 'Asia/Shanghai')`;
  return sql`(${at} is null or ${at} ${order} ${now})`;
};

/**
 * Returns a resolved scope as a condition on the table alias `t`. Its parameters are `scopeValues`; a law checks that
 * it equals the predicate `scopeAdmits`.
 */
export const scopeSql = (resource: Resource, scope: ActorScope, tables: ScopeTables): Sql => {
  if (typeof scope === 'boolean') return scope ? sql`true` : sql`false`;
  switch (scope.kind) {
    case 'all':
      return sql`true`;
    // Scopes of rows are resolved before; the scope of a field that some readers see is not.
    case 'permission':
      return sql`${sql.lit(scope.code)} = any(${slot('actorCodes')}::text[])`;
    case 'own':
      return sql`${columnOf(resource, scope.field)} = ${slot('actorId')}`;
    case 'departmentScope':
      return sql`${columnOf(resource, scope.field)} = any(${slot('actorDepartments')}::bigint[])`;
    case 'units':
      return sql`${columnOf(resource, scope.field)} = any(${slot(unitsSlot(scope.list))}::bigint[])`;
    case 'member': {
      const { table, named } = memberLinesOf(resource, scope);
      return sql`exists (select 1 from ${table} m where m.tenant_id = t.tenant_id and m.parent_id = t.id and ${named})`;
    }
    case 'handles':
      return tables.handles(scope.state, sql.ref('t.id'), slot('actorId'));
    case 'status':
      return sql`t.audit_status in (${sql.join(scope.codes.map((code) => sql.lit(code)))})`;
    case 'coded':
      return sql`${columnOf(resource, scope.field)} in (${sql.join(scope.codes.map((code) => sql.lit(code)))})`;
    case 'within': {
      const ends = [
        scope.from === null ? [] : [withinEnd(resource, scope.from, sql`<=`)],
        scope.to === null ? [] : [withinEnd(resource, scope.to, sql`>=`)],
      ];
      return and(ends.flat());
    }
    case 'through': {
      const target = tables.target(scope.parent?.target ?? '');
      if (!scope.parent || !target) throw new Error('a parent is linked before it becomes SQL');
      const inner = and([
        sql`t.tenant_id = ${slot('tenant')}`,
        sql`t.is_deleted = 0`,
        scopeSql(target, scope.parent.scope, tables),
      ]);
      return sql`${columnOf(resource, scope.field)} in (select t.id from ${sql.table(target.table)} t where ${inner})`;
    }
    case 'named':
      return sql`string_to_array(${columnOf(resource, scope.field)}, ',') && ${slot(namesSlot[scope.by])}::text[]`;
    case 'notAmong':
      return sql`not (string_to_array(coalesce(${columnOf(resource, scope.field)}, ''), ',') && ${slot('actorEyes')}::text[])`;
    case 'submitted':
      return and([left, scopeSql(resource, scope.scope, tables)]);
    case 'any':
      // Conditions on the row come first: other tables are read only if these do not decide.
      return or(
        scope.scopes
          .toSorted(
            (one, other) => Number(isDecidedByRowAlone(other)) - Number(isDecidedByRowAlone(one)),
          )
          .map((one) => scopeSql(resource, one, tables)),
      );
    case 'every':
      return and(scope.scopes.map((one) => scopeSql(resource, one, tables)));
  }
};

/** Returns the condition that a row is outside a scope; if possible, one that can use an index. */
export const failsSql = (resource: Resource, scope: Scope, tables: ScopeTables): Sql =>
  scope.kind === 'submitted' && scope.scope.kind === 'all'
    ? sql`t.audit_status in ('0', '5')`
    : sql`(${scopeSql(resource, scope, tables)}) is not true`;
