import { actorId } from '../base/actors.ts';
import { maskedRow } from '../records/masks.ts';
import { fieldsHiddenFrom, opensPage, scopeValues, unsortableFields } from '../records/rights.ts';
import { openFields } from '../store/schema/shape.ts';
import { boundValue } from '../store/statements/conditions.ts';
import { type NamingPart, namingSlot } from '../store/statements/naming.ts';
import { readableBy } from '../store/statements/scope.ts';
import type { CommandContext } from './context.ts';
import type { NamingRow, PersonNaming } from './port.ts';

/**
 * Builds the part of the statement for the records of a kind that the actor may read; nothing if the actor has no page
 * of the kind or may read no row.
 */
const partOf = (
  { engine, actor }: CommandContext,
  { resource, at, fields, where }: PersonNaming,
): readonly NamingPart[] => {
  if (!opensPage(resource, actor)) return [];
  const scope = readableBy(engine.store.catalog, resource, actor);
  if (scope === false) return [];
  const hidden = fieldsHiddenFrom(resource, actor);
  const closed = unsortableFields(resource, actor);
  const open = openFields(resource);
  // A condition on a field that is hidden from the actor yields no rows, rather than all rows.
  if (where.some(({ field }) => closed.has(field))) return [];
  return [
    {
      resource,
      at,
      where,
      scope,
      fields: fields.filter((field) => !hidden.has(field) && !open.has(field)),
    },
  ];
};

/** Implements `Commands.naming`. */
export const recordsNamingPeople = async (
  context: CommandContext,
  person: string,
  asked: readonly PersonNaming[],
  most: number,
): Promise<readonly NamingRow[]> => {
  const { engine, actor } = context;
  const parts = asked.flatMap((one) => partOf(context, one));
  if (parts.length === 0) return [];
  const values = Object.fromEntries(
    parts.flatMap(({ where }, part) =>
      where.map((one, index) => [namingSlot(part, index), boundValue(one)]),
    ),
  );
  const statement = engine.store.reader
    .naming(parts)
    .bind({ ...scopeValues(context), ...values, person, limit: most });
  const found = await engine.database.heavy<NamingRow>(actor.tenantId, actorId(actor), {
    ...statement,
    planned: 'anew',
  });
  const resources = new Map(parts.map(({ resource }) => [resource.key, resource]));
  return found.flatMap(({ key, row }) => {
    const resource = resources.get(key);
    return resource ? [{ key, row: maskedRow(resource, actor, row) }] : [];
  });
};
