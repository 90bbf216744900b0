import { behaviourTransaction } from '@keyan/engine/commands/context.ts';
import type { EngineJob } from '@keyan/engine/engine.ts';
import { everyMinute } from '@keyan/engine/jobs/schedule.ts';
import {
  type Behaviour,
  defineBehaviour,
  type StoredRow,
} from '@keyan/engine/records/behaviour.ts';
import { lockTarget } from '@keyan/engine/records/lock.ts';
import { untypedResource } from '@keyan/kernel/definition/resource.ts';
import { timeText } from '@keyan/kernel/values/time.ts';
import { applySourceValues, type Difference } from '../achievement/collection/collected.server.ts';
import { changeRow } from '../shared/mechanisms/rows.server.ts';
import { bilingualValues } from '../shared/mechanisms/said.ts';
import type { Collector } from './collector.server.ts';
import { jobStates } from './dictionaries.ts';
import { nextRun, spiderJob, spiderRunJob } from './job.ts';
import { spiderPush } from './push.ts';
import { runJob } from './run.server.ts';
import { type ItemOrigin, pushStored } from './take.server.ts';

const pushJobName = 'spider-push';

/**
 * Side effects of actions on crawl jobs and collected works, inside the transaction of the action.
 */
export const collectingBehaviours: readonly Behaviour[] = [
  defineBehaviour(spiderJob, {
    performed: {
      trigger: ({ id }, { engine, tx }) =>
        engine.jobs.queue(tx, { name: spiderRunJob.job }, { jobId: id }, { key: id }),
    },
  }),
  defineBehaviour(spiderPush, {
    performed: {
      push: ({ id }, { engine, tx }) =>
        engine.jobs.queue(tx, { name: pushJobName }, { id }, { key: `push ${id}` }),
      take: async (row, transaction) => {
        const differences = (row.differences ?? []).map(
          ({ fieldName, ours, theirs }): Difference => ({
            fieldName: fieldName ?? '',
            ours: ours ?? '',
            theirs: theirs ?? '',
          }),
        );
        if (row.thesisId) await applySourceValues(transaction, row.thesisId, differences);
        const stored = row as unknown as StoredRow;
        await changeRow(transaction, untypedResource(spiderPush), stored, 'follow', {
          differences: [],
          ...bilingualValues('message', null),
        });
      },
    },
  }),
];

/** Background job that runs a crawl job requested by a person or by its schedule. */
export const spiderRun = (collector: Collector): EngineJob<{ readonly jobId: string }> => ({
  name: spiderRunJob.job,
  label: spiderRunJob.label,
  run: async ({ tenantId, data: { jobId }, signal }, engine) => {
    const { items, failed } = await runJob(engine, collector, { tenantId, jobId, signal });
    return { done: items - failed, left: failed };
  },
});

/** Queues crawl jobs that are due; several missed run times cause one run. */
export const spiderClock: EngineJob = {
  name: 'spider-clock',
  label: ['采集任务到时执行', 'Run scheduled crawl jobs'],
  at: everyMinute,
  atStart: true,
  run: async ({ tenantId }, engine) => {
    const now = engine.clock();
    const due = await engine.database.read(tenantId, (session) =>
      session.query<{ readonly id: string }>(
        `select id::text from spider_job
          where tenant_id = $1 and is_deleted = 0
            and (job_status = $2 and next_run_time <= $3
                 or job_status in ($2, $4) and resume_time <= $3) order by id`,
        [session.tenantId, jobStates.running, now, jobStates.stopped],
      ),
    );
    for (const { id } of due) {
      await engine.database.transaction(tenantId, async (tx) => {
        const actor = { system: spiderRunJob.label[0], tenantId };
        const transaction = behaviourTransaction({ engine, actor }, tx);
        const row = await lockTarget(transaction, untypedResource(spiderJob), id);
        if (!row) return;
        const isOn = row.jobStatus === jobStates.running;
        await changeRow(transaction, untypedResource(spiderJob), row, 'update', {
          resumeTime: null,
          nextRunTime: isOn ? nextRun(String(row.cron), timeText(now)) : null,
        });
        engine.jobs.queue(tx, { name: spiderRunJob.job }, { jobId: id }, { key: id });
      });
    }
    return { done: due.length };
  },
};

/** Background job that pushes the works that people selected. */
export const spiderPushJob: EngineJob<{ readonly id: string }> = {
  name: pushJobName,
  label: ['采集结果推送', 'Push collected records'],
  run: async ({ tenantId, data: { id } }, engine) => {
    const from = await engine.database.read(tenantId, async (session) => {
      const [row] = await session.query<Omit<ItemOrigin, 'tenantId' | 'autoPush' | 'batchNo'>>(
        `select p.site_id::text as "siteId", coalesce(s.site_name, '') as "siteName",
                p.source_kind as source, p.job_id::text as "jobId"
           from spider_push p
           left join spider_site s on s.tenant_id = p.tenant_id and s.id = p.site_id
          where p.tenant_id = $1 and p.id = $2`,
        [session.tenantId, id],
      );
      return row;
    });
    if (!from) return { done: 0 };
    const batchNo = `CJ${timeText(engine.clock()).replace(/\D/g, '')}`;
    const taken = await pushStored(engine, { ...from, tenantId, autoPush: true, batchNo }, id);
    return taken === 'failed' ? { done: 0, left: 1 } : { done: 1 };
  },
};
