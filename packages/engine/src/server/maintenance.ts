import { hasProcess } from '@keyan/kernel/definition/field/base-fields.ts';
import { sql } from 'kysely';
import { performDueActions } from '../commands/timers.ts';
import { draftDays } from '../drafts/drafts.ts';
import type { Engine, EngineJob } from '../engine.ts';
import type { FileService } from '../files/service.ts';
import { dailyAt, everyHour, everyMinute } from '../jobs/schedule.ts';
import { fillSearch } from '../search/fill.ts';
import { compileTemplate, slot } from '../store/statements/compile.ts';
import { notifyWatchers } from '../watching/watching.ts';
import { offerTasksWork } from '../workflow/people/offering.ts';
import { recountDeadlinesWork } from '../workflow/people/recounting.ts';
import { recordTablesOf } from '../workflow/runtime/invariants.ts';
import { recordTroubles } from '../workflow/troubles/troubles.ts';
import { checkCounts, mergeCountsJob } from './kept-counts.ts';

/** Every tenant, also those that were closed; the table itself belongs to no tenant. */
const allTenants = async (engine: Engine): Promise<readonly string[]> => {
  const rows = await engine.database.read('', (session) =>
    session.query<{ id: string }>('select tenant_id as id from tenant'),
  );
  return rows.map(({ id }) => id);
};

/** Removes uploads that no record took, and content that no file refers to. */
export const removeUnusedFilesJob = (files: Pick<FileService, 'sweep'>): EngineJob => ({
  name: 'sweep-files',
  label: ['清理未使用的文件', 'Remove unused files'],
  at: dailyAt('03:20'),
  run: async ({ tenantId }) => ({ done: await files.sweep(tenantId) }),
});

/** Removes content to which no row refers any more, or that was moved to another store an hour ago. */
export const clearContent = (files: Pick<FileService, 'clear'>): EngineJob => ({
  name: 'clear-content',
  label: ['清理已释放的文件内容', 'Remove released file contents'],
  at: everyHour(25),
  run: async ({ tenantId, signal }, engine) => {
    const { cleared, away } = await files.clear(tenantId, signal);
    if (away > 0) engine.log.warn({ tenantId, away }, 'stores are away: their content waits');
    return { done: cleared, left: away };
  },
});

/** Removes content that a killed process stored and never got to record. */
export const removeOrphanContentJob = (files: Pick<FileService, 'sweepOrphans'>): EngineJob => ({
  name: 'sweep-store',
  label: ['清理无主的存储内容', 'Remove stored content without a file'],
  at: dailyAt('04:10'),
  wholeInstallation: true,
  run: async (_work, engine) => {
    const { removed, left } = await files.sweepOrphans(await allTenants(engine));
    if (left > 0) {
      engine.log.error({ left }, 'much stored content has no row: is this its database?');
    }
    return { done: removed, left };
  },
});

/** Days for which the rows of an import wait for their confirmation, or can be looked up after. */
const importDays = 7;

/** Removes imports that were not confirmed, and the results of those older than a week. */
export const removeOldImportsJob: EngineJob = {
  name: 'sweep-imports',
  label: ['清理过期的导入', 'Remove old imports'],
  at: dailyAt('03:40'),
  run: async ({ tenantId }, engine) => {
    const before = new Date(engine.clock().getTime() - importDays * 24 * 3_600_000);
    const removed = await engine.database.transaction(tenantId, async (tx) => {
      await tx.query(
        `delete from import_row r using import_batch b
          where r.tenant_id = $1 and b.tenant_id = $1 and b.id = r.batch_id and b.create_time < $2`,
        [tenantId, before],
      );
      return tx.query(
        'delete from import_batch where tenant_id = $1 and create_time < $2 returning id',
        [tenantId, before],
      );
    });
    return { done: removed.length };
  },
};

