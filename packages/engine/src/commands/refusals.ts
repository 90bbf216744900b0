import type { Actor } from '@keyan/kernel/access/actor.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import type { Fault } from '@keyan/kernel/errors.ts';
import { fill, type Label } from '@keyan/kernel/label.ts';
import { readIn } from '../base/reading.ts';
import { offeredRows } from '../records/choosable.ts';
import { opensPage } from '../records/rights.ts';
import { recordNameFor } from '../records/target.ts';
import { linkToRecord } from '../records/tell.ts';
import { readableBy } from '../store/statements/scope.ts';
import type { CommandServices } from './context.ts';
import type { RecordWork } from './work.ts';

/** Records of a group that was not moved, the refusing record first if it is certain, and the reason. */
export interface RecordRefusal {
  readonly ids: readonly string[];
  readonly fault: Fault;
}

/** Maximum number of refused records that a message names. */
const maxRecordsNamed = 10;

type Names = ReadonlyMap<string, Label>;

/** Reads a person with their current rights; null if the account is closed. */
export type ReadPerson = (
  engine: CommandServices,
  person: { readonly id: string; readonly tenantId: string; readonly roles: readonly string[] },
) => Promise<Actor | null>;

/** Returns the names of those records that a person may read, as pickers show them: title and note. */
const namesFor = async (
  { engine, actor: { tenantId } }: RecordWork,
  actor: Actor | null,
  resource: Resource,
  ids: readonly string[],
): Promise<Names> => {
  if (!actor || !opensPage(resource, actor)) return new Map();
  const scope = readableBy(engine.store.catalog, resource, actor);
  const named = () =>
    engine.database.read(tenantId, (session) =>
      offeredRows(session, { engine, actor }, resource, scope, { ids }),
    );
  const english = new Map((await readIn('en', named)).map((one) => [one.id, one]));
  return new Map(
    (await readIn('zh', named)).map((own): [string, Label] => {
      const other = english.get(own.id) ?? own;
      return [
        own.id,
        [
          own.note ? `《${own.text}》（${own.note}）` : `《${own.text}》`,
          other.note ? `“${other.text}” (${other.note})` : `“${other.text}”`,
        ],
      ];
    }),
  );
};

const joined = (labels: readonly Label[], zh: string, en: string): Label => [
  labels.map(([one]) => one).join(zh),
  labels.map(([, one]) => one).join(en),
];

/**
 * Returns the list of refusals for its reader: `：《甲》（张三）：还没有签字；另有 3 条`; empty if the person may read none of the
 * records.
 */
const listOf = (refused: readonly RecordRefusal[], names: Names, n: number): Label => {
  const lines = refused.flatMap(({ ids, fault }): readonly Label[] => {
    const known = ids.map((id) => names.get(id)).filter((one) => one !== undefined);
    const words = { records: joined(known, '、', ', '), why: fault.label };
    return known.length > 0 ? [fill(['{records}：{why}', '{records}: {why}'], words)] : [];
  });
  if (lines.length === 0) return ['', ''];
  const rest = n - names.size;
  if (rest > 0) lines.push(fill(['另有 {rest} 条', '{rest} more'], { rest }));
  return fill(['：{lines}', ': {lines}'], { lines: joined(lines, '；', '; ') });
};

const others: Label = ['其余已完成。', 'The others are completed. '];
const triedAgain: Label = [
  '稍后自动重试，最长约三天。',
  'It is retried automatically for about three days.',
];
const givenUp: Label = [
  '已不再自动重试，处理后请管理员在后台任务中重试。',
  'It is no longer retried automatically: an administrator can retry it on the jobs page.',
];

/** Remaining work and finished work. */
interface Left {
  /** Name of the work for people. */
  readonly label: Label;
  readonly refused: readonly RecordRefusal[];
  readonly n: number;
  readonly done: number;
}

/**
 * Notifies the person who started the work of the records that were not moved: after the first attempt that left some,
 * so that they can act, and after the last.
 */
export const notifyOfRefusals = async (
  work: RecordWork,
  owner: Resource,
  resource: Resource,
  { label, refused, n, done }: Left,
  readPerson: ReadPerson,
): Promise<void> => {
  const { engine, actor, row, askedBy, attempt } = work;
  if (!askedBy || !attempt || (attempt.left > 0 && !attempt.isLast)) return;
  const ids = refused.flatMap((one) => one.ids).slice(0, maxRecordsNamed);
  const reader = await readPerson(engine, { id: askedBy, tenantId: actor.tenantId, roles: [] });
  const words = {
    work: label,
    record: recordNameFor(owner, row),
    list: listOf(refused, await namesFor(work, reader, resource, ids), n),
    n,
    others: done > 0 ? others : '',
    after: attempt.isLast ? givenUp : triedAgain,
  };
  const link = linkToRecord(owner, row);
  await engine.database.transaction(actor.tenantId, (tx) =>
    engine.messages.send(tx, [
      {
        type: '99',
        title: fill(['未全部完成：{work}', 'Not fully completed: {work}'], words),
        content: fill(
          [
            '{record}有 {n} 条未完成{list}。{others}{after}',
            '{record}: {n} not completed{list}. {others}{after}',
          ],
          words,
        ),
        business: { resource: owner.key, id: row.id },
        ...(link && { link }),
        to: [askedBy],
      },
    ]),
  );
};
