import { actorId } from '../base/actors.ts';
import { maskedRow } from '../records/masks.ts';
import { fieldsHiddenFrom, opensPage, scopeValues, unsortableFields } from '../records/rights.ts';
import { openFields } from '../store/schema/shape.ts';
import { boundValue } from '../store/statements/conditions.ts';
import { type NamingPart, namingSlot } from '../store/statements/naming.ts';
import { readableBy } from '../store/statements/scope.ts';
import type { CommandContext } from './context.ts';
import type { NamingRow, PersonNaming } from './port.ts';

/** Part of the record that the actor may read; nothing where they may open no page of it, or read no row. */
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
  // A condition that the actor may not ask leaves nothing, rather than everything.
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

/** See `Commands.naming`. */
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
