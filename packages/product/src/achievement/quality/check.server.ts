import { batchPauser } from '@keyan/engine/base/yielding.ts';
import type { Engine, EngineJob } from '@keyan/engine/engine.ts';
import { everyHour } from '@keyan/engine/jobs/schedule.ts';
import type { Session, Tx } from '@keyan/engine/store/connection/database.ts';
import { shapeOf } from '@keyan/engine/store/schema/shape.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { judgeRecords } from './judge.server.ts';
import { deskKinds, journalFieldOf, statusColumnOf } from './records.server.ts';

/** Number of records per transaction. */
const atOnce = 60;
/** Days between two checks of all records; names of staff and journals change, too. */
const passDays = 7;
const day = 86_400_000;
/**
 * Overlap when reading the history, as part of an id: a transaction may commit its entry later than others that began
 * after it, so ten minutes are read twice.
 */
const overlap = 600_000n << 22n;

interface Progress {
  readonly after: string | null;
  readonly passed: Date | null;
  readonly history: string;
}

const progressOf = async (session: Session, kind: Resource): Promise<Progress | undefined> => {
  const [row] = await session.query<Progress>(
    `select after_id::text as after, passed_at as passed, history_id::text as history
       from quality_progress where tenant_id = $1 and resource = $2`,
    [session.tenantId, kind.key],
  );
  return row;
};

const keep = (tx: Tx, kind: Resource, { after, passed, history }: Progress): void =>
  tx.send({
    sql: `insert into quality_progress (tenant_id, resource, after_id, passed_at, history_id)
          values ($1, $2, $3, $4, $5) on conflict (tenant_id, resource) do update
            set after_id = excluded.after_id, passed_at = excluded.passed_at,
              history_id = excluded.history_id`,
    parameters: [tx.tenantId, kind.key, after, passed, history],
  });

const lastHistory = async (session: Session): Promise<string> => {
  const [row] = await session.query<{ id: string | null }>(
    'select max(id)::text as id from history where tenant_id = $1',
    [session.tenantId],
  );
  return row?.id ?? '0';
};

const nextIds = async (
  session: Session,
  kind: Resource,
  after: string,
): Promise<readonly string[]> => {
  const rows = await session.query<{ id: string }>(
    `select r.id::text from ${shapeOf(kind).table} r
      where r.tenant_id = $1 and r.id > $2 and r.is_deleted = 0 and ${statusColumnOf(kind).isOpen}
      order by r.id limit ${atOnce}`,
    [session.tenantId, after],
  );
  return rows.map(({ id }) => id);
};

type Given = Pick<Engine, 'database' | 'clock' | 'ids' | 'resources'>;

/** Checks one batch of all records. @returns the number of checked records */
const passOn = (engine: Given, tenantId: string, kind: Resource): Promise<number> =>
  engine.database.transaction(tenantId, async (tx) => {
    const now = engine.clock();
    const known = await progressOf(tx, kind);
    const isDue = !known?.passed || now.getTime() - known.passed.getTime() >= passDays * day;
    if (known && known.after === null && !isDue) return 0;
    // Changes from here on are found in the history, however long the check takes.
    const history = known?.history ?? (await lastHistory(tx));
    const ids = await nextIds(tx, kind, known?.after ?? '0');
    await judgeRecords(engine, tx, kind, ids);
    const isDone = ids.length < atOnce;
    keep(tx, kind, {
      after: isDone ? null : (ids.at(-1) ?? null),
      passed: isDone ? now : (known?.passed ?? null),
      history,
    });
    return ids.length;
  });

const inBatches = function* (ids: readonly string[]): Generator<readonly string[]> {
  for (let from = 0; from < ids.length; from += atOnce) yield ids.slice(from, from + atOnce);
};

/** Reads changes since the last check: ids of records, and whether the journal catalogue changed. */
const changedSince = async (session: Session, kind: Resource, after: string) => {
  const from = BigInt(after) > overlap ? String(BigInt(after) - overlap) : '0';
  const rows = await session.query<{ id: string; resource: string }>(
    `select distinct business_id::text as id, resource from history
      where tenant_id = $1 and id > $2 and resource = any($3)`,
    [session.tenantId, from, [kind.key, 'journal']],
  );
  return {
    ids: rows.filter(({ resource }) => resource === kind.key).map(({ id }) => id),
    isCatalogue: rows.some(({ resource }) => resource === 'journal'),
  };
};

/** Reads records whose journal had no edition, since an edition may have been added. */
const withoutJournal = async (session: Session, kind: Resource): Promise<readonly string[]> => {
  const rows = await session.query<{ id: string }>(
    `select record_id::text as id from quality_finding
      where tenant_id = $1 and topic = 'journal' and resource = $2`,
    [session.tenantId, kind.key],
  );
  return rows.map(({ id }) => id);
};

/** Function that stops or pauses a long check. */
interface Pace {
  readonly signal: AbortSignal;
  readonly rest: (signal: AbortSignal) => Promise<void>;
}

/** Checks changed records. @returns their number */
const followChanges = async (
  engine: Given,
  tenantId: string,
  kind: Resource,
  { signal, rest }: Pace,
): Promise<number> => {
  const { ids, history, known } = await engine.database.read(tenantId, async (session) => {
    const progress = await progressOf(session, kind);
    const last = await lastHistory(session);
    const changed = await changedSince(session, kind, progress?.history ?? last);
    const more =
      changed.isCatalogue && journalFieldOf(kind) ? await withoutJournal(session, kind) : [];
    return { ids: [...new Set([...changed.ids, ...more])], history: last, known: progress };
  });
  for (const batch of inBatches(ids)) {
    signal.throwIfAborted();
    await engine.database.transaction(tenantId, (tx) => judgeRecords(engine, tx, kind, batch));
    await rest(signal);
  }
  if (known && known.history !== history) {
    await engine.database.transaction(tenantId, async (tx) => {
      tx.send({
        sql: 'update quality_progress set history_id = $3 where tenant_id = $1 and resource = $2',
        parameters: [tenantId, kind.key, history],
      });
    });
  }
  return ids.length;
};

/**
 * Job that checks all resources of the quality desk: first all records, then changed ones, and weekly all again. An
 * interrupted check continues.
 */
export const checkQuality: EngineJob = {
  name: 'quality-check',
  label: ['数据质量检查', 'Data quality check'],
  at: everyHour(20),
  atStart: true,
  run: async ({ tenantId, signal }, engine) => {
    let done = 0;
    const rest = batchPauser();
    for (const kind of deskKinds(engine.resources.values())) {
      for (let count = atOnce; count === atOnce; ) {
        signal.throwIfAborted();
        count = await passOn(engine, tenantId, kind);
        done += count;
        await rest(signal);
      }
      done += await followChanges(engine, tenantId, kind, { signal, rest });
    }
    return { done };
  },
};
