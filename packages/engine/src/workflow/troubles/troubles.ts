import type { Label } from '@keyan/kernel/label.ts';
import { stepLabel } from '@keyan/kernel/workflow/diagram.ts';
import { nodeById } from '@keyan/kernel/workflow/graph.ts';
import type { Session, Tx } from '../../store/connection/database.ts';
import type { Ids } from '../../store/schema/ids.ts';
import { likeLiteral } from '../../store/statements/conditions.ts';
import { totalOfPage } from '../../store/statements/total.ts';
import { graphsOf } from '../drawings/definitions.ts';
import { invariants, type RecordTable, violationsOf } from '../runtime/invariants.ts';
import type { ManagedKinds } from '../runtime/subject.ts';
import { openTroubles } from './open-trouble.ts';

/** One reason per invariant; `kind` also keeps other reasons apart from these. */
const kindOf = (number: number): string => `invariant ${number}`;

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
      { instance, node, kind: kindOf(number), text: name },
    ]),
  );
  await openTroubles(tx, ids, [...found.values()], now);
  await tx.query(solveText, [tx.tenantId, now]);
  return found.size;
};

/** Data that an administrator sees of a process that cannot go on as it is. */
export interface ProcessTrouble {
  readonly id: string;
  readonly instance: string;
  readonly kind: string;
  readonly business: string;
  readonly title: string;
  /** Empty where it is about the whole process. */
  readonly node: string;
  readonly nodeName: Label;
  readonly text: Label;
  /** How often it was found. */
  readonly count: number;
  readonly since: Date;
  readonly last: Date;
  readonly solved: Date | null;
  /** The process goes on. */
  readonly running: boolean;
}

export interface TroubleQuery {
  /** From 1. */
  readonly current: number;
  readonly size: number;
  readonly solved: boolean;
  readonly kind?: string | undefined;
  /** Any part of the title of the process. */
  readonly title?: string | undefined;
  readonly instance?: string | undefined;
}

interface StoredTrouble extends Omit<ProcessTrouble, 'nodeName'> {
  readonly definition: string;
  readonly total: string;
}

/**
 * The open or the solved troubles of the processes that a manager manages, the newest first, with
 * the exact total.
 */
export const listTroubles = async (
  session: Session,
  kinds: ManagedKinds,
  query: TroubleQuery,
): Promise<{ readonly troubles: readonly ProcessTrouble[]; readonly total: number }> => {
  const { current, size } = query;
  const rows = await session.query<StoredTrouble>(
    `select t.id::text, t.instance_id::text as instance, i.kind, i.business_id::text as business,
        i.title, t.node, t.text, t.count, t.first_at as since, t.last_at as last,
        t.solved_at as solved, i.status = 'RUN' as running, i.definition_id::text as definition,
        count(*) over () as total
       from wf_trouble t
       join wf_instance i on i.tenant_id = t.tenant_id and i.id = t.instance_id
      where t.tenant_id = $1 and (t.solved_at is not null) = $2
        and ($3::text[] is null or i.kind = any($3)) and ($4::text is null or i.kind = $4)
        and ($5::text is null or i.title ilike $5) and ($6::bigint is null or i.id = $6)
      order by coalesce(t.solved_at, t.first_at) desc, t.id desc limit $7 offset $8`,
    [
      session.tenantId,
      query.solved,
      kinds === 'all' ? null : kinds,
      query.kind || null,
      query.title ? `%${likeLiteral(query.title)}%` : null,
      query.instance || null,
      size,
      (current - 1) * size,
    ],
  );
  const graphs = await graphsOf(
    session,
    rows.map(({ definition }) => definition),
  );
  return {
    total: await totalOfPage(rows, current, () =>
      listTroubles(session, kinds, { ...query, current: 1, size: 1 }),
    ),
    troubles: rows.map((row) => {
      const graph = graphs.get(row.definition);
      const step = graph && nodeById(graph, row.node);
      return { ...row, nodeName: step ? stepLabel(step) : [row.node, row.node] };
    }),
  };
};
