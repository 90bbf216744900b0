import type { LaterMove } from '@keyan/kernel/definition/moves.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { placesWithin, stateOf } from '@keyan/kernel/definition/states.ts';
import { Fault } from '@keyan/kernel/errors.ts';
import { anyOf, equals } from '@keyan/kernel/records/query.ts';
import type { Counts, Job } from '../jobs/port.ts';
import type { StoredRow } from '../records/behaviour.ts';
import { anyVersion } from '../records/versions.ts';
import { type CommandContext, transactionOf } from './context.ts';
import { performIn } from './perform.ts';
import { type RecordWork, type WorkServices, workOf } from './work.ts';

type Values = Readonly<Record<string, unknown>>;

/** Does the same to several records, all or none: what follows from all of them changes once. */
export const performTogether = async (
  context: CommandContext,
  resource: Resource,
  name: string,
  ids: readonly string[],
): Promise<void> => {
  const { engine, actor } = context;
  await engine.database.transaction(actor.tenantId, async (tx) => {
    const transaction = transactionOf(context, tx);
    for (const id of ids.toSorted((a, b) => Number(BigInt(a) - BigInt(b)))) {
      await performIn(transaction, resource, name, id, { version: anyVersion });
    }
  });
};

/** What is left to a job by the action that led a record to this state. */
const moveInto = ({ actions = {} }: Resource, job: string, state: string): LaterMove | undefined =>
  Object.values(actions).find(({ to, starts }) => starts?.job === job && to === state)?.starts
    ?.moves;

/** The ids of those that are to move, those that move together side by side. */
const groupsOf = async (
  { commands, row }: RecordWork,
  resource: Resource,
  { by, action, together = 'id' }: LaterMove,
): Promise<readonly (readonly string[])[]> => {
  const { states, actions } = resource;
  const from = actions?.[action]?.from ?? [];
  const found = await commands.all(resource, {
    where: [
      equals(by, row.id),
      ...(states ? [anyOf(states.field, placesWithin(states, from))] : []),
    ],
    fields: [together],
  });
  const groups = Map.groupBy(found, (one) => (one as Values)[together]);
  return [...groups.values()].map((rows) => rows.map(({ id }) => id));
};

/** Moves them, group by group. What one of a group refuses leaves the group as it is. */
const moveAll = async (work: RecordWork, move: LaterMove): Promise<Counts> => {
  const resource = work.engine.resources.get(move.kind.key) as Resource;
  let [done, left] = [0, 0];
  for (const ids of await groupsOf(work, resource, move)) {
    if (!(await work.mayGoOn())) break;
    try {
      await performTogether(work, resource, move.action, ids);
      done += ids.length;
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      left += ids.length;
    }
  }
  return { done, left };
};

/**
 * The job of actions that leave it to the background to move other records (`starts.moves`). Which action began it
 * says the state of the record: one that has moved on meanwhile has asked for a run of its own.
 */
export const movingWork = (
  resource: Resource,
  job: string,
): Job<{ readonly id: string }, WorkServices> =>
  workOf<StoredRow>(resource, job, async (work) => {
    const move = moveInto(resource, job, stateOf(resource, work.row));
    return move ? moveAll(work, move) : { done: 0 };
  });
