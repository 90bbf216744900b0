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

/** An actor, and what records are read and written with. */
export interface ActorContext {
  readonly engine: RecordServices;
  readonly actor: Actor | SystemActor;
}

const listsOf = (actor: Actor | SystemActor): NonNullable<Actor['unitLists']> =>
  (isSystem(actor) ? undefined : actor.unitLists) ?? [];

/** The values that every scope's condition may ask for. */
export const scopeValues = ({ engine, actor }: ActorContext): Record<string, unknown> => ({
  tenant: actor.tenantId,
  actorId: actorId(actor),
  actorEyes: isSystem(actor) ? [] : readersOfSession(actor),
  actorDepartments: isSystem(actor) || actor.departmentScope === 'all' ? [] : actor.departmentScope,
  actorWithin: isSystem(actor) ? [] : groupIdsOf(actor, 'departments'),
  actorRoles: isSystem(actor) ? [] : groupIdsOf(actor, 'roles'),
  // The system has no codes: everything is open to it.
  actorCodes: isSystem(actor) ? null : [...actor.permissions],
  ...Object.fromEntries(listsOf(actor).map((ids, list) => [unitsSlot(list), ids])),
  now: timeText(engine.clock()),
});

/** Allowances that the tenant gives the actor beyond the table of statuses. */
export const allowancesOf = (actor: Actor | SystemActor): readonly Allowance[] =>
  (isSystem(actor) ? undefined : actor.allowances) ?? [];

const none: ReadonlySet<string> = new Set();

/** Fields that do not exist for the actor. */
export const fieldsHiddenFrom = (
  resource: Resource,
  actor: Actor | SystemActor,
): ReadonlySet<string> => (isSystem(actor) ? none : hiddenFields(resource, actor.permissions));

/**
 * Fields by which nobody finds rows: that would tell their values. By a field that is open in some rows alone a list
 * finds rows among these.
 */
export const unsearchableFields = (
  resource: Resource,
  actor: Actor | SystemActor,
): ReadonlySet<string> =>
  isSystem(actor)
    ? none
    : new Set([...fieldsHiddenFrom(resource, actor), ...concealedFields(resource)]);

/** Fields by which nobody sorts, groups or adds up: the order or the sum would tell values. */
export const unsortableFields = (
  resource: Resource,
  actor: Actor | SystemActor,
): ReadonlySet<string> =>
  isSystem(actor)
    ? none
    : new Set([...unsearchableFields(resource, actor), ...openFields(resource).keys()]);

/** Lines that name the actor, of a sub-table whose other lines are not open to them; null where there are none. */
const ownLines = (resource: Resource, actor: Actor, name: string, lines: unknown): unknown => {
  const by = resource.fields[name]?.spec.ownLines;
  return by !== undefined && Array.isArray(lines)
    ? (lines as readonly RowLike[]).filter((line) => line[by] === actor.id)
    : null;
};

/** Fields of a complete row that are closed to the actor, each with what they read in its place. */
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

/** The row as the actor may see it: without hidden fields, masked, and with no credential. */
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
 * Does the actor hold the permission code of this action on any page of the resource?
 * @param row counts only pages that are of its variant
 */
export const holdsPermission = (
  resource: Resource,
  actor: Actor | SystemActor,
  action: ActionName,
  row?: RowLike,
): boolean => isSystem(actor) || grantsAction(resource, actor.permissions, action, row);

/** May the actor open a page of the resource, or read it without one? */
export const opensPage = (resource: Resource, actor: Actor | SystemActor): boolean =>
  resource.access.pageless === true ||
  isSystem(actor) ||
  resource.access.readers?.some((code) => actor.permissions.has(code)) === true ||
  Object.values(resource.views).some((view) => actor.permissions.has(view.code));

/** @throws Denied unless the actor may open a page of the resource, or reads it without one. */
export const assertPage = (resource: Resource, actor: Actor | SystemActor): void => {
  if (!opensPage(resource, actor)) throw new Denied();
};
