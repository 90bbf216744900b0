import { type Actor, isSystem, type SystemActor } from '@keyan/kernel/access/actor.ts';
import type { Scope } from '@keyan/kernel/access/scope.ts';
import { any, every, namesOf, own, submitted } from '@keyan/kernel/access/scope.ts';
import { isPrivate, type Status, statuses } from '@keyan/kernel/access/status.ts';
import { hasProcess } from '@keyan/kernel/definition/base-fields.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { type RawBuilder, sql } from 'kysely';
import { and, or, type Sql, slot } from './compile.ts';
import { shapeOf } from './shape.ts';

/**
 * A scope after everything is evaluated that depends on the actor alone: `true` for every row, `false`
 * for none, else the scope that is left for each row.
 */
export type Settled = boolean | Scope;

/** Adds to the scope of a definition that only their writer reads drafts and recalled records. */
const withoutDrafts = (resource: Resource, scope: Scope): Scope =>
  hasProcess(resource) ? any(every(own(), scope), submitted(scope)) : scope;

/** Which rows of a resource may be read: those of its definition, without drafts of other people. */
export const readable = (resource: Resource): Scope =>
  withoutDrafts(resource, resource.access.read);

/**
 * Which rows an actor may choose in a form: what the reference is limited to, else what the target
 * opens to choosers, else what the actor may read.
 * @param mayRead whether the actor may open a page of the target at all.
 */
export const choosable = (
  target: Resource,
  among: Scope | undefined,
  actor: Actor | SystemActor,
  mayRead: boolean,
): Settled => {
  const opened = among ?? target.access.choose;
  if (opened) return settle(withoutDrafts(target, opened), actor);
  return mayRead && readableBy(target, actor);
};

const same = (a: Scope, b: Scope): boolean => JSON.stringify(a) === JSON.stringify(b);

/** Does every row of `a` surely lie in `b`? By their build alone: false may mean "not known". */
const implies = (a: Scope, b: Scope): boolean => {
  if (same(a, b) || b.kind === 'all') return true;
  if (a.kind === 'any') return a.scopes.every((one) => implies(one, b));
  if (b.kind === 'every') return b.scopes.every((one) => implies(a, one));
  if (b.kind === 'any' && b.scopes.some((one) => implies(a, one))) return true;
  if (a.kind === 'every') return a.scopes.some((one) => implies(one, b));
  if (a.kind !== 'submitted') return false;
  return b.kind === 'submitted' ? implies(a.scope, b.scope) : implies(a.scope, b);
};

/** Leaves out what another one covers; of two that cover each other the first stays. */
const without = (
  scopes: readonly Scope[],
  covers: (other: Scope, one: Scope) => boolean,
): readonly Scope[] =>
  scopes.filter((one, place) =>
    scopes.every(
      (other, at) => at === place || !covers(other, one) || (covers(one, other) && place < at),
    ),
  );

const isOpen = (scope: Settled): scope is Scope => typeof scope !== 'boolean';

const parts = (kind: 'any' | 'every', scopes: readonly Scope[]): readonly Scope[] =>
  scopes.flatMap((scope) => (scope.kind === kind ? scope.scopes : [scope]));

const settleAny = (scopes: readonly Settled[]): Settled => {
  if (scopes.includes(true)) return true;
  const open = without(parts('any', scopes.filter(isOpen)), (other, one) => implies(one, other));
  const [only] = open;
  if (only === undefined) return false;
  return open.length === 1 ? only : any(...open);
};

const settleEvery = (scopes: readonly Settled[]): Settled => {
  if (scopes.includes(false)) return false;
  const open = without(parts('every', scopes.filter(isOpen)), implies);
  const [only] = open;
  if (only === undefined) return true;
  return open.length === 1 ? only : every(...open);
};

const everyStatus = Object.values(statuses);
const hasLeft = (status: Status): boolean => !isPrivate(status);

/**
 * Takes out of a scope what the actor's permissions and department scope decide, so that the
 * statement asks only what depends on the row. `known`, where given, are the only statuses that the
 * rows have: an index on the status then answers alone.
 */
export const settle = (
  scope: Scope,
  actor: Actor | SystemActor,
  known: readonly Status[] | null = null,
): Settled => {
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
    case 'status':
      return known?.every((status) => scope.codes.includes(status)) ? true : scope;
    case 'submitted': {
      const inner = settle(scope.scope, actor, (known ?? everyStatus).filter(hasLeft));
      if (inner === false || known?.every(hasLeft)) return inner;
      return submitted(inner === true ? { kind: 'all' } : inner);
    }
    case 'any':
      return settleAny(scope.scopes.map((one) => settle(one, actor, known)));
    case 'every': {
      const narrowed = scope.scopes.find((one) => one.kind === 'status')?.codes ?? known;
      return settleEvery(
        scope.scopes.map((one) => settle(one, actor, one.kind === 'status' ? known : narrowed)),
      );
    }
    case 'named':
      return namesOf(actor, scope.by).length === 0 ? false : scope;
    case 'own':
    case 'member':
    case 'handles':
    case 'coded':
    case 'current':
      return scope;
  }
};

