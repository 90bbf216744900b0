import { type Copies, copiesByReference } from '@keyan/kernel/definition/copies.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { isId } from '@keyan/kernel/values/id.ts';
import type { Session } from '../store/database.ts';
import type { ActorContext } from './rights.ts';

type RowLike = Readonly<Record<string, unknown>>;

/** What one reference gives; null for each copy where it is empty. */
const taken = async (
  { engine, actor }: ActorContext,
  session: Session,
  target: Resource | undefined,
  copies: Copies,
  id: unknown,
): Promise<RowLike> => {
  const empty = Object.fromEntries(copies.map(([name]) => [name, null]));
  if (!target || !isId(id)) return empty;
  const [found] = await session.query<{ values: RowLike }>(
    engine.store.reader.copied(target, copies).bind({ tenant: actor.tenantId, id }),
  );
  return { ...empty, ...found?.values };
};

/**
 * The copies of a row, as the records that it refers to have the values now: one statement for each
 * reference with copies. Whether the actor may choose the record is for the references to judge.
 */
export const copiesNow = async (
  context: ActorContext,
  session: Session,
  resource: Resource,
  row: RowLike,
): Promise<RowLike> => {
  const { catalog } = context.engine.store;
  const found = await Promise.all(
    [...copiesByReference(resource)].map(([reference, copies]) => {
      const target = catalog.target(resource.fields[reference]?.spec.target?.key ?? '');
      return taken(context, session, target, copies, row[reference]);
    }),
  );
  return Object.assign({}, ...found);
};
