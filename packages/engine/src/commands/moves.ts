import type { RecordMove } from '@keyan/kernel/definition/life/moves.ts';
import { codesAtPlace, isAtPlace } from '@keyan/kernel/definition/life/states.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { Refused } from '@keyan/kernel/errors.ts';
import { anyOf, equals } from '@keyan/kernel/records/query.ts';
import { isId } from '@keyan/kernel/values/id.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import type { StoredRow } from '../records/behaviour.ts';
import { createListQuery } from '../records/list-query.ts';
import { lockTarget } from '../records/lock.ts';
import type { CommandTransaction } from './context.ts';

/** Locked records that one move of an action changes. */
export interface LockedMove {
  readonly move: RecordMove<never>;
  readonly resource: Resource;
  readonly rows: readonly StoredRow[];
}

const targetOf = ({ engine }: CommandTransaction, { kind }: RecordMove<never>): Resource => {
  const target = engine.store.catalog.target(kind.key);
  if (!target) throw new Error(`an action moves records of ${kind.key}, which is none`);
  return target;
};

/**
 * Returns true if the records of a move are locked before records of this kind, by the ranks that prevent deadlocks.
 */
export const isLockedBefore =
  (transaction: CommandTransaction, resource: Resource) =>
  (move: RecordMove<never>): boolean => {
    const { rankOf } = transaction.engine.store.catalog;
    return rankOf(move.kind.key) > rankOf(resource.key);
  };

/**
 * Locks the records that move with this record, in ascending order of id.
 * @param input values of the dialog; a value that is no id is ignored
 */
export const lockMovingRecords = async (
  transaction: CommandTransaction,
  id: string,
  moves: readonly RecordMove<never>[],
  input: RowLike,
): Promise<readonly LockedMove[]> => {
  const found: LockedMove[] = [];
  for (const move of moves) {
    const resource = targetOf(transaction, move);
    const begins = resource.actions?.[move.action] ?? { from: [] };
    const place = codesAtPlace(resource, begins);
    const named = Object.entries(move.where ?? {}).map(([field, name]) => [field, input[name]]);
    const isNamed = named.every(([, value]) => isId(value));
    const question = {
      where: [
        equals(move.by, id),
        ...named.map(([field, value]) => equals(String(field), value)),
        ...(place ? [anyOf(place.field, place.codes)] : []),
      ],
      sort: [{ field: 'id', descending: false }],
      page: 1,
      size: 2_147_483_647,
    };
    const system = { ...transaction, actor: { system: '', tenantId: transaction.tx.tenantId } };
    const { shape, values } = createListQuery(system, resource, question, true);
    const [read] = isNamed
      ? await transaction.tx.query<{ ids: readonly string[] }>(
          transaction.engine.store.reader.ids(shape).bind(values),
        )
      : [];
    const rows: StoredRow[] = [];
    for (const one of read?.ids ?? []) {
      const row = await lockTarget(transaction, resource, one);
      if (row && isAtPlace(resource, row, begins)) rows.push(row);
    }
    found.push({ move, resource, rows });
  }
  return found;
};

/** @throws Refused if one of these records may not be moved. */
export const assertMovable = (moving: readonly LockedMove[], input: RowLike): void => {
  for (const { move, rows } of moving) {
    const reason = move.refuse?.(rows, input);
    if (reason) throw new Refused(reason);
  }
};