const known = new WeakMap<Actor | SystemActor, Map<Resource, Settled>>();

/** The rows of a resource that an actor may read, settled once for as long as the actor lives. */
export const readableBy = (resource: Resource, actor: Actor | SystemActor): Settled => {
  const settled = known.get(actor) ?? new Map<Resource, Settled>();
  known.set(actor, settled);
  const scope = settled.get(resource) ?? settle(readable(resource), actor);
  settled.set(resource, scope);
  return scope;
};

const left: Sql = sql`t.audit_status not in ('0', '5')`;

/** Which tasks of a person a scope is about: open ones, ones they completed, or both. */
export type TaskState = 'todo' | 'done' | 'any';

/** What scopes ask of the approval engine, as parts of a statement. */
export interface TaskScopes {
  /** A condition: does `userId` have, or had, a task on the record? */
  handles(
    resource: Resource,
    state: TaskState,
    businessId: RawBuilder<unknown>,
    userId: RawBuilder<unknown>,
  ): RawBuilder<boolean>;
  /** A select of the ids of the records on which `userId` has, or had, a task. */
  handled(resource: Resource, state: TaskState, userId: RawBuilder<unknown>): RawBuilder<unknown>;
}

/**
 * Whether a condition judges the one row that is already found, or picks among all of them: then
 * sub-tables and tasks are asked first, by their own indexes, and give the ids to look for.
 */
export type Reading = 'one' | 'many';

const namesSlot = { departments: 'actorWithin', roles: 'actorRoles' } as const;

/**
 * A settled scope as a condition on the table alias `t`. Its values are the slots of
 * `scopeValues`; a law holds it equal to the predicate `admits`.
 */
export const scopeSql = (
  resource: Resource,
  scope: Settled,
  workflow: TaskScopes,
  reading: Reading,
): Sql => {
  if (typeof scope === 'boolean') return scope ? sql`true` : sql`false`;
  const columnOf = (field: string): Sql => {
    const column = shapeOf(resource).column(field);
    if (!column) throw new Error(`${resource.key}: no column for ${field} of its access`);
    return sql.ref(`t.${column.column}`);
  };
  switch (scope.kind) {
    case 'all':
      return sql`true`;
    case 'permission':
      throw new Error('a permission code is settled before it becomes SQL');
    case 'own':
      return sql`${columnOf(scope.field)} = ${slot('actorId')}`;
    case 'departmentScope':
      return sql`${columnOf(scope.field)} = any(${slot('actorDepartments')}::bigint[])`;
    case 'member': {
      const lines = shapeOf(resource).lines.find((one) => one.field === scope.rows);
      const column = lines?.columns.find((one) => one.field === scope.field);
      if (!lines || !column) {
        throw new Error(`${resource.key}: no ${scope.rows}.${scope.field} of its access`);
      }
      const named = sql`${sql.ref(`m.${column.column}`)} = ${slot('actorId')}`;
      return reading === 'one'
        ? sql`exists (select 1 from ${sql.table(lines.table)} m where m.tenant_id = t.tenant_id and m.parent_id = t.id and ${named})`
        : sql`t.id = any(array(select m.parent_id from ${sql.table(lines.table)} m where m.tenant_id = ${slot('tenant')} and ${named}))`;
    }
    case 'handles':
      return reading === 'one'
        ? workflow.handles(resource, scope.state, sql.ref('t.id'), slot('actorId'))
        : sql`t.id = any(array(${workflow.handled(resource, scope.state, slot('actorId'))}))`;
    case 'status':
      return sql`t.audit_status in (${sql.join(scope.codes.map((code) => sql.lit(code)))})`;
    case 'coded':
      return sql`${columnOf(scope.field)} in (${sql.join(scope.codes.map((code) => sql.lit(code)))})`;
    case 'current': {
      const day = columnOf(scope.field);
      return sql`(${day} is null or ${day} >= ${slot('today')}::date)`;
    }
    case 'named':
      return sql`string_to_array(${columnOf(scope.field)}, ',') && ${slot(namesSlot[scope.by])}::text[]`;
    case 'submitted':
      return and([left, scopeSql(resource, scope.scope, workflow, reading)]);
    case 'any':
      return or(scope.scopes.map((one) => scopeSql(resource, one, workflow, reading)));
    case 'every':
      return and(scope.scopes.map((one) => scopeSql(resource, one, workflow, reading)));
  }
};