/** Removes drafts past their time. */
export const removeOldDraftsJob: EngineJob = {
  name: 'sweep-drafts',
  label: ['清理过期的草稿', 'Remove old drafts'],
  at: dailyAt('03:30'),
  run: async ({ tenantId }, engine) => {
    const before = new Date(engine.clock().getTime() - draftDays * 24 * 3_600_000);
    const removed = await engine.database.transaction(tenantId, (tx) =>
      tx.query('delete from form_draft where tenant_id = $1 and save_time < $2 returning 1', [
        tenantId,
        before,
      ]),
    );
    return { done: removed.length };
  },
};

/** Days for which runs of jobs can be looked up. */
const runDays = 90;

/** Removes runs of jobs that ended long ago. */
export const removeOldRunsJob: EngineJob = {
  name: 'sweep-runs',
  label: ['清理任务运行记录', 'Remove old job runs'],
  at: dailyAt('03:45'),
  run: async ({ tenantId }, engine) => {
    const before = new Date(engine.clock().getTime() - runDays * 24 * 3_600_000);
    const removed = await engine.database.transaction(tenantId, (tx) =>
      tx.query('delete from job_run where tenant_id = $1 and ended_at < $2 returning 1', [
        tenantId,
        before,
      ]),
    );
    return { done: removed.length };
  },
};

/** Open tasks whose record is not in approval: the program never leaves one. */
const orphans = (table: string): ReturnType<typeof compileTemplate> =>
  compileTemplate(
    sql`select k.id, k.business_id as "businessId" from wf_task k join ${sql.table(table)} t on t.tenant_id = k.tenant_id and t.id = k.business_id where k.tenant_id = ${slot('tenant')} and k.status = 'TODO' and (t.is_deleted = 1 or t.audit_status not in ('1', '3')) limit 100`,
  );

/**
 * Looks every night for tasks that point to a record which is not in approval. It reports and
 * touches nothing: such a task is the trace of a fault that has to be understood.
 */
export const findOrphanTasksJob: EngineJob = {
  name: 'find-orphan-tasks',
  label: ['查找无主的待办', 'Find tasks without a record'],
  at: dailyAt('04:00'),
  run: async ({ tenantId, signal }, engine) => {
    let left = 0;
    for (const resource of [...engine.resources.values()].filter(hasProcess)) {
      signal.throwIfAborted();
      const tasks = await engine.database.read(tenantId, (session) =>
        session.query(orphans(resource.table).bind({ tenant: tenantId })),
      );
      left += tasks.length;
      if (tasks.length > 0) {
        engine.log.error({ tenantId, resource: resource.key, tasks }, 'orphan tasks');
      }
    }
    return { done: 0, left };
  },
};

/**
 * Offers tasks on which nobody can act (the assignee has left or lost the role, a role has lost its last
 * holder) to those who hold the role, else the administrators: every night, and when roles,
 * departments or leaders change.
 */
export const offerStuckTasks: EngineJob = {
  name: offerTasksWork.name,
  label: ['转交无人可办的待办', 'Pass on tasks that nobody can act on'],
  at: dailyAt('04:30'),
  run: async ({ tenantId }, engine) => {
    const { found, left } = await engine.workflow.offerStuckTasks(engine, tenantId);
    return { done: found - left, left };
  },
};

/** Completes the waits of approvals whose time has passed, every minute. */
export const completeWaitsJob: EngineJob = {
  name: 'complete-waits',
  label: ['结束到期的流程等待', 'End approval waits that have expired'],
  at: everyMinute,
  run: async ({ tenantId }, engine) => {
    const { completed, left } = await engine.workflow.completeWaits(engine, tenantId);
    return { done: completed, left };
  },
};

/** Tells those who follow records of their new steps and states, every minute. */
export const notifyFollowersJob: EngineJob = {
  name: 'tell-followers',
  label: ['通知关注人', 'Notify followers'],
  at: everyMinute,
  run: async ({ tenantId }, engine) => ({ done: await notifyWatchers(engine, tenantId) }),
};

