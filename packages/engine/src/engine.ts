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

/** Dependencies of an engine; all are injected, so that tests can replace each. */
export interface EngineParts {
  readonly database: Database;
  readonly resources: readonly Resource[];
  readonly behaviours: readonly Behaviour[];
  /** Kinds of approval; by default those of the resources. */
  readonly kinds?: readonly Kind[];
  readonly clock: () => Date;
  readonly ids: Ids;
  readonly numbers: RecordNumbers;
  readonly workflow: Workflow;
  readonly messages: Messages;
  readonly files: Files;
  readonly dictionaries: DictionaryStore;
  readonly jobs: Jobs;
  /** Encryption of stored credentials: the same key in every process of an installation. */
  readonly secrets: Secrets;
  readonly looked?: CommandServices['looked'];
  /** Prints the form of a record as a file (`DrawForm`). */
  readonly formWriter?: (engine: Engine) => DrawForm;
  /** Receives changes made by other processes; if unset, the engine is the only process. */
  readonly notifications?: NotificationListener;
  readonly log: Logger;
  /** Pool of worker processes that parse uploaded files; by default the engine creates a pool. The owner closes it. */
  readonly workers?: WorkerPool;
}

/**
 * Services for calls and jobs: one engine per process. Folders below this file use the narrower interfaces that the
 * engine extends.
 */
export interface Engine extends CommandServices {
  readonly kinds: readonly Kind[];
  readonly log: Logger;
  /** Returns the commands of an actor. */
  as(actor: Actor): Commands;
  /** Returns commands that run as the system; the reason is recorded with every change. */
  asSystem(reason: string, tenantId: string): Commands;
}

/** Job whose handler gets the engine. */
export type EngineJob<T = unknown> = Job<T, Engine>;

/**
 * Creates an engine from its dependencies.
 * @throws Error if two resources share a key, path or table, a reference names no resource, a behaviour belongs to no
 *   resource or hooks into a missing action: a wrong composition never starts.
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
