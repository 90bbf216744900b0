import type { RowLike } from '@keyan/kernel/values/row.ts';
import type { Statement, Tx } from '../store/connection/database.ts';

/** Reference to a record: key of its resource, and its id. */
export interface RecordName {
  readonly resource: string;
  readonly id: string;
}

/** Effect that holds on a record because another record is in a given state. */
export interface EffectInForce {
  /** Record whose state causes the effect, and the name of the effect. */
  readonly source: RecordName;
  readonly effect: string;
  readonly kind: 'write' | 'create';
  readonly target: RecordName;
  /** Position among the writes on the target; a later write covers an earlier one. */
  readonly place: number;
  /** Values of the fields before the effect; empty for a record that the effect created. */
  readonly before: RowLike;
  /** Values that the effect wrote. */
  readonly after: RowLike;
}

interface StoredStanding {
  resource: string;
  source_id: string;
  effect: string;
  kind: EffectInForce['kind'];
  target: string;
  target_id: string;
  place: number;
  before: RowLike;
  after: RowLike;
}

const columns =
  'resource, source_id, effect, kind, target, target_id, place, before, after' as const;

const ask = async (tx: Tx, condition: string, { resource, id }: RecordName) => {
  const rows = await tx.query<StoredStanding>(
    `select ${columns} from standing where tenant_id = $1 and ${condition} order by place`,
    [tx.tenantId, resource, id],
  );
  return rows.map(
    (row): EffectInForce => ({
      source: { resource: row.resource, id: row.source_id },
      effect: row.effect,
      kind: row.kind,
      target: { resource: row.target, id: row.target_id },
      place: row.place,
      before: row.before,
      after: row.after,
    }),
  );
};

/** Returns the effects that this record causes; the caller holds the lock of the record. */
export const effectsInForce = (tx: Tx, source: RecordName): Promise<readonly EffectInForce[]> =>
  ask(tx, 'resource = $2 and source_id = $3', source);

/** Returns the effects that write this record, oldest first; the caller holds the lock of the record. */
export const writesOn = (tx: Tx, target: RecordName): Promise<readonly EffectInForce[]> =>
  ask(tx, `target = $2 and target_id = $3 and kind = 'write'`, target);

/** Returns the position of the newest write on this record, 0 for none; the caller holds the lock of the record. */
export const lastWritePosition = async (tx: Tx, { resource, id }: RecordName): Promise<number> => {
  const [row] = await tx.query<{ place: number }>(
    `select place from standing where tenant_id = $1 and target_id = $2 and target = $3
        and kind = 'write' order by place desc limit 1`,
    [tx.tenantId, id, resource],
  );
  return row?.place ?? 0;
};

/** Stores an effect that begins or whose values changed. */
export const storeEffect = (tenantId: string, one: EffectInForce): Statement => ({
  sql: `insert into standing (tenant_id, ${columns})
        values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
        on conflict (tenant_id, resource, source_id, effect, target_id) do update
          set before = excluded.before, after = excluded.after`,
  parameters: [
    tenantId,
    one.source.resource,
    one.source.id,
    one.effect,
    one.kind,
    one.target.resource,
    one.target.id,
    one.place,
    JSON.stringify(one.before),
    JSON.stringify(one.after),
  ],
});

/** Deletes an effect that ended. */
export const removeEffect = (
  tenantId: string,
  { source, effect, target }: EffectInForce,
): Statement => ({
  sql: `delete from standing where tenant_id = $1 and resource = $2 and source_id = $3
          and effect = $4 and target_id = $5`,
  parameters: [tenantId, source.resource, source.id, effect, target.id],
});
