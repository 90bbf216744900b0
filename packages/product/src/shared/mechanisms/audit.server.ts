import type { Engine } from '@keyan/engine/engine.ts';
import type { Tx } from '@keyan/engine/store/connection/database.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import type { Change } from '@keyan/kernel/records/diff.ts';

/** Change of a record by a call outside of its definition’s commands. */
export interface AuditEntry {
  readonly resource: Pick<Resource, 'key'>;
  readonly id: string;
  readonly action: 'create' | 'update' | 'remove';
  /** Version of the record after the change. */
  readonly version: number;
  readonly changes: readonly Change[];
  readonly note?: string;
}

/** Author of a history entry; id 0 means no account. */
export interface EntryAuthor {
  readonly id: string;
  readonly name: string;
}

/** Writes a history entry in the transaction of the change. */
export const writeAuditEntry = (
  tx: Tx,
  engine: Pick<Engine, 'ids' | 'clock' | 'store'>,
  author: EntryAuthor,
  { resource, id, action, version, changes, note }: AuditEntry,
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
