import type { SystemActor } from '@keyan/kernel/access/actor.ts';
import type { BackgroundWork } from '@keyan/kernel/definition/life/actions.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { Fault, Missing } from '@keyan/kernel/errors.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import type { Logger } from 'pino';
import type { Job, JobWork, RunCounts } from '../jobs/port.ts';
import type { StoredRow } from '../records/behaviour.ts';
import { commandsOf } from './commands.ts';
import type { CommandContext, CommandServices } from './context.ts';
import type { Commands } from './port.ts';

/** Background work that an action of a record has started. */
export interface RecordWork<Row = StoredRow>
  extends CommandContext,
    Pick<JobWork, 'askedBy' | 'attempt'> {
  readonly actor: SystemActor;
  /** Commands that run as the system. */
  readonly commands: Commands;
  /** Record at the time when the work began. */
  readonly row: Row;
  /** True while the record is in the state to which the work belongs; checked between steps. */
  mayGoOn(): Promise<boolean>;
}

/** Services that a job of records depends on. */
export type WorkServices = CommandServices & { readonly log: Logger };

const startedBy = ({ key, actions = {} }: Resource, job: string) => {
  const found = Object.values(actions).flatMap(({ to, starts }) =>
    starts?.job === job ? [{ ...starts, to }] : [],
  );
  const [first] = found;
  if (!first) throw new Error(`${key}: no action starts ${job}`);
  const { label, ends, to } = first;
  if (found.length > 1 && found.some((one) => one.ends)) {
    throw new Error(`${key}: ${job} says how it went, so one action alone may start it`);
  }
  return { label, state: typeof to === 'string' ? to : null, ends };
};

/** Records on the record why its work failed, in the language of the reader if it is set. */
const fail = async (
  { commands, row }: Pick<RecordWork, 'commands' | 'row'>,
  resource: Resource,
  { failed, reason }: NonNullable<BackgroundWork['ends']>,
  fault: Fault,
): Promise<void> => {
  const now = await commands.read(resource, row.id);
  const input = { [reason]: fault.label[0].slice(0, 500), version: now.row.version };
  await commands.perform(resource, failed, row.id, input);
};

/**
 * Creates the job that an action of a kind starts (`starts`). If the definition names actions that end the work, it
 * runs while the record is in the state of the action, then performs the action for success or failure.
 * @param run does the work; the text of a fault that it throws is recorded on the record
 * @throws Error for a job that no action of the kind starts, or that several actions start although the job records its
 *   result
 */
export const actionJob = <Row>(
  resource: Resource,
  name: string,
  run: (work: RecordWork<Row>) => Promise<RunCounts>,
): Job<{ readonly id: string }, WorkServices> => {
  const { label, state, ends } = startedBy(resource, name);
  const field = resource.states?.field ?? 'id';
  const standsIn = (row: object | undefined): boolean =>
    !ends || (row as RowLike | undefined)?.[field] === state;
  return {
    name,
    label,
    run: async ({ tenantId, data: { id }, signal, ...asked }, engine) => {
      const actor = { system: resource.label[0], tenantId };
      const commands = commandsOf(engine, actor);
      const read = () => commands.read(resource, id).catch(gone);
      const found = await read();
      if (!found || !standsIn(found.row)) return { done: 0 };
      const row = found.row as StoredRow;
      const mayGoOn = async (): Promise<boolean> => {
        signal.throwIfAborted();
        return !ends || standsIn((await read())?.row);
      };
      const work = { ...asked, engine, actor, commands, row, mayGoOn };
      try {
        const counts = await run({ ...work, row: row as Row });
        if (ends && (await mayGoOn())) await commands.perform(resource, ends.done, id);
        return counts;
      } catch (error) {
        if (!(ends && error instanceof Fault)) throw error;
        engine.log.error({ tenantId, id, job: name, err: error }, 'work on a record failed');
        await fail(work, resource, ends, error);
        return { done: 0, left: 1 };
      }
    },
  };
};

const gone = (error: unknown): undefined => {
  if (!(error instanceof Missing)) throw error;
};
