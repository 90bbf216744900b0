import type { Actor, SystemActor } from '@keyan/kernel/access/actor.ts';
import { approvalKindsOf, type Kind } from '@keyan/kernel/definition/life/process.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import type { Logger } from 'pino';
import type { Secrets } from './base/secrets.ts';
import { commandsOf } from './commands/commands.ts';
import type { CommandServices, DrawForm } from './commands/context.ts';
import { ListPlanCache } from './commands/known-ways.ts';
import type { Commands } from './commands/port.ts';
import type { Files } from './files/port.ts';
import type { Job, Jobs } from './jobs/port.ts';
import type { Messages } from './messages/port.ts';
import { type Behaviour, checkHooks } from './records/behaviour.ts';
import { createFinder } from './search/find.ts';
import { createJudge } from './search/judge.ts';
import { NewestBandsCache } from './search/stretches.ts';
import type { Database } from './store/connection/database.ts';
import type { NotificationListener } from './store/connection/notifications.ts';
import type { DictionaryStore } from './store/dictionaries.ts';
import type { Ids } from './store/schema/ids.ts';
import type { RecordNumbers } from './store/schema/numbers.ts';
import { createStore } from './store/store.ts';
import { WorkerPool } from './workers/pool.ts';
import type { Workflow } from './workflow/runtime/port.ts';

/** The parts that an engine is made of; all are passed in, so that tests can replace each. */
export interface EngineParts {
  readonly database: Database;
  readonly resources: readonly Resource[];
  readonly behaviours: readonly Behaviour[];
  /** Every kind of approval; by default those of the resources. */
  readonly kinds?: readonly Kind[];
  readonly clock: () => Date;
  readonly ids: Ids;
  readonly numbers: RecordNumbers;
  readonly workflow: Workflow;
  readonly messages: Messages;
  readonly files: Files;
  readonly dictionaries: DictionaryStore;
  readonly jobs: Jobs;
  /** Keys that seal credentials: the same in every process of an installation. */
  readonly secrets: Secrets;
  readonly looked?: CommandServices['looked'];
  /** Writes the form of a record as a file (`DrawForm`). */
  readonly formWriter?: (engine: Engine) => DrawForm;
  /** Hears what other processes wrote; without it the engine is the only one. */
  readonly notifications?: NotificationListener;
  readonly log: Logger;
  /** Parses what people send; by default the engine has a pool of its own. The owner closes it. */
  readonly workers?: WorkerPool;
}

/**
 * Services that calls and jobs work with: one per process. Folders below this file take the narrower interfaces that
 * it extends.
 */
export interface Engine extends CommandServices {
  readonly kinds: readonly Kind[];
  readonly log: Logger;
  /** The commands of an actor. */
  as(actor: Actor): Commands;
  /** The commands of the system; the reason is recorded with every change. */
  asSystem(reason: string, tenantId: string): Commands;
}

/** A job whose handler works with the engine. */
export type EngineJob<T = unknown> = Job<T, Engine>;

/**
 * Puts the parts together.
 * @throws Error when two resources share a key, path or table, when a reference has no resource,
 *   when a behaviour belongs to none, or
 *   when it hooks into an action that does not exist: a wrong composition never starts.
 */
export const createEngine = (parts: EngineParts): Engine => {
  const store = createStore(parts.resources, parts.workflow, parts.files);
  const { resources } = store.catalog;
  const behaviours = new Map(parts.behaviours.map((item) => [item.resource.key, item]));
  for (const [key, behaviour] of behaviours) {
    const resource = resources.get(key);
    if (!resource) throw new Error(`${key}: a behaviour without its resource`);
    checkHooks(resource, behaviour);
  }
  const { formWriter } = parts;
  const engine: Engine = {
    ...parts,
    drawForm: formWriter && ((...form) => formWriter(engine)(...form)),
    kinds: parts.kinds ?? approvalKindsOf(parts.resources),
    resources,
    behaviours,
    store,
    finder: createFinder(store.scopeTables),
    judge: createJudge(store.scopeTables),
    searchStretches: new NewestBandsCache(
      parts.database,
      [...resources.keys()],
      parts.notifications,
    ),
    knownWays: new ListPlanCache(),
    workers: parts.workers ?? new WorkerPool({ log: parts.log }),
    as: (actor) => commandsOf(engine, actor),
    asSystem: (system, tenantId) => commandsOf(engine, { system, tenantId } satisfies SystemActor),
  };
  return engine;
};
