import type { Engine } from '@keyan/engine/engine.ts';
import type { Tx } from '@keyan/engine/store/database.ts';
import type { Change } from '@keyan/kernel/diff.ts';
import type { Resource } from '@keyan/kernel/resource.ts';

/** One act on one record, for acts that go another way than the commands of its definition. */
export interface Act {
  readonly resource: Pick<Resource, 'key'>;
  readonly id: string;
  readonly action: 'create' | 'update' | 'remove';
  /** The record's version after the act. */
  readonly version: number;
  readonly changes: readonly Change[];
  readonly note?: string;
}

/** Who acts, as histories print it. Id 0 is nobody who has an account. */
export interface Author {
  readonly id: string;
  readonly name: string;
}

/** Writes an act into the history, in the transaction that does it. */
export const recordAct = async (
  tx: Tx,
  engine: Pick<Engine, 'ids' | 'clock'>,
  author: Author,
  act: Act,
): Promise<void> => {
  await tx.query(
    `insert into history (tenant_id, id, resource, business_id, action, actor_id, actor_name, time,
       version, note, changes)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
    [
      tx.tenantId,
      engine.ids.next(),
      act.resource.key,
      act.id,
      act.action,
      author.id,
      author.name,
      engine.clock(),
      act.version,
      act.note ?? null,
      JSON.stringify(act.changes),
    ],
  );
};
