import type { Engine, EngineJob } from '@keyan/engine/engine.ts';
import { isDuplicateRun } from '@keyan/engine/jobs/runs.ts';
import { everyMinute, nextScheduledTime, type Schedule } from '@keyan/engine/jobs/schedule.ts';
import { type Endpoint, endpoint, Reply } from '@keyan/engine/wire/endpoint.ts';
import { idParam } from '@keyan/engine/wire/inputs.ts';
import { Missing, Refused } from '@keyan/kernel/errors.ts';
import { type Language, say } from '@keyan/kernel/label.ts';
import { timeText } from '@keyan/kernel/values/time.ts';
import { Type } from 'typebox';
import { type JobRow, jobsCode, manageJobsCode, type RunRow, type RunState } from './jobs.ts';

type AnyJob = Pick<EngineJob, 'name' | 'label' | 'at'>;

const week = 7 * 86_400_000;
const hour = 3_600_000;

interface StoredRun extends Omit<RunRow, 'name' | 'plannedAt' | 'dueAt' | 'startedAt' | 'endedAt'> {
  readonly plannedAt: Date | null;
  readonly dueAt: Date;
  readonly startedAt: Date | null;
  readonly endedAt: Date | null;
}

const stateOf = `case when r.outcome is not null then r.outcome
    when r.process is not null then 'running' when r.tries > 0 then 'retry' else 'waiting' end`;

const columns = `r.id::text, r.job, ${stateOf} as state, r.planned_at as "plannedAt",
  r.due_at as "dueAt", r.started_at as "startedAt", r.ended_at as "endedAt", r.done,
  r.left_over as left, r.tries, coalesce(r.process, '') as process,
  coalesce(u.real_name, '') as "askedBy", coalesce(r.error, '') as error`;

const runs = `from job_run r left join users u on u.tenant_id = r.tenant_id and u.id = r.asked_by`;

const textOf = (moment: Date | null): string => (moment ? timeText(moment) : '');

const namesOf = (jobs: readonly AnyJob[], language: Language) => {
  const names = new Map(jobs.map(({ name, label }) => [name, say(label, language)]));
  return (name: string): string => names.get(name) ?? name;
};

const presentRun = (row: StoredRun, name: (job: string) => string): RunRow => ({
  ...row,
  name: name(row.job),
  plannedAt: textOf(row.plannedAt),
  dueAt: row.state === 'waiting' || row.state === 'retry' ? textOf(row.dueAt) : '',
  startedAt: textOf(row.startedAt),
  endedAt: textOf(row.endedAt),
});

const scheduleText = ({ period, offset }: Schedule): string => {
  if (period === everyMinute.period) return 'minute';
  if (period === hour) return `hour ${offset / 60_000}`;
  return `day ${new Date(offset).toISOString().slice(11, 16)}`;
};

/** Reads every job with its last run and next time. */
const listJobs = async (
  engine: Engine,
  tenantId: string,
  jobs: readonly AnyJob[],
  language: Language,
): Promise<readonly JobRow[]> => {
  const now = engine.clock();
  const [last, counts] = await engine.database.read(tenantId, async (session) => [
    await session.query<StoredRun>(
      `select distinct on (r.job) ${columns} ${runs} where r.tenant_id = $1
        order by r.job, r.id desc`,
      [tenantId],
    ),
    await session.query<{ job: string; open: number; failed: number }>(
      `select job, (count(*) filter (where ended_at is null))::int as open,
          (count(*) filter (where outcome = 'failed' and ended_at >= $2))::int as failed
         from job_run where tenant_id = $1 group by job`,
      [tenantId, new Date(now.getTime() - week)],
    ),
  ]);
  const name = namesOf(jobs, language);
  const rows = jobs.map(({ name: job, label, at }): JobRow => {
    const run = last.find((one) => one.job === job);
    const { open = 0, failed = 0 } = counts.find((one) => one.job === job) ?? {};
    return {
      job,
      name: say(label, language),
      schedule: at ? scheduleText(at) : '',
      nextAt: at ? timeText(nextScheduledTime(at, now)) : '',
      open,
      failed,
      last: run ? presentRun(run, name) : null,
    };
  });
  // Sorts failed jobs first, then the least frequent ones.
  return rows.toSorted(
    (a, b) =>
      b.failed - a.failed || a.schedule.localeCompare(b.schedule) || (a.job < b.job ? -1 : 1),
  );
};

const states: Readonly<Record<RunState, string>> = {
  waiting: 'r.ended_at is null and r.process is null and r.tries = 0',
  retry: 'r.ended_at is null and r.process is null and r.tries > 0',
  running: 'r.ended_at is null and r.process is not null',
  done: "r.outcome = 'done'",
  failed: "r.outcome = 'failed'",
  stopped: "r.outcome = 'stopped'",
};

const paging = {
  current: Type.Optional(Type.Integer({ minimum: 1, maximum: 100_000 })),
  size: Type.Optional(Type.Integer({ minimum: 1, maximum: 200 })),
};

const stopText = `
  update job_run set stop_asked = true,
      ended_at = case when process is null then $3::timestamptz end,
      outcome = case when process is null then 'stopped' end
   where tenant_id = $1 and id = $2 and ended_at is null returning id`;

