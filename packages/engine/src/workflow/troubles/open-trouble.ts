import type { Label } from '@keyan/kernel/label.ts';
import type { Tx } from '../../store/connection/database.ts';
import type { Ids } from '../../store/schema/ids.ts';

/** Why a process cannot go on as it is. */
export interface NewTrouble {
  readonly instance: string;
  readonly node: string;
  /** One reason of several: `invariant 4`, `call`. */
  readonly kind: string;
  readonly text: Label;
}

const saveText = `
  insert into wf_trouble (tenant_id, id, instance_id, node, kind, text, first_at, last_at)
    select $1, r.id, r.instance, r.node, r.kind, r.text, $3, $3
      from jsonb_to_recordset($2::jsonb)
        as r(id bigint, instance bigint, node text, kind text, text jsonb)
  on conflict (tenant_id, instance_id, node, kind) where solved_at is null
    do update set count = wf_trouble.count + 1, last_at = excluded.last_at, text = excluded.text`;

/** Keeps one open row for each reason; found again it is counted. */
export const openTroubles = async (
  tx: Tx,
  ids: Ids,
  found: readonly NewTrouble[],
  now: Date,
): Promise<void> => {
  const rows = found.map((trouble) => ({ ...trouble, id: ids.next() }));
  await tx.query(saveText, [tx.tenantId, JSON.stringify(rows), now]);
};
