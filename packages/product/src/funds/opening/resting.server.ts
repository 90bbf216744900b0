import type { TransactionContext } from '@keyan/engine/records/behaviour.ts';
import { snakeCase } from '@keyan/kernel/definition/resource.ts';
import { type Label, say } from '@keyan/kernel/label.ts';
import { fundsOpening } from './funds-opening.ts';

/** A record that takes money of a project, so that its opening balance stays. */
export interface RestingRecord {
  /** Id of the opening balance. */
  readonly openingId: string;
  /** Title of the project. */
  readonly project: string;
  readonly kind: Label;
  /** Number or title of the record. */
  readonly number: string;
}

interface Found {
  readonly openingId: string;
  readonly project: string;
  readonly source: string;
  readonly sourceId: string;
}

/** Records that hold, spend or settle money of the projects of these opening balances, at most `most`. */
export const recordsRestingOnOpenings = async (
  { engine, tx }: Pick<TransactionContext, 'engine' | 'tx'>,
  ids: readonly string[],
  most = 20,
): Promise<readonly RestingRecord[]> => {
  const found = await tx.query<Found>(
    `select o.id::text as "openingId", o.program_name as project, e.source, e.source_id::text as "sourceId"
       from funds_opening o
       join ledger_funds e on e.tenant_id = o.tenant_id and e.owner_id = o.program_id and e.source <> $3
      where o.tenant_id = $1 and o.id = any($2::bigint[])
      group by 1, 2, 3, 4
     having sum(e.held) <> 0 or sum(e.spent) <> 0 or sum(e.settled) <> 0
      order by min(e.id) limit $4`,
    [tx.tenantId, ids, fundsOpening.key, most],
  );
  return Promise.all(
    found.map(async ({ source, sourceId, ...one }) => {
      const kind = engine.resources.get(source);
      const column = kind?.number?.field ?? kind?.title;
      const [row] =
        kind && column
          ? await tx.query<{ readonly number: string | null }>(
              `select ${snakeCase(column)} as number from "${kind.table}" where tenant_id = $1 and id = $2`,
              [tx.tenantId, sourceId],
            )
          : [];
      return {
        ...one,
        kind: kind?.label ?? ([source, source] as const),
        number: row?.number ?? sourceId,
      };
    }),
  );
};

/** A resting record in words, for a refusal. */
export const restingText = ({ project, kind, number }: RestingRecord): Label => [
  `项目【${project}】已有${say(kind, 'zh')} ${number}`,
  `project “${project}” has ${say(kind, 'en')} ${number}`,
];
