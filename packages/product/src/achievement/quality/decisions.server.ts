import { actorId } from '@keyan/engine/base/actors.ts';
import type { TransactionContext } from '@keyan/engine/records/behaviour.ts';
import type { Session, Tx } from '@keyan/engine/store/connection/database.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import type { DeskKey } from './judge.server.ts';
import type { DecisionRow } from './quality.ts';

/** Decision of the quality desk as stored. */
interface Decision {
  readonly topic: DecisionRow['topic'];
  readonly kind: Resource;
  readonly record: string;
  readonly other: DeskKey | null;
  readonly subject: string;
  /** Digest of the content decided on; with another digest the question is open again. */
  readonly digest: string;
  /** Description of the subject, for display after the records are deleted. */
  readonly text: string;
  readonly reason: string;
}

/** Stores a decision; replaces an earlier one on the same subject. */
export const saveDecision = (
  { engine, tx, actor, now }: TransactionContext,
  { topic, kind, record, other, subject, digest, text, reason }: Decision,
): void =>
  tx.send({
    sql: `insert into quality_decision (tenant_id, id, topic, resource, record_id, other_resource,
            other_id, subject, digest, text, reason, decided_by, decided_at)
          values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
          on conflict (tenant_id, topic, resource, record_id, subject) do update
            set digest = excluded.digest, text = excluded.text, reason = excluded.reason,
              decided_by = excluded.decided_by, decided_at = excluded.decided_at`,
    parameters: [
      tx.tenantId,
      engine.ids.next(),
      topic,
      kind.key,
      record,
      other?.resource ?? null,
      other?.id ?? null,
      subject,
      digest,
      text,
      reason,
      actorId(actor),
      now,
    ],
  });

/** Deletes a finding. */
export const removeFinding = (
  tx: Tx,
  topic: string,
  kind: Resource,
  record: string,
  subject: string,
) =>
  tx.send({
    sql: `delete from quality_finding where tenant_id = $1 and topic = $2 and resource = $3
            and record_id = $4 and subject = $5`,
    parameters: [tx.tenantId, topic, kind.key, record, subject],
  });

/** Reads who merged a record into another; null if nobody did. */
export const mergedBy = async (
  session: Session,
  kind: Resource,
  id: string,
): Promise<{ readonly into: DeskKey; readonly name: string } | null> => {
  const [row] = await session.query<DeskKey & { name: string | null }>(
    `select d.other_resource as resource, d.other_id::text as id, u.real_name as name from quality_decision d
       left join users u on u.tenant_id = d.tenant_id and u.id = d.decided_by
      where d.tenant_id = $1 and d.topic = 'merged' and d.resource = $2 and d.record_id = $3`,
    [session.tenantId, kind.key, id],
  );
  return row ? { into: { resource: row.resource, id: row.id }, name: row.name ?? '' } : null;
};
