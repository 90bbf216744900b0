import type { Session, Tx } from '../store/database.ts';
import type { Ids } from '../store/ids.ts';
import { invariants, type RecordTable, violationsOf } from './invariants.ts';

/** One reason per invariant; `kind` also keeps other reasons apart from these. */
const kindOf = (number: number): string => `invariant ${number}`;

const saveText = `
  insert into wf_trouble (tenant_id, id, instance_id, node, kind, text, first_at, last_at)
    select $1, r.id, r.instance, r.node, r.kind, r.text, $3, $3
      from jsonb_to_recordset($2::jsonb)
        as r(id bigint, instance bigint, node text, kind text, text jsonb)
  on conflict (tenant_id, instance_id, node, kind) where solved_at is null
    do update set count = wf_trouble.count + 1, last_at = excluded.last_at, text = excluded.text`;

const solveText = `
  update wf_trouble set solved_at = $2
   where tenant_id = $1 and solved_at is null and kind like 'invariant %' and last_at < $2`;

/**
 * Checks the processes of a tenant and keeps one open row of `wf_trouble` for each violation: found
 * again it is counted, no longer found it is solved.
 * @returns how many violations there are now.
 */
export const recordTroubles = async (
  tx: Tx,
  ids: Ids,
  tables: readonly RecordTable[],
  now: Date,
): Promise<number> => {
  const checked = invariants.filter(({ inPlaysOnly }) => !inPlaysOnly);
  const violations = await violationsOf(tx, tables, checked);
  const found = new Map(
    violations.map(({ invariant: { number, name }, instance, node }) => [
      `${instance} ${node} ${number}`,
      { id: ids.next(), instance, node, kind: kindOf(number), text: name },
    ]),
  );
  await tx.query(saveText, [tx.tenantId, JSON.stringify([...found.values()]), now]);
  await tx.query(solveText, [tx.tenantId, now]);
  return found.size;
};

/** What an administrator sees of a process that cannot go on as it is. */
export interface Trouble {
  readonly id: string;
  readonly instance: string;
  readonly kind: string;
  readonly business: string;
  readonly title: string;
  readonly node: string;
  readonly text: readonly [zh: string, en: string];
  /** How often it was found. */
  readonly count: number;
  readonly since: Date;
  readonly last: Date;
}

/** The open troubles of a tenant, the newest first; at most 200. */
export const listTroubles = (session: Session): Promise<readonly Trouble[]> =>
  session.query<Trouble>(
    `select t.id::text, t.instance_id::text as instance, i.kind, i.business_id::text as business,
        i.title, t.node, t.text, t.count, t.first_at as since, t.last_at as last
       from wf_trouble t
       join wf_instance i on i.tenant_id = t.tenant_id and i.id = t.instance_id
      where t.tenant_id = $1 and t.solved_at is null
      order by t.first_at desc, t.id desc limit 200`,
    [session.tenantId],
  );
