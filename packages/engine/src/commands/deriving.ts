import type { SystemActor } from '@keyan/kernel/access/actor.ts';
import { statuses } from '@keyan/kernel/access/status.ts';
import { isInState, stateFields, stateOf } from '@keyan/kernel/definition/life/states.ts';
import type { NamedRecord } from '@keyan/kernel/definition/life/tell.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { Fault } from '@keyan/kernel/errors.ts';
import type { Label } from '@keyan/kernel/label.ts';
import { anyOf, equals } from '@keyan/kernel/records/query.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import type { Job } from '../jobs/port.ts';
import type { Schedule } from '../jobs/schedule.ts';
import { commandsOf } from './commands.ts';
import { type Derivation, deriveRecords } from './derived.ts';
import { performOnAllOrNone } from './moving.ts';
import type { Commands } from './port.ts';
import { actionJob, type RecordWork, type WorkServices } from './work.ts';

/**
 * Computes the derived records of a record, kind by kind.
 * @param only ids of the sources to compute for; left out, all sources
 */
export type ComputeDerivation<Row> = (
  work: Omit<RecordWork<Row>, 'mayGoOn'>,
  only?: readonly string[],
) => Promise<readonly Pick<Derivation, 'resource' | 'wanted' | 'begins'>[]>;

/**
 * Creates the job that derives all records within a record, once for each action that starts it.
 * @param says key of the action that records the result in the history, where the record does not change its state
 */
export const derivationJob = <Row>(
  owner: Resource,
  job: string,
  compute: ComputeDerivation<Row>,
  says?: string,
): Job<{ readonly id: string }, WorkServices> =>
  actionJob<Row>(owner, job, async (work) => {
    let done = 0;
    const within = (work.row as { readonly id: string }).id;
    for (const one of await compute(work)) {
      done += await deriveRecords(work, { ...one, within }, work.mayGoOn);
    }
    if (says) await work.commands.perform(owner, says, within);
    return { done };
  });

/**
 * Creates the scheduled job that derives again within every record in a given state, and performs the action `says` on
 * each. A record that cannot be derived does not stop the others.
 */
export const refreshJob = <Row>(
  owner: Resource,
  {
    name,
    label,
    at,
    state,
    says,
  }: {
    readonly name: string;
    readonly label: Label;
    readonly at: Schedule;
    readonly state: string;
    readonly says: string;
  },
  compute: ComputeDerivation<Row>,
): Job<unknown, WorkServices> => ({
  name,
  label,
  at,
  run: async ({ tenantId, signal }, engine) => {
    const actor: SystemActor = { system: owner.label[0], tenantId };
    const commands = commandsOf(engine, actor);
    const owners = await commands.all(owner, {
      where: [equals(owner.states?.field ?? 'id', state)],
    });
    let [done, left] = [0, 0];
    for (const { id } of owners) {
      signal.throwIfAborted();
      try {
        const { row } = await commands.read(owner, id);
        const work = { engine, actor, commands, row: row as Row };
        for (const one of await compute(work)) {
          done += await deriveRecords(work, { ...one, within: id }, async () => !signal.aborted);
        }
        await commands.perform(owner, says, id);
      } catch (error) {
        if (!(error instanceof Fault)) throw error;
        engine.log.error({ tenantId, id, job: name, err: error }, 'not refreshed');
        left += 1;
      }
    }
    return { done, left };
  },
});

/** Returns how records of a kind are derived from sources that can be reopened. */
const sourceOf = ({ key, derived }: Resource) => {
  if (!derived?.source) throw new Error(`${key}: nothing says what its records follow from`);
  return { within: derived.within, source: derived.source };
};

/**
 * True if the source was approved again, is void, or is deleted. Until then its derived records are not computed again.
 */
const isSettled = async (
  { commands, engine }: Pick<RecordWork, 'commands' | 'engine'>,
  called: NamedRecord | null,
  opened: string,
): Promise<boolean> => {
  const resource = called && engine.resources.get(called.kind.key);
  if (!resource) return false;
  const [row] = await commands.all(resource, {
    where: [equals('id', called.id)],
    fields: ['auditStatus', 'finishTime'],
  });
  if (!row || row.auditStatus === statuses.void) return true;
  const isAgain = row.finishTime !== null && row.finishTime >= opened;
  return row.auditStatus === statuses.approved && isAgain;
};

