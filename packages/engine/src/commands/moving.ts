import type { BackgroundMove, MovedRecord } from '@keyan/kernel/definition/life/moves.ts';
import {
  codesAtPlace,
  isAtPlace,
  stateFields,
  stateOf,
} from '@keyan/kernel/definition/life/states.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { Fault } from '@keyan/kernel/errors.ts';
import { fill, type Label } from '@keyan/kernel/label.ts';
import { anyOf, equals } from '@keyan/kernel/records/query.ts';
import type { Job, RunCounts } from '../jobs/port.ts';
import type { StoredRow } from '../records/behaviour.ts';
import { anyVersion } from '../records/versions.ts';
import { behaviourTransaction, type CommandContext } from './context.ts';
import { performActionIn } from './perform.ts';
import { notifyOfRefusals, type ReadPerson, type RecordRefusal } from './refusals.ts';
import { actionJob, type RecordWork, type WorkServices } from './work.ts';

/**
 * Performs an action on several records, all or none; derived effects are computed once for all of them.
 * @param begins called before each record, inside the transaction
 */
export const performOnAllOrNone = async (
  context: CommandContext,
  resource: Resource,
  name: string,
  ids: readonly string[],
  begins: (id: string | undefined) => void = () => undefined,
): Promise<void> => {
  const { engine, actor } = context;
  await engine.database.transaction(actor.tenantId, async (tx) => {
    const transaction = behaviourTransaction(context, tx);
    for (const id of ids.toSorted((a, b) => Number(BigInt(a) - BigInt(b)))) {
      begins(id);
      await performActionIn(transaction, resource, name, id, { version: anyVersion });
    }
    begins(undefined);
  });
};

/** Moves that an action leaves to a job, and their label for people. */
interface Moving {
  readonly label: Label;
  readonly moves: BackgroundMove;
}

/** Returns the moves that the action which led a record to this state leaves to a job. */
const moveInto = ({ actions = {} }: Resource, job: string, state: string): Moving | undefined => {
  const { starts } =
    Object.values(actions).find(({ to, starts }) => starts?.job === job && to === state) ?? {};
  return starts?.moves && { label: starts.label, moves: starts.moves };
};

/** Returns the records to move, in groups that are moved together. */
const groupsOf = async (
  { commands, row }: RecordWork,
  resource: Resource,
  { by, action, together = 'id' }: BackgroundMove,
): Promise<readonly (readonly MovedRecord[])[]> => {
  const begins = resource.actions?.[action] ?? { from: [] };
  const place = codesAtPlace(resource, begins);
  const found: readonly MovedRecord[] = await commands.all(resource, {
    where: [equals(by, row.id), ...(place ? [anyOf(place.field, place.codes)] : [])],
    fields: [together, ...stateFields(resource)],
  });
  // The void status may share its code with a state from which an action starts.
  const there = found.filter((row) => isAtPlace(resource, row, begins));
  return [...Map.groupBy(there, (one) => one[together]).values()];
};

/** Moves the records of one group in one transaction, so that nobody sees part of a group moved. */
const moveGroup = async (
  work: RecordWork,
  resource: Resource,
  action: string,
  group: readonly MovedRecord[],
): Promise<RecordRefusal | null> => {
  const ids = group.map(({ id }) => id);
  let first: string | undefined;
  const note = (id: string | undefined): void => {
    first = id;
  };
  try {
    await performOnAllOrNone(work, resource, action, ids, note);
    return null;
  } catch (fault) {
    if (!(fault instanceof Fault)) throw fault;
    return { ids: [...new Set([...(first ? [first] : []), ...ids])], fault };
  }
};

const refusedInAll: Label = ['{n} 条被拒绝', '{n} refused'];

/** Moves all groups that can be moved; refused groups are reported and tried again at the next attempt of the run. */
const moveAll = async (
  work: RecordWork,
  owner: Resource,
  { label, moves }: Moving,
  readPerson: ReadPerson,
): Promise<RunCounts> => {
  const resource = work.engine.resources.get(moves.kind.key) as Resource;
  const refused: RecordRefusal[] = [];
  let done = 0;
  for (const group of await groupsOf(work, resource, moves)) {
    if (!(await work.mayGoOn())) break;
    const refusal = await moveGroup(work, resource, moves.action, group);
    if (refusal) refused.push(refusal);
    else done += group.length;
  }
  const n = refused.reduce((sum, { ids }) => sum + ids.length, 0);
  if (n === 0) return { done };
  await notifyOfRefusals(work, owner, resource, { label, refused, n, done }, readPerson);
  // People who administer jobs may not read the records: the error contains only their number.
  return { done, left: n, error: fill(refusedInAll, { n }).join(' / ') };
};

/**
 * Creates the job for actions that move other records in the background (`starts.moves`). The state of the record tells
 * which action started the run; a record that has changed its state since has requested a run of its own.
 * @param readPerson reads the person who started the run, so that the report names only records that this person may
 *   read
 */
export const backgroundMoveJob = (
  resource: Resource,
  job: string,
  readPerson: ReadPerson,
): Job<{ readonly id: string }, WorkServices> =>
  actionJob<StoredRow>(resource, job, async (work) => {
    const moving = moveInto(resource, job, stateOf(resource, work.row));
    return moving ? moveAll(work, resource, moving, readPerson) : { done: 0 };
  });
