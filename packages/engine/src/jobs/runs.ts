/**
 * Table of runs, `job_run`: queue, outbox and history in one. A run is open until `ended_at`; it is taken while
 * `process` names its process and `alive_at` is recent.
 */
import type { Database, Session, Statement, Tx } from '../store/connection/database.ts';
import type { QueuedJob, QueueOptions } from './port.ts';

/** Attempts before a run counts as failed, unless its job sets another number. */
export const maxTries = 5;
/** Seconds without renewal after which a run counts as lost with its process. */
export const maxSilenceSeconds = 60;

const lostBefore = (now: Date): Date => new Date(now.getTime() - maxSilenceSeconds * 1000);

/** Run that this process has taken. */
export interface ClaimedRun {
  readonly id: string;
  readonly job: string;
  readonly data: unknown;
  readonly tries: number;
  /** Number of things left by the attempts before this one. */
  readonly left: number;
  /** True if this attempt is the last. */
  readonly isLast: boolean;
  readonly askedBy: string | null;
}

/**
 * Equal work that is queued, also between attempts, is not queued twice: it becomes due now, with the data and the
 * person of the last request. Nobody takes it before the requesting transaction has ended, so that it sees what was
 * written. Work in progress may have read already: another run follows it.
 */
const queueText = `
  with again as (
    update job_run set due_at = least(due_at, $8::timestamptz), tries = 0, most_tries = $7::smallint,
        left_over = 0, data = $5::jsonb, asked_by = coalesce($6::bigint, asked_by)
     where tenant_id = $1 and job = $3 and key = $4
       and started_at is not null and process is null and ended_at is null and not stop_asked
    returning id)
  insert into job_run (tenant_id, id, job, key, data, asked_by, most_tries, create_time, due_at)
  select $1::varchar, $2::bigint, $3::text, $4::text, $5, $6, $7, $8, $8
   where not exists (select 1 from again)
  on conflict (tenant_id, job, key) where started_at is null and ended_at is null
  do update set due_at = least(job_run.due_at, excluded.due_at), data = excluded.data,
      asked_by = coalesce(excluded.asked_by, job_run.asked_by)`;

/** Queues work that is due now. */
export const queueRun = (
  tenantId: string,
  id: string,
  { name, tries = maxTries }: QueuedJob,
  data: object,
  now: Date,
  { key = id, by }: QueueOptions = {},
): Statement => ({
  sql: queueText,
  parameters: [tenantId, id, name, key, JSON.stringify(data), by ?? null, tries, now],
});

/** Scheduled run that is due. */
export interface PlannedRun {
  readonly id: string;
  readonly job: string;
  readonly time: Date;
  readonly tries: number;
}

/**
 * Queues a run for each scheduled time for which no equal or later run exists. While a scheduled run is open, the next
 * waits. Of many processes one queues it: a unique index decides.
 */
const planText = `
  insert into job_run (tenant_id, id, job, key, planned_at, most_tries, create_time, due_at)
  select $1::varchar, p.id, p.job, p.id::text, p.time, p.tries, $3::timestamptz, p.time
    from jsonb_to_recordset($2::jsonb) as p(id bigint, job text, time timestamptz, tries int)
   where not exists (select 1 from job_run r
     where r.tenant_id = $1 and r.job = p.job
       and (r.planned_at >= p.time or r.planned_at is not null and r.ended_at is null))
  on conflict do nothing`;

export const planRuns = (
  tx: Tx,
  tenantId: string,
  planned: readonly PlannedRun[],
  now: Date,
): Promise<unknown> => tx.query(planText, [tenantId, JSON.stringify(planned), now]);

/** A run that was lost with its process too often, or that was stopped, is not taken again. */
const endLostText = `
  update job_run set ended_at = $2::timestamptz, process = null,
      outcome = case when stop_asked then 'stopped' else 'failed' end,
      error = coalesce(error, case when stop_asked then null else 'its process died' end)
   where tenant_id = $1 and ended_at is null
     and (stop_asked or tries >= most_tries)
     and (process is null or alive_at < $3)`;

export const endLostRuns = (tx: Tx, tenantId: string, now: Date): Promise<unknown> =>
  tx.query(endLostText, [tenantId, now, lostBefore(now)]);

const takeText = `
  update job_run set process = $4, tries = tries + 1, alive_at = $2::timestamptz,
      started_at = coalesce(started_at, $2::timestamptz)
   where tenant_id = $1 and id = (
     select id from job_run r
      where tenant_id = $1 and ended_at is null and due_at <= $2 and job = any($3)
        and not stop_asked and tries < most_tries
        and (process is null or alive_at < $5)
        and not exists (select 1 from job_run u
          where u.tenant_id = $1 and u.job = r.job and u.key = r.key and u.id <> r.id
            and u.process is not null and u.ended_at is null)
      order by due_at, id limit 1 for update skip locked)
  returning id::text, job, data, tries, left_over as left, tries >= most_tries as "isLast",
    asked_by::text as "askedBy"`;

