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
export const recordAct = (
  tx: Tx,
  engine: Pick<Engine, 'ids' | 'clock' | 'store'>,
  author: Author,
  { resource, id, action, version, changes, note }: Act,
): void =>
  tx.send(
    engine.store.writer.history(
      resource,
      { tenantId: tx.tenantId, id, version },
      {
        id: engine.ids.next(),
        action,
        actorId: author.id,
        actorName: author.name,
        time: engine.clock(),
        note: note ?? null,
        changes,
      },
    ),
  );