const retryText = `
  update job_run r set ended_at = null, outcome = null, process = null, tries = 0, left_over = 0,
      due_at = $3::timestamptz, stop_asked = false
   where tenant_id = $1 and id = $2
     and (outcome in ('failed', 'stopped') or ended_at is null and process is null and tries > 0)
     and not exists (select 1 from job_run o where o.tenant_id = r.tenant_id and o.job = r.job
       and o.key = r.key and o.id <> r.id and o.ended_at is null)
  returning id`;

/** Calls by which administrators list jobs, and start, stop and retry them. Long because it is one list of calls. */
export const jobEndpoints = (jobs: readonly AnyJob[]): readonly Endpoint[] => [
  endpoint({
    method: 'GET',
    path: 'keyan/job/list',
    auth: 'user',
    permissions: [jobsCode],
    summary: ['后台任务列表', 'Jobs'],
    input: Type.Object({ ...paging, name: Type.Optional(Type.String({ maxLength: 100 })) }),
    run: async ({ current = 1, size = 10, name = '' }, { actor, engine, language }) => {
      const all = await listJobs(engine, actor.tenantId, jobs, language);
      const found = all.filter((job) => job.name.toLowerCase().includes(name.trim().toLowerCase()));
      return {
        records: found.slice((current - 1) * size, current * size),
        total: found.length,
        current,
        size,
        pages: Math.ceil(found.length / size),
      };
    },
  }),
  endpoint({
    method: 'GET',
    path: 'keyan/job/runs',
    auth: 'user',
    permissions: [jobsCode],
    summary: ['任务运行记录', 'Runs of jobs'],
    input: Type.Object({
      ...paging,
      job: Type.Optional(Type.String({ maxLength: 100 })),
      state: Type.Optional(
        Type.Union([Type.Literal(''), ...Object.keys(states).map((state) => Type.Literal(state))]),
      ),
    }),
    run: async (input, { actor, engine, language }) => {
      const { current = 1, size = 10, job } = input;
      const condition = input.state ? states[input.state as RunState] : 'true';
      const where = `where r.tenant_id = $1 and ($2::text is null or r.job = $2) and ${condition}`;
      const parameters = [actor.tenantId, job || null];
      const [rows, [counted]] = await engine.database.read(actor.tenantId, async (session) => [
        await session.query<StoredRun>(
          `select ${columns} ${runs} ${where} order by r.id desc limit $3 offset $4`,
          [...parameters, size, (current - 1) * size],
        ),
        await session.query<{ total: number }>(
          `select count(*)::int as total from job_run r ${where}`,
          parameters,
        ),
      ]);
      const total = counted?.total ?? 0;
      const name = namesOf(jobs, language);
      return {
        records: rows.map((row) => presentRun(row, name)),
        total,
        current,
        size,
        pages: Math.ceil(total / size),
      };
    },
  }),
  endpoint({
    method: 'POST',
    path: 'keyan/job/run',
    auth: 'user',
    permissions: [manageJobsCode],
    summary: ['立即运行任务', 'Run a job now'],
    input: Type.Object({ job: Type.String({ maxLength: 100 }) }),
    run: async ({ job: name }, { actor, engine }) => {
      const job = jobs.find((one) => one.name === name);
      if (!job) throw new Missing();
      // Only scheduled jobs can be started by hand; queued work needs an input.
      if (!job.at) {
        throw new Refused([
          '该任务由业务触发，不能手动运行',
          'This job is triggered by work and cannot be run by hand',
        ]);
      }
      await engine.jobs.send(actor.tenantId, job, {}, { key: 'asked', by: actor.id });
      return new Reply(true, ['已开始运行', 'Started']);
    },
  }),
  endpoint({
    method: 'POST',
    path: 'keyan/job/stop',
    auth: 'user',
    permissions: [manageJobsCode],
    summary: ['停止运行', 'Stop a run'],
    input: Type.Object({ id: idParam }),
    run: async (input, { actor, engine }) => {
      const stopped = await engine.database.transaction(actor.tenantId, (tx) =>
        tx.query(stopText, [actor.tenantId, input.id, engine.clock()]),
      );
      if (stopped.length === 0) throw new Refused(['该运行已结束', 'This run has ended']);
      return new Reply(true, ['已要求停止', 'Stop requested']);
    },
  }),
  endpoint({
    method: 'POST',
    path: 'keyan/job/retry',
    auth: 'user',
    permissions: [manageJobsCode],
    summary: ['重试运行', 'Retry a job run'],
    input: Type.Object({ id: idParam }),
    run: async (input, { actor, engine }) => {
      const again = await engine.database
        .transaction(actor.tenantId, (tx) =>
          tx.query(retryText, [actor.tenantId, input.id, engine.clock()]),
        )
        .catch(isDuplicateRun);
      if (again.length === 0) {
        throw new Refused([
          '只有失败、已停止或等待重试的运行可以重试',
          'Only runs that failed, were stopped or are waiting to retry can be retried',
        ]);
      }
      return new Reply(true, ['已重新排队', 'Queued again']);
    },
  }),
];
