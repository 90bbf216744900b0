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

/** Returns every tenant, closed ones included; the table belongs to no tenant. */
const allTenants = async (engine: Engine): Promise<readonly string[]> => {
  const rows = await engine.database.read('', (session) =>
    session.query<{ id: string }>('select tenant_id as id from tenant'),
  );
  return rows.map(({ id }) => id);
};

/** Job that deletes uploads attached to no record, and content to which no file refers. */
export const removeUnusedFilesJob = (files: Pick<FileService, 'sweep'>): EngineJob => ({
  name: 'sweep-files',
  label: ['清理未使用的文件', 'Remove unused files'],
  at: dailyAt('03:20'),
  run: async ({ tenantId }) => ({ done: await files.sweep(tenantId) }),
});

/** Job that deletes content to which no row refers any more, or that was moved to another store an hour ago. */
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

/** Job that deletes content which a killed process stored without a row. */
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

/** Days for which the rows of an import are stored, before and after confirmation. */
const importDays = 7;

/** Job that deletes unconfirmed imports, and results of imports, after a week. */
export const removeOldImportsJob: EngineJob = {
  name: 'sweep-imports',
  label: ['清理过期的导入', 'Remove old imports'],
  at: dailyAt('03:40'),
  run: async ({ tenantId }, engine) => {
    const before = new Date(engine.clock().getTime() - importDays * 24 * 3_600_000);
    const removed = await engine.database.transaction(tenantId, async (tx) => {
      await tx.query(
        `delete from import_row r using import_batch b
          where r.tenant_id = $1 and b.tenant_id = $1 and b.id = r.batch_id and b.create_time < $2 and not b.kept`,
        [tenantId, before],
      );
      return tx.query(
        'delete from import_batch where tenant_id = $1 and create_time < $2 and not kept returning id',
        [tenantId, before],
      );
    });
    return { done: removed.length };
  },
};

/** Job that deletes expired form drafts. */
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

/** Days for which runs of jobs are stored. */
const runDays = 90;

/** Job that deletes old runs of jobs. */
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

/** Returns the statement that counts open tasks whose record is not in approval, which the program never leaves. */
const orphans = (table: string): ReturnType<typeof compileTemplate> =>
  compileTemplate(
    sql`select k.id, k.business_id as "businessId" from wf_task k join ${sql.table(table)} t on t.tenant_id = k.tenant_id and t.id = k.business_id where k.tenant_id = ${slot('tenant')} and k.status = 'TODO' and (t.is_deleted = 1 or t.audit_status not in ('1', '3')) limit 100`,
  );

/**
 * Job that looks every night for tasks whose record is not in approval. It reports and changes nothing: such a task is
 * the sign of a bug.
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
 * Job that offers tasks on which nobody can act (the assignee has left or lost the role, a role has lost its last
 * holder) to the holders of the role, else to administrators: every night, and when roles, departments or leaders
 * change.
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

/** Job that completes the waiting steps of approvals whose time has come, every minute. */
export const completeWaitsJob: EngineJob = {
  name: 'complete-waits',
  label: ['结束到期的流程等待', 'End approval waits that have expired'],
  at: everyMinute,
  run: async ({ tenantId }, engine) => {
    const { completed, left } = await engine.workflow.completeWaits(engine, tenantId);
    return { done: completed, left };
  },
};

/** Job that notifies followers of records of new steps and states, every minute. */
export const notifyFollowersJob: EngineJob = {
  name: 'tell-followers',
  label: ['通知关注人', 'Notify followers'],
  at: everyMinute,
  run: async ({ tenantId }, engine) => ({ done: await notifyWatchers(engine, tenantId) }),
};

/** Job that reminds assignees of overdue tasks, and notifies their superiors: every working day in the morning. */
export const remindHolders: EngineJob = {
  name: 'remind-holders',
  label: ['提醒超期待办并督办', 'Remind of overdue tasks and escalate'],
  at: dailyAt('08:30'),
  run: async ({ tenantId }, engine) => ({
    done: await engine.workflow.remindHolders(engine, tenantId),
  }),
};

/** Job that recomputes deadlines: every night, and when the calendar changes. */
export const recountDeadlines: EngineJob = {
  name: recountDeadlinesWork.name,
  label: ['按工作日历重算期限', 'Recalculate deadlines by the working calendar'],
  at: dailyAt('00:10'),
  run: async ({ tenantId }, engine) => ({
    done: await engine.workflow.recountDeadlines(engine, tenantId),
  }),
};

/** Job that gives the open tasks of people whose absence begins to their proxies, every minute. */
export const beginAbsencesJob: EngineJob = {
  name: 'begin-absences',
  label: ['代理期开始时移交待办', 'Pass tasks to proxies when absences begin'],
  at: everyMinute,
  run: async ({ tenantId }, engine) => ({
    done: await engine.workflow.beginAbsences(engine, tenantId),
  }),
};

/** Job that performs timed actions of records whose time has come, every minute. */
export const performDueTimesJob: EngineJob = {
  name: 'ring-times',
  label: ['执行到点的业务动作', 'Run actions that have come due (time)'],
  at: everyMinute,
  run: ({ tenantId, signal }, engine) => performDueActions(engine, tenantId, 'time', signal),
};

/** Job that performs timed actions of records whose day has come, after midnight. */
export const performDueDatesJob: EngineJob = {
  name: 'ring-dates',
  label: ['执行到期日的业务动作', 'Run actions that have come due (day)'],
  at: dailyAt('00:05'),
  run: ({ tenantId, signal }, engine) => performDueActions(engine, tenantId, 'date', signal),
};

/**
 * Job that checks the invariants of every process at night, after tasks of people who left were offered to others, and
 * stores violations in `wf_trouble`.
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

/** Job that creates search entries that are missing or outdated: at every start, and at night. */
export const fillSearchEntries: EngineJob = {
  name: 'fill-search',
  label: ['补齐检索条目', 'Create missing search entries'],
  at: dailyAt('04:50'),
  atStart: true,
  run: async ({ tenantId }, engine) => ({ done: await fillSearch(engine, tenantId) }),
};

/** Returns the scheduled jobs of an installation that clean up and repair. */
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
