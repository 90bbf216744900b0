import type { CommandTransaction } from '@keyan/engine/commands/context.ts';
import type { StoredRow } from '@keyan/engine/records/behaviour.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import type { Label } from '@keyan/kernel/label.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { registeredThesisHandling } from '../collection/registered.server.ts';
import { thesis } from '../collection/thesis.ts';

/** Handling of a record that turns out to be about a registered achievement. */
export interface AbsorbRecord {
  /** Why it cannot be taken over now; null where it can. */
  hindrance(row: RowLike): Label | null;
  /** Values that the achievement gets from it beside the fields that somebody chooses. */
  brings(achievement: StoredRow, row: StoredRow): RowLike;
  /** The record says where it went. */
  absorb(
    transaction: CommandTransaction,
    row: StoredRow,
    achievement: StoredRow,
    note: Label,
  ): Promise<void>;
}

/** By kind: those that have the mixin `absorbed`. */
const absorbers: ReadonlyMap<string, AbsorbRecord> = new Map([
  [thesis.key, registeredThesisHandling],
]);

export const absorbRecordOf = (kind: Resource): AbsorbRecord | undefined => absorbers.get(kind.key);
