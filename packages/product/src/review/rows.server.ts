import type { StoredRow, TransactionContext } from '@keyan/engine/records/behaviour.ts';
import type { Session } from '@keyan/engine/store/connection/database.ts';
import type { RowOf } from '@keyan/kernel/definition/field/field.ts';
import { type Resource, snakeCase } from '@keyan/kernel/definition/resource.ts';
import { reviewItem as itemShape } from './review-item.ts';
import { reviewSet as setShape } from './review-set.ts';
import { type ReviewTask, reviewTask as taskShape } from './review-task.ts';
import { type ReviewedOptions, reviewedMixin } from './reviewed.ts';

/** Resource without its field types, as parameters of the engine expect. */
export const untypedKind = (shape: object): Resource => shape as Resource;
export const itemKind = untypedKind(itemShape);
export const setKind = untypedKind(setShape);
export const taskKind = untypedKind(taskShape);

export type StoredItem = StoredRow & RowOf<typeof itemShape.fields>;
export type StoredSet = StoredRow & RowOf<typeof setShape.fields>;
export type StoredTask = StoredRow & ReviewTask;

/** Reviewable kind with its options. */
export interface ReviewedKind {
  readonly resource: Resource;
  readonly options: ReviewedOptions;
}

/** Reviewable kind of a process; undefined if its kind has no review. */
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

/** First kind of a target, whose criteria are proposed. */
export const reviewedAs = (
  resources: Iterable<Resource>,
  target: string | null,
): ReviewedKind | undefined =>
  reviewedKindOfProcess(resources, ({ options }) => options.target === target);

/** Kind of a reviewed record. */
export const kindOfItem = (
  resources: ReadonlyMap<string, Resource>,
  { resource: key }: Pick<StoredItem, 'resource'>,
): ReviewedKind | undefined => {
  const resource = resources.get(key ?? '');
  const options = resource && reviewedMixin.optionsOf(resource);
  return options ? { resource, options } : undefined;
};

/** Stored record of another resource, without a lock; undefined if deleted. */
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

/** Title of a record of any resource; empty if deleted. */
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

/** Ids selected by a statement. */
export const idsFound = async (
  session: Session,
  sql: string,
  parameters: readonly unknown[],
): Promise<readonly string[]> => {
  const rows = await session.query<{ id: string }>(sql, [session.tenantId, ...parameters]);
  return rows.map(({ id }) => id);
};