/** Returns the records that contain final derived records of a source. */
const ownersOf = async (
  commands: Commands,
  resource: Resource,
  owner: Resource,
  id: string,
): Promise<readonly RowLike[]> => {
  const { within, source } = sourceOf(resource);
  const found = await commands.all(resource, {
    where: [equals(source.by, id)],
    fields: [within],
  });
  const ids = [...new Set(found.map((row) => String((row as RowLike)[within])))];
  const owners = await commands.all(owner, { where: [anyOf('id', ids)] });
  return owners.filter((row) => source.final.includes(stateOf(owner, { ...row })));
};

/** Source that was reopened, and the time of reopening. */
interface Opened {
  readonly id: string;
  readonly since: string;
}

/** Derives the records of one source within a record again, and makes them final. */
const deriveOne = async <Row>(
  work: Omit<RecordWork<Row>, 'mayGoOn'>,
  resource: Resource,
  { id, since }: Opened,
  compute: ComputeDerivation<Row>,
): Promise<void> => {
  const { within: owner, source } = sourceOf(resource);
  const within = (work.row as { readonly id: string }).id;
  const only = { field: source.by, values: [id] };
  // New records are marked as reopened: if the process dies before they are final, the next run finds them by the mark.
  const begins = { [source.opened]: since };
  for (const one of await compute(work, [id])) {
    // A record derived from all sources of the record keeps the values of the other sources.
    const part = one.resource.key === resource.key ? { only, begins } : { adds: true as const };
    await deriveRecords(work, { ...one, within, ...part }, async () => true);
  }
  const standing = await work.commands.all(resource, {
    where: [equals(owner, within), equals(source.by, id)],
    fields: [source.opened, ...stateFields(resource)],
  });
  const { from = [], to } = resource.actions?.[source.closes] ?? {};
  const open = standing
    .map((row): RowLike & { readonly id: string } => row)
    .filter((row) => isInState(resource, row, from))
    .filter((row) => stateOf(resource, row) !== to || row[source.opened] !== null);
  await performOnAllOrNone(
    work,
    resource,
    source.closes,
    open.map((one) => one.id),
  );
};

/**
 * Creates the job that derives again from sources that were reopened and are settled: within each record with final
 * results of the source, only the results of that source. The run reports how many sources it processed and how many
 * failed; failed sources are tried again and do not delay the others.
 * @param resource kind whose definition names the sources (`derived.source`)
 * @param owner kind within whose records results are derived
 * @param at time of the runs
 */
export const rederivationJob = <Row>(
  resource: Resource,
  owner: Resource,
  at: Schedule,
  compute: ComputeDerivation<Row>,
): Job<unknown, WorkServices> => {
  const { source } = sourceOf(resource);
  return {
    name: source.job,
    label: source.label,
    at,
    run: async ({ tenantId, signal }, engine) => {
      const actor: SystemActor = { system: owner.label[0], tenantId };
      const commands = commandsOf(engine, actor);
      const work = { engine, actor, commands };
      const opened: readonly RowLike[] = await commands.all(resource, {
        where: [{ field: source.opened, operator: 'filled', value: null }],
        fields: [source.by, source.opened, ...source.fields],
        sort: [{ field: source.opened, descending: false }],
      });
      let [done, left] = [0, 0];
      // The source that was reopened last decides the time.
      for (const [id, row] of new Map(opened.map((one) => [String(one[source.by]), one]))) {
        signal.throwIfAborted();
        const since = String(row[source.opened]);
        if (!(await isSettled(work, source.of(row), since))) continue;
        try {
          for (const within of await ownersOf(commands, resource, owner, id)) {
            await deriveOne({ ...work, row: within as Row }, resource, { id, since }, compute);
          }
          done += 1;
        } catch (error) {
          if (!(error instanceof Fault)) throw error;
          engine.log.error({ tenantId, id, job: source.job, err: error }, 'not derived anew');
          left += 1;
        }
      }
      return { done, left };
    },
  };
};
