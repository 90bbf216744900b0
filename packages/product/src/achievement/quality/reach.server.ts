import type { Engine } from '@keyan/engine/engine.ts';
import { opensPage } from '@keyan/engine/records/rights.ts';
import { type ActorScope, readableBy } from '@keyan/engine/store/statements/scope.ts';
import type { Actor } from '@keyan/kernel/access/actor.ts';
import { departmentsOfList } from '@keyan/kernel/access/scope.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { deskKinds } from './records.server.ts';

/** Parameters of an SQL statement under construction. */
export class StatementParameters {
  readonly values: unknown[] = [];

  /** Adds a value and returns its placeholder: `$3`. */
  add(value: unknown): string {
    this.values.push(value);
    return `$${this.values.length}`;
  }
}

/** Columns of `quality_record` by field that the access rules read. */
const columns: Readonly<Record<string, string>> = {
  fkDeptId: 'dept_id',
  createUser: 'writer_id',
  secretLevel: 'secret_level',
  auditStatus: 'audit_status',
};

/**
 * SQL condition on `quality_record` for records that a reader may read. All records there were submitted. Conditions
 * that the table cannot evaluate, such as tasks, count as false: less is shown, never more.
 */
const conditionOf = (
  scope: ActorScope,
  actor: Actor,
  alias: string,
  given: StatementParameters,
): string => {
  if (typeof scope === 'boolean') return String(scope);
  const inner = (one: ActorScope): string => conditionOf(one, actor, alias, given);
  const column = 'field' in scope && scope.field ? columns[scope.field] : undefined;
  switch (scope.kind) {
    case 'all':
      return 'true';
    case 'own':
      return column ? `${alias}.${column} = ${given.add(actor.id)}::bigint` : 'false';
    case 'departmentScope': {
      if (actor.departmentScope === 'all') return 'true';
      const departments = given.add([...actor.departmentScope]);
      return column ? `${alias}.${column} = any(${departments}::bigint[])` : 'false';
    }
    case 'units': {
      const departments = given.add([...departmentsOfList(actor, scope.list)]);
      return column ? `${alias}.${column} = any(${departments}::bigint[])` : 'false';
    }
    case 'member':
      return scope.rows === 'authors' && scope.field === 'userId'
        ? `${given.add(actor.id)}::bigint = any(${alias}.people)`
        : 'false';
    case 'coded':
      return column ? `${alias}.${column} = any(${given.add([...scope.codes])}::text[])` : 'false';
    case 'status':
      return `${alias}.audit_status = any(${given.add([...scope.codes])}::text[])`;
    case 'submitted':
      return inner(scope.scope);
    case 'any':
      return `(${scope.scopes.map(inner).join(' or ') || 'false'})`;
    case 'every':
      return `(${scope.scopes.map(inner).join(' and ') || 'true'})`;
    default:
      return 'false';
  }
};

/** Returns the resources of which the reader may open a page. */
export const openKinds = (
  { resources }: Pick<Engine, 'resources'>,
  actor: Actor,
): readonly Resource[] => deskKinds(resources.values()).filter((kind) => opensPage(kind, actor));

/**
 * SQL condition on `quality_record` that the actor may read the record. Resources with equal access rules share one
 * part.
 */
export const readCondition = (
  engine: Pick<Engine, 'resources' | 'store'>,
  actor: Actor,
  alias: string,
  given: StatementParameters,
): string => {
  const kinds = openKinds(engine, actor);
  const groups = Map.groupBy(kinds, (kind) =>
    JSON.stringify(readableBy(engine.store.catalog, kind, actor)),
  );
  const parts = [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (!first) return [];
    const keys = given.add(group.map(({ key }) => key));
    const scope = readableBy(engine.store.catalog, first, actor);
    return [
      `(${alias}.resource = any(${keys}::text[]) and ${conditionOf(scope, actor, alias, given)})`,
    ];
  });
  return parts.length === 0 ? 'false' : `(${parts.join(' or ')})`;
};
