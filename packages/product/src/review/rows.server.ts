import type { StoredRow, TransactionContext } from '@keyan/engine/records/behaviour.ts';
import type { Session } from '@keyan/engine/store/connection/database.ts';
import type { RowOf } from '@keyan/kernel/definition/field/field.ts';
import { type Resource, snakeCase } from '@keyan/kernel/definition/resource.ts';
import { reviewItem as itemShape } from './review-item.ts';
import { reviewSet as setShape } from './review-set.ts';
import { type ReviewTask, reviewTask as taskShape } from './review-task.ts';
import { type ReviewedOptions, reviewedMixin } from './reviewed.ts';

/** The definition without its type, as parts of the engine take it. */
export const untypedKind = (shape: object): Resource => shape as Resource;
export const itemKind = untypedKind(itemShape);
export const setKind = untypedKind(setShape);
export const taskKind = untypedKind(taskShape);

export type StoredItem = StoredRow & RowOf<typeof itemShape.fields>;
export type StoredSet = StoredRow & RowOf<typeof setShape.fields>;
export type StoredTask = StoredRow & ReviewTask;

/** A kind whose records experts judge. */
export interface ReviewedKind {
  readonly resource: Resource;
  readonly options: ReviewedOptions;
}

/** The kind that one of the processes of these resources goes by; undefined where nobody judges it. */
export const reviewedKindOfProcess = (
  resources: Iterable<Resource>,
  fits: (kind: ReviewedKind) => boolean,
): ReviewedKind | undefined => {
  for (const resource of resources) {
    const options = reviewedMixin.optionsOf(resource);
    if (options && fits({ resource, options })) return { resource, options };
  }
  return undefined;
};

/** The first kind that reviews of this target are about: its criteria are proposed. */
export const reviewedAs = (
  resources: Iterable<Resource>,
  target: string | null,
): ReviewedKind | undefined =>
  reviewedKindOfProcess(resources, ({ options }) => options.target === target);

/** The kind that a record in review is of. */
export const kindOfItem = (
  resources: ReadonlyMap<string, Resource>,
  { resource: key }: Pick<StoredItem, 'resource'>,
): ReviewedKind | undefined => {
  const resource = resources.get(key ?? '');
  const options = resource && reviewedMixin.optionsOf(resource);
  return options ? { resource, options } : undefined;
};

/** A record of another resource as it stands, without a lock; undefined where it is gone. */
export const storedRowOf = async (
  { engine, tx }: Pick<TransactionContext, 'engine' | 'tx'>,
  resource: Resource,
  id: string,
): Promise<StoredRow | undefined> => {
  const [found] = await tx.query<{ row: StoredRow }>(
    engine.store.reader.whole(resource, true, 'there').bind({ tenant: tx.tenantId, id }),
  );
  return found?.row;
};

/** The title of a record of any resource; empty where it is gone. */
export const titleOfRecord = async (
  session: Session,
  { table, title }: Pick<Resource, 'table' | 'title'>,
  id: string,
): Promise<string> => {
  const [found] = await session.query<{ title: string | null }>(
    `select ${snakeCase(title)} as title from ${table} where tenant_id = $1 and id = $2`,
    [session.tenantId, id],
  );
  return found?.title ?? '';
};

/** The ids that a statement finds. */
export const idsFound = async (
  session: Session,
  sql: string,
  parameters: readonly unknown[],
): Promise<readonly string[]> => {
  const rows = await session.query<{ id: string }>(sql, [session.tenantId, ...parameters]);
  return rows.map(({ id }) => id);
};