/**
 * Ignores the error of a unique index which means that equal work is in progress; rethrows other errors. No run was
 * changed.
 */
export const isDuplicateRun = (error: unknown): readonly [] => {
  if ((error as { readonly code?: string }).code !== '23505') throw error;
  return [];
};

/**
 * Takes the run of these jobs that has been due longest; of two processes one gets it. A run with the key of a run in
 * progress waits.
 */
export const claimRun = async (
  database: Database,
  tenantId: string,
  jobs: readonly string[],
  process: string,
  now: Date,
): Promise<ClaimedRun | null> => {
  const [taken] = await database
    .transaction(tenantId, (tx) =>
      tx.query<ClaimedRun>(takeText, [tenantId, now, jobs, process, lostBefore(now)]),
    )
    .catch(isDuplicateRun);
  return taken ?? null;
};

const aliveText = `
  update job_run set alive_at = $3
   where tenant_id = $1 and id = any($2::bigint[]) and process = $4 and ended_at is null
  returning id::text, stop_asked as "stopAsked"`;

/** Renews these runs; returns those that still belong to this process. */
export const keepRunsAlive = (
  database: Database,
  tenantId: string,
  ids: readonly string[],
  process: string,
  now: Date,
): Promise<readonly { readonly id: string; readonly stopAsked: boolean }[]> =>
  database.transaction(tenantId, (tx) => tx.query(aliveText, [tenantId, ids, now, process]));

/** Result of an attempt. */
export interface TryOutcome {
  readonly run: ClaimedRun;
  readonly process: string;
  readonly outcome: 'done' | 'failed' | 'stopped';
  readonly done?: number;
  readonly left?: number;
  readonly error?: string;
}

/**
 * After a failure the run is due again, after a pause that doubles up to an hour, until its attempts are used up; if
 * equal work is queued, the run ends, because that is the next attempt. Numbers done by all attempts are added up.
 */
const endText = `
  with tried as (
    select id, $8::text = 'failed' and tries < most_tries and not exists (select 1 from job_run w
        where w.tenant_id = $1 and w.job = r.job and w.key = r.key
          and w.started_at is null and w.ended_at is null) as again
      from job_run r
     where tenant_id = $1 and id = $2 and process = $3 and tries = $9 and ended_at is null for update)
  update job_run r set done = done + $5, left_over = coalesce($6, left_over), error = $7,
      process = case when not again then process end,
      outcome = case when not again then $8::text end,
      ended_at = case when not again then $4::timestamptz end,
      due_at = case when not again then due_at
        else $4::timestamptz + least(interval '1 hour', interval '1 minute' * power(2, least(tries, 7) - 1)) end
    from tried where r.tenant_id = $1 and r.id = tried.id
  returning job, planned_at as "plannedAt"`;

/** SQL that deletes scheduled runs that found nothing to do, except the last of each job. */
const forgetText = `
  delete from job_run where tenant_id = $1 and job = $2 and planned_at < $3
    and outcome = 'done' and done = 0 and left_over = 0`;

/** Stores the result of an attempt, unless another process has taken the run over. */
export const recordTryOutcome = async (
  tx: Tx,
  tenantId: string,
  { run, process, outcome, done = 0, left, error }: TryOutcome,
  now: Date,
): Promise<void> => {
  // A failed attempt does not know the number left.
  const over = left ?? (outcome === 'done' ? 0 : null);
  const [ended] = await tx.query<{ job: string; plannedAt: Date | null }>(endText, [
    tenantId,
    run.id,
    process,
    now,
    done,
    over,
    error ?? null,
    outcome,
    run.tries,
  ]);
  if (!ended?.plannedAt || outcome !== 'done' || done + (over ?? 0) > 0) return;
  await tx.query(forgetText, [tenantId, ended.job, ended.plannedAt]);
};

const putBackText = `
  update job_run set process = null, tries = tries - 1
   where tenant_id = $1 and id = $2 and process = $3 and tries = $4 and ended_at is null`;

/** Releases a run that this process cannot finish because it ends: another process takes it at once. */
export const releaseRun = (
  session: Session,
  tenantId: string,
  run: ClaimedRun,
  process: string,
): Promise<unknown> => session.query(putBackText, [tenantId, run.id, process, run.tries]);
