import { type Actor, isSystem, type SystemActor } from '@keyan/kernel/access/actor.ts';
import { groupIdsOf, readersOfSession, scopeAdmits } from '@keyan/kernel/access/scope.ts';
import type { Allowance } from '@keyan/kernel/access/status.ts';
import { grantsAction } from '@keyan/kernel/definition/permissions.ts';
import type { ActionName, Resource } from '@keyan/kernel/definition/resource.ts';
import { Denied } from '@keyan/kernel/errors.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { timeText } from '@keyan/kernel/values/time.ts';
import { actorId } from '../base/actors.ts';
import { concealedFields, hiddenFields, openFields } from '../store/schema/shape.ts';
import { unitsSlot } from '../store/statements/compile.ts';
import type { RecordServices } from './behaviour.ts';
import { maskedRow } from './masks.ts';

/** Actor and services for reading and writing records. */
export interface ActorContext {
  readonly engine: RecordServices;
  readonly actor: Actor | SystemActor;
}

const listsOf = (actor: Actor | SystemActor): NonNullable<Actor['unitLists']> =>
  (isSystem(actor) ? undefined : actor.unitLists) ?? [];

/** Returns the parameter values that conditions of scopes may use. */
export const scopeValues = ({ engine, actor }: ActorContext): Record<string, unknown> => ({
  tenant: actor.tenantId,
  actorId: actorId(actor),
  actorEyes: isSystem(actor) ? [] : readersOfSession(actor),
  actorDepartments: isSystem(actor) || actor.departmentScope === 'all' ? [] : actor.departmentScope,
  actorWithin: isSystem(actor) ? [] : groupIdsOf(actor, 'departments'),
  actorRoles: isSystem(actor) ? [] : groupIdsOf(actor, 'roles'),
  // Null stands for the system, which has every permission.
  actorCodes: isSystem(actor) ? null : [...actor.permissions],
  ...Object.fromEntries(listsOf(actor).map((ids, list) => [unitsSlot(list), ids])),
  now: timeText(engine.clock()),
});

/** Returns transitions that the tenant allows the actor beyond the table of statuses. */
export const allowancesOf = (actor: Actor | SystemActor): readonly Allowance[] =>
  (isSystem(actor) ? undefined : actor.allowances) ?? [];

const none: ReadonlySet<string> = new Set();

/** Returns the fields that do not exist for the actor. */
export const fieldsHiddenFrom = (
  resource: Resource,
  actor: Actor | SystemActor,
): ReadonlySet<string> => (isSystem(actor) ? none : hiddenFields(resource, actor.permissions));

/**
 * Returns fields that the actor may not search, since a search would reveal their values. A field visible in some rows
 * only is searched within these rows.
 */
export const unsearchableFields = (
  resource: Resource,
  actor: Actor | SystemActor,
): ReadonlySet<string> =>
  isSystem(actor)
    ? none
    : new Set([...fieldsHiddenFrom(resource, actor), ...concealedFields(resource)]);

/** Returns fields that the actor may not sort, group or sum, since the order or the sum would reveal values. */
export const unsortableFields = (
  resource: Resource,
  actor: Actor | SystemActor,
): ReadonlySet<string> =>
  isSystem(actor)
    ? none
    : new Set([...unsearchableFields(resource, actor), ...openFields(resource).keys()]);

/** Returns the lines that name the actor, of a sub-table whose other lines are hidden; null for none. */
const ownLines = (resource: Resource, actor: Actor, name: string, lines: unknown): unknown => {
  const by = resource.fields[name]?.spec.ownLines;
  return by !== undefined && Array.isArray(lines)
    ? (lines as readonly RowLike[]).filter((line) => line[by] === actor.id)
    : null;
};

/** Returns the fields of a complete row that are hidden from the actor, with the value shown instead. */
const closedIn = (
  resource: Resource,
  actor: Actor | SystemActor,
  row: RowLike,
): readonly (readonly [name: string, read: unknown])[] =>
  isSystem(actor)
    ? []
    : [...openFields(resource)].flatMap(([name, scope]) =>
        scopeAdmits(scope, actor, row, { todo: false, done: false })
          ? []
          : [[name, ownLines(resource, actor, name, row[name])] as const],
      );

/** Returns the row as the actor may see it: without hidden fields, masked, and without credentials. */
export const visibleRow = <R extends object>(
  resource: Resource,
  actor: Actor | SystemActor,
  row: R,
): R => {
  const hidden = fieldsHiddenFrom(resource, actor);
  const closed = new Map(closedIn(resource, actor, row as RowLike));
  const shown = maskedRow(resource, actor, row);
  if (hidden.size + closed.size === 0) return shown;
  return Object.fromEntries(
    Object.entries(shown).flatMap(([name, value]) => {
      if (hidden.has(name) || closed.get(name) === null) return [];
      return [[name, closed.has(name) ? closed.get(name) : value]];
    }),
  ) as R;
};

/**
 * True if the actor has the permission code of this action on a page of the resource.
 * @param row if given, only pages of its variant count
 */
export const holdsPermission = (
  resource: Resource,
  actor: Actor | SystemActor,
  action: ActionName,
  row?: RowLike,
): boolean => isSystem(actor) || grantsAction(resource, actor.permissions, action, row);

/** True if the actor may open a page of the resource, or read its records without one. */
export const opensPage = (resource: Resource, actor: Actor | SystemActor): boolean =>
  resource.access.pageless === true ||
  isSystem(actor) ||
  resource.access.readers?.some((code) => actor.permissions.has(code)) === true ||
  Object.values(resource.views).some((view) => actor.permissions.has(view.code));

/** @throws Denied unless the actor may open a page of the resource, or may read its records without one. */
export const assertPage = (resource: Resource, actor: Actor | SystemActor): void => {
  if (!opensPage(resource, actor)) throw new Denied();
};
