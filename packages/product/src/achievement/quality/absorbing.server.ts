import type { CommandTransaction } from '@keyan/engine/commands/context.ts';
import type { StoredRow } from '@keyan/engine/records/behaviour.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import type { Label } from '@keyan/kernel/label.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { registeredThesisHandling } from '../collection/registered.server.ts';
import { thesis } from '../collection/thesis.ts';

/** Functions of a resource whose records may describe a registered achievement. */
export interface AbsorbRecord {
  /** Returns why the record cannot be linked now; null if it can. */
  hindrance(row: RowLike): Label | null;
  /** Returns the values that the achievement takes over, in addition to the chosen ones. */
  brings(achievement: StoredRow, row: StoredRow): RowLike;
  /** Links the record to the achievement. */
  absorb(
    transaction: CommandTransaction,
    row: StoredRow,
    achievement: StoredRow,
    note: Label,
  ): Promise<void>;
}

/** Functions by resource key, for resources with the mixin `absorbed`. */
const absorbers: ReadonlyMap<string, AbsorbRecord> = new Map([
  [thesis.key, registeredThesisHandling],
]);

export const absorbRecordOf = (kind: Resource): AbsorbRecord | undefined => absorbers.get(kind.key);
