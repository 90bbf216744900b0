import type { LaterMove, Moved } from '@keyan/kernel/definition/moves.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { placesWithin, stateOf } from '@keyan/kernel/definition/states.ts';
import { Fault } from '@keyan/kernel/errors.ts';
import { fill, type Label } from '@keyan/kernel/label.ts';
import { anyOf, equals } from '@keyan/kernel/records/query.ts';
import type { Counts, Job } from '../jobs/port.ts';
import type { StoredRow } from '../records/behaviour.ts';
import { nameOf } from '../records/target.ts';
import { linkTo } from '../records/tell.ts';
import { anyVersion } from '../records/versions.ts';
import { type CommandContext, transactionOf } from './context.ts';
import { performAll, performIn } from './perform.ts';
import { type RecordWork, type WorkServices, workOf } from './work.ts';

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

/** What a job is left to move, and what people call that. */
interface Moving {
  readonly label: Label;
  readonly moves: LaterMove;
}

/** What is left to a job by the action that led a record to this state. */
const moveInto = ({ actions = {} }: Resource, job: string, state: string): Moving | undefined => {
  const { starts } =
    Object.values(actions).find(({ to, starts }) => starts?.job === job && to === state) ?? {};
  return starts?.moves && { label: starts.label, moves: starts.moves };
};

/** Those that are to move, those that move together side by side. */
const groupsOf = async (
  { commands, row }: RecordWork,
  resource: Resource,
  { by, action, together = 'id' }: LaterMove,
): Promise<readonly (readonly Moved[])[]> => {
  const { states, actions, title } = resource;
  const from = actions?.[action]?.from ?? [];
  const found: readonly Moved[] = await commands.all(resource, {
    where: [
      equals(by, row.id),
      ...(states ? [anyOf(states.field, placesWithin(states, from))] : []),
    ],
    fields: [together, title],
  });
  return [...Map.groupBy(found, (one) => one[together]).values()];
};

/** A record that did not move, and why. */
interface Refusal {
  readonly record: Moved;
  readonly fault: Fault;
}

/** Moves one group; where it is refused, those of it that can move do so alone. */
const moveGroup = async (
  work: RecordWork,
  resource: Resource,
  action: string,
  group: readonly Moved[],
): Promise<readonly Refusal[]> => {
  const ids = group.map(({ id }) => id);
  try {
    await performTogether(work, resource, action, ids);
    return [];
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    const { refused } = await performAll(work, resource, action, ids);
    return group.flatMap((record) => {
      const fault = refused.find(({ id }) => id === record.id)?.fault;
      return fault ? [{ record, fault }] : [];
    });
  }
};

/** Refused records that a message names; there may be thousands. */
const mostNamed = 10;

/** What was refused, for whoever reads of it: `《甲》：还没有签字`. */
const listOf = ({ title }: Resource, refused: readonly Refusal[]): Label => {
  const lines = refused.slice(0, mostNamed).map(({ record, fault }) =>
    fill(['《{title}》：{why}', '“{title}”: {why}'], {
      title: String(record[title] ?? ''),
      why: fault.label,
    }),
  );
  if (refused.length > mostNamed) lines.push(['……', '…']);
  return [lines.map(([zh]) => zh).join('；'), lines.map(([, en]) => en).join('; ')];
};

/** Tells who began it which records did not move: after the first try, so that they can help, and after the last. */
const tellRefused = async (
  { engine, actor, row, askedBy, attempt }: RecordWork,
  resource: Resource,
  { label, list, n }: { readonly label: Label; readonly list: Label; readonly n: number },
): Promise<void> => {
  if (!askedBy || !attempt || (attempt.number > 1 && !attempt.isLast)) return;
  const words = {
    work: label,
    record: nameOf(resource, row),
    list,
    n,
    after: attempt.isLast ? givenUp : triedAgain,
  };
  const link = linkTo(resource, row);
  await engine.database.transaction(actor.tenantId, (tx) =>
    engine.messages.send(tx, [
      {
        type: '99',
        title: fill(['未全部完成：{work}', 'Not all done: {work}'], words),
        content: fill(
          ['{record}有 {n} 条未完成：{list}。{after}', '{record}: {n} not done. {list}. {after}'],
          words,
        ),
        business: { resource: resource.key, id: row.id },
        ...(link && { link }),
        to: [askedBy],
      },
    ]),
  );
};

const triedAgain: Label = [
  '其余已完成，这些稍后自动重试。',
  'The others are done; these are tried again by themselves.',
];
const givenUp: Label = [
  '已不再自动重试，处理后请管理员在后台任务中重试。',
  'They are tried no more by themselves: an administrator can try again on the page of jobs.',
];

/** Moves all that can move, group by group; what was refused is told, and tried again by the next try of the run. */
const moveAll = async (
  work: RecordWork,
  owner: Resource,
  { label, moves }: Moving,
): Promise<Counts> => {
  const resource = work.engine.resources.get(moves.kind.key) as Resource;
  const refused: Refusal[] = [];
  let done = 0;
  for (const group of await groupsOf(work, resource, moves)) {
    if (!(await work.mayGoOn())) break;
    const stay = await moveGroup(work, resource, moves.action, group);
    refused.push(...stay);
    done += group.length - stay.length;
  }
  const n = refused.length;
  if (n === 0) return { done };
  const list = listOf(resource, refused);
  await tellRefused(work, owner, { label, list, n });
  return { done, left: n, error: list[0] };
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
    const moving = moveInto(resource, job, stateOf(resource, work.row));
    return moving ? moveAll(work, resource, moving) : { done: 0 };
  });