/** Reminds those who hold what is overdue, and tells those above them: every work day in the morning. */
export const remindHolders: EngineJob = {
  name: 'remind-holders',
  label: ['提醒超期待办并督办', 'Remind of overdue tasks and escalate'],
  at: dailyAt('08:30'),
  run: async ({ tenantId }, engine) => ({
    done: await engine.workflow.remindHolders(engine, tenantId),
  }),
};

/** Counts deadlines anew: every night, and when the calendar changes. */
export const recountDeadlines: EngineJob = {
  name: recountDeadlinesWork.name,
  label: ['按工作日历重算期限', 'Recalculate deadlines by the working calendar'],
  at: dailyAt('00:10'),
  run: async ({ tenantId }, engine) => ({
    done: await engine.workflow.recountDeadlines(engine, tenantId),
  }),
};

/** Gives the open tasks of people whose absence begins to their proxies, every minute. */
export const beginAbsencesJob: EngineJob = {
  name: 'begin-absences',
  label: ['代理期开始时移交待办', 'Pass tasks to proxies when absences begin'],
  at: everyMinute,
  run: async ({ tenantId }, engine) => ({
    done: await engine.workflow.beginAbsences(engine, tenantId),
  }),
};

/** Does the actions of records whose time has come, every minute. */
export const performDueTimesJob: EngineJob = {
  name: 'ring-times',
  label: ['执行到点的业务动作', 'Run actions that have come due (time)'],
  at: everyMinute,
  run: ({ tenantId, signal }, engine) => performDueActions(engine, tenantId, 'time', signal),
};

/** Does the actions of records whose day has come, after midnight. */
export const performDueDatesJob: EngineJob = {
  name: 'ring-dates',
  label: ['执行到期日的业务动作', 'Run actions that have come due (day)'],
  at: dailyAt('00:05'),
  run: ({ tenantId, signal }, engine) => performDueActions(engine, tenantId, 'date', signal),
};

/**
 * Checks the invariants of every process at night, after the tasks of people who left have been offered
 * to others, and keeps what does not hold in `wf_trouble`.
 */
export const checkProcesses: EngineJob = {
  name: 'check-processes',
  label: ['检查流程数据', 'Check approval data'],
  at: dailyAt('05:10'),
  run: async ({ tenantId }, engine) => {
    const tables = recordTablesOf(engine.resources.values());
    const troubles = await engine.database.transaction(tenantId, (tx) =>
      recordTroubles(tx, engine.ids, tables, engine.clock()),
    );
    if (troubles > 0) engine.log.error({ tenantId, troubles }, 'processes with troubles');
    return { done: 0, left: troubles };
  },
};

/**
 * Makes search entries that are missing or were made by an older definition: sent at every start,
 * and at night.
 */
export const fillSearchEntries: EngineJob = {
  name: 'fill-search',
  label: ['补齐检索条目', 'Create missing search entries'],
  at: dailyAt('04:50'),
  atStart: true,
  run: async ({ tenantId }, engine) => ({ done: await fillSearch(engine, tenantId) }),
};

/** The scheduled cleanup jobs of an installation. */
export const maintenanceJobs = (
  files: Pick<FileService, 'sweep' | 'clear' | 'sweepOrphans'>,
): readonly EngineJob<never>[] =>
  [
    removeUnusedFilesJob(files),
    clearContent(files),
    removeOrphanContentJob(files),
    removeOldImportsJob,
    removeOldDraftsJob,
    removeOldRunsJob,
    findOrphanTasksJob,
    offerStuckTasks,
    checkProcesses,
    completeWaitsJob,
    beginAbsencesJob,
    notifyFollowersJob,
    remindHolders,
    recountDeadlines,
    performDueTimesJob,
    performDueDatesJob,
    fillSearchEntries,
    mergeCountsJob,
    checkCounts,
  ] as readonly EngineJob<never>[];
