import type { Actor } from '@keyan/kernel/access/actor.ts';
import type { Session } from '../../store/connection/database.ts';
import type { NotificationListener } from '../../store/connection/notifications.ts';
import { WorkflowCache } from '../drawings/cache.ts';
import { type Absences, absenceCommands } from '../people/absences.ts';
import { offboardingCommands } from '../people/offboarding.ts';
import type { FallbackPeople } from '../people/people.ts';
import { recountCommands } from '../people/recounting.ts';
import { reminderCommands } from '../people/reminding.ts';
import { type DecisionSubject, type PreparedDecision, prepareDecision } from './decision.ts';
import { createMatterRegistry, type MatterRegistry, type RouteMatter } from './matters.ts';
import type { Workflow, WorkflowServices } from './port.ts';
import { recordCommands } from './record-commands.ts';
import { processActorOf } from './subject.ts';
import { createExecute, createResume, type ExecuteCommand } from './task-commands.ts';
import { handledSql, handlesSql, hasMoreSql } from './task-scopes.ts';
import { waitCommands } from './waits.ts';

/** Approval engine with its database. */
export interface Runtime extends Workflow, Absences {
  readonly cache: WorkflowCache;
  /** Matters for which routes may wait. */
  readonly matters: MatterRegistry;
  /** True if the person may deploy routes for other tenants. */
  deploysElsewhere(actor: Actor): boolean;
  /**
   * Runs a command on a task or a process, with its effects on the record, in one transaction. Of two people who act on
   * one task exactly one succeeds.
   * @throws Missing for an unknown task or process; Refused if the command is not possible now; Invalid for wrong
   *   values in `form`; Conflict for values read from an older version.
   */
  readonly execute: ExecuteCommand;
  /** Returns the data for deciding a command of the person, without locks: for dry runs. */
  world(
    session: Session,
    engine: WorkflowServices,
    actor: Actor,
    subject: DecisionSubject,
  ): Promise<PreparedDecision>;
}

/**
 * Creates the approval engine.
 * @param listener enables the cache of people and routes between decisions; if left out, every decision reads them
 *   again.
 * @param registered matters for which routes may wait
 */
export const createWorkflow = (
  fallbacks: FallbackPeople,
  listener?: NotificationListener,
  registered: readonly RouteMatter[] = [],
): Runtime => {
  const cache = new WorkflowCache(listener);
  const matters = createMatterRegistry(registered);
  const context = { fallbacks, cache, matters };
  const execute = createExecute(context);
  return {
    cache,
    matters,
    deploysElsewhere: ({ tenantId, roles }) =>
      tenantId === fallbacks.platform.tenantId && roles.includes(fallbacks.platform.role),
    ...recordCommands(context),
    ...offboardingCommands(execute),
    ...waitCommands(execute),
    ...reminderCommands(cache, fallbacks.escalation),
    ...recountCommands(execute),
    ...absenceCommands(execute, (tenantId) => cache.forget(tenantId)),
    resume: createResume(context),
    execute,
    handles: handlesSql,
    handled: handledSql,
    hasMore: hasMoreSql,
    world: (session, engine, actor, subject) => {
      const by = processActorOf(engine, actor, actor.id, subject.snapshot?.instance.kind);
      return prepareDecision(context, session, engine, by, subject);
    },
  };
};
