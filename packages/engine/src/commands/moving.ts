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
 * Does the same to several records, all or none: what follows from all of them changes once.
 * @param begins hears which one comes next, and of none before the commit
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

/** Moves that are left to a job, and their label for people. */
interface Moving {
  readonly label: Label;
  readonly moves: BackgroundMove;
}

/** Moves that the action that led a record to this state leaves to a job. */
const moveInto = ({ actions = {} }: Resource, job: string, state: string): Moving | undefined => {
  const { starts } =
    Object.values(actions).find(({ to, starts }) => starts?.job === job && to === state) ?? {};
  return starts?.moves && { label: starts.label, moves: starts.moves };
};

/** Records to move, in groups that move together. */
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
  // The void may share a code with a state that an action begins from.
  const there = found.filter((row) => isAtPlace(resource, row, begins));
  return [...Map.groupBy(there, (one) => one[together]).values()];
};

/** Moves the records of one group in one transaction, so that nobody sees a part of them moved. */
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

/** Moves all groups that can move; what was refused is told, and tried again by the next try of the run. */
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
  // People who look after jobs may not read the records: they see only their number.
  return { done, left: n, error: fill(refusedInAll, { n }).join(' / ') };
};

/**
 * The job of actions that leave it to the background to move other records (`starts.moves`). Which action began it
 * says the state of the record: one that has moved on meanwhile has asked for a run of its own.
 * @param readPerson reads who began it, so that they are told only what they may read
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
