import type { Engine } from '@keyan/engine/engine.ts';
import type { Tx } from '@keyan/engine/store/connection/database.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import type { Change } from '@keyan/kernel/records/diff.ts';

/** A change of a record by a call that is none of the commands of its definition. */
export interface AuditEntry {
  readonly resource: Pick<Resource, 'key'>;
  readonly id: string;
  readonly action: 'create' | 'update' | 'remove';
  /** The version of the record after the change. */
  readonly version: number;
  readonly changes: readonly Change[];
  readonly note?: string;
}

/** The author of an entry, as histories print it; id 0 has no account. */
export interface EntryAuthor {
  readonly id: string;
  readonly name: string;
}

/** Writes the change into the history, in the transaction that makes it. */
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
