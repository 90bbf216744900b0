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

/** The approval engine on the database. */
export interface Runtime extends Workflow, Absences {
  readonly cache: WorkflowCache;
  /** Matters that routes may wait for. */
  readonly matters: MatterRegistry;
  /** May this person deploy routes for other tenants? */
  deploysElsewhere(actor: Actor): boolean;
  /**
   * Carries out a command on a task or a process, with everything that it means for the record, in
   * one transaction. Of two who act on one task exactly one succeeds.
   * @throws Missing for a task or process that is not there; Refused when the command is not
   *   possible now; Invalid for wrong values in `form`; Conflict for values read from an older
   *   version.
   */
  readonly execute: ExecuteCommand;
  /** Data on which a command of the person would be decided, without a lock: for dry runs. */
  world(
    session: Session,
    engine: WorkflowServices,
    actor: Actor,
    subject: DecisionSubject,
  ): Promise<PreparedDecision>;
}

/**
 * @param listener lets it remember people and routes between decisions; without it every decision
 *   reads them anew.
 * @param registered the matters that routes may wait for
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
