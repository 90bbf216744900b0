import { compareDerived } from '@keyan/engine/commands/derived.ts';
import type { Engine, EngineJob } from '@keyan/engine/engine.ts';
import { everyHour } from '@keyan/engine/jobs/schedule.ts';
import type { StoredRow, TransactionContext } from '@keyan/engine/records/behaviour.ts';
import { commitChange } from '@keyan/engine/records/commit.ts';
import { lockTarget } from '@keyan/engine/records/lock.ts';
import { statuses } from '@keyan/kernel/access/status.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { Refused } from '@keyan/kernel/errors.ts';
import { fill, type Label } from '@keyan/kernel/label.ts';
import { recordPage } from '../achievement/common/words.ts';
import { personsOf, readBatch, type Work, writeAll } from './compute.server.ts';
import { mark, type Output } from './lock.server.ts';
import { scoredKinds } from './objects.ts';
import { scoreBatch } from './score-batch.ts';
import { scoreResult } from './score-result.ts';

// an output that a confirmed batch scored is unlocked, changed, approved again, and scored anew.

const result = scoreResult as unknown as Resource;

const unlocked: Label = [
  '计分解锁，可以退回修改',
  'Unlocked by the scoring office: it may be changed',
];

/** The output says so in its history, and its writer learns of it. */
export const unlockOutput = async (
  row: { readonly scoreObject: string | null; readonly bizId: string | null },
  transaction: TransactionContext,
): Promise<void> => {
  const resource = scoredKinds[row.scoreObject ?? '']?.resource;
  const before = resource && (await lockTarget(transaction, resource, row.bizId ?? '0'));
  if (!resource || !before) throw new Refused(['成果已不存在', 'The output is gone']);
  const after = { ...before, isLocked: '0' } as StoredRow;
  const change = { resource, before, after, action: 'effect', note: unlocked[0] };
  await commitChange(transaction, { ...change, keepsVersion: true });
  const { engine, tx } = transaction;
  await engine.messages.send(tx, [
    {
      type: '13',
      title: ['已计分的成果已解锁', 'A scored output was unlocked'],
      content: fill(
        [
          '《{title}》的计分锁定已解除。退回修改并再次通过后，得分自动重算。',
          '“{title}” is no longer locked by its score. Once changed and approved again, it is scored anew.',
        ],
        { title: String((before as unknown as Record<string, unknown>)[resource.title] ?? '') },
      ),
      business: { resource: resource.key, id: before.id },
      link: recordPage(resource, before),
      to: [before.createUser],
    },
  ]);
};

interface Unlocked extends Output {
  readonly since: Date;
}

/** Outputs that were unlocked and are not scored anew yet. */
const unlockedOutputs = (engine: Engine, tenantId: string): Promise<readonly Unlocked[]> =>
  engine.database.read(tenantId, (session) =>
    session.query<Unlocked>(
      `select score_object as object, biz_id as id, max(unlocked_at) as since from score_result
        where tenant_id = $1 and is_deleted = 0 and unlocked_at is not null
        group by score_object, biz_id`,
      [tenantId],
    ),
  );

/** Was it approved again, or is it gone for good? While somebody works on it, its score waits. */
const isSettled = (
  engine: Engine,
  tenantId: string,
  { object, id, since }: Unlocked,
): Promise<boolean> =>
  engine.database.read(tenantId, async (session) => {
    const table = scoredKinds[object]?.resource.table;
    if (!table) return false;
    const [row] = await session.query<{ status: string; finished: Date | null }>(
      `select audit_status as status, finish_time as finished from ${table}
        where tenant_id = $1 and id = $2 and is_deleted = 0`,
      [tenantId, id],
    );
    if (!row || row.status === statuses.void) return true;
    return row.status === statuses.approved && row.finished !== null && row.finished > since;
  });

/** Confirmed batches that scored it. */
const batchesOf = async (engine: Engine, tenantId: string, id: string) => {
  const rows = await engine.database.read(tenantId, (session) =>
    session.query<{ id: string }>(
      `select distinct b.id::text from score_result r
         join score_batch b on b.tenant_id = r.tenant_id and b.id = r.batch_id
        where r.tenant_id = $1 and r.biz_id = $2 and r.is_deleted = 0 and b.status = '5'`,
      [tenantId, id],
    ),
  );
  return rows.map((row) => row.id);
};

/** Results of an output in a batch that are not final. */
const openResults = async (engine: Engine, tenantId: string, batchId: string, id: string) => {
  const rows = await engine.database.read(tenantId, (session) =>
    session.query<{ id: string }>(
      `select id::text from score_result
        where tenant_id = $1 and batch_id = $2 and biz_id = $3 and is_deleted = 0
          and (status <> '9' or unlocked_at is not null)`,
      [tenantId, batchId, id],
    ),
  );
  return rows.map((row) => row.id);
};

/** What one output gives in a confirmed batch, computed anew; everything else of the batch stays. */
const rescore = async (engine: Engine, work: Work, id: string): Promise<number> => {
  const { tenantId, batchId } = work;
  const { results, stored, persons } = await readBatch(engine, tenantId, batchId);
  const isOwn = (key: string): boolean => key.startsWith(`${id} `);
  const wanted = new Map([...results].filter(([key]) => isOwn(key)));
  const standing = stored.filter(({ key }) => isOwn(key));
  const always = async (): Promise<boolean> => true;
  const changed = await writeAll(engine, work, 'results', compareDerived(standing, wanted), always);
  const known = new Set(persons.map(({ key }) => key));
  const more = new Map([...personsOf(wanted)].filter(([key]) => !known.has(key)));
  await writeAll(engine, work, 'persons', compareDerived([], more), always);
  const open = await openResults(engine, tenantId, batchId, id);
  await engine.asSystem(scoreBatch.label[0], tenantId).performAll(result, 'lock', open);
  return changed;
};

/** 已解锁成果重算: what was unlocked, changed and approved again is scored anew in its confirmed batches. */
export const rescoreOutputs: EngineJob = {
  name: 'rescore-outputs',
  label: ['已解锁成果重算', 'Score unlocked outputs anew'],
  at: everyHour(25),
  run: async ({ tenantId, signal }, engine) => {
    let done = 0;
    for (const output of await unlockedOutputs(engine, tenantId)) {
      signal.throwIfAborted();
      if (!(await isSettled(engine, tenantId, output))) continue;
      for (const batchId of await batchesOf(engine, tenantId, output.id)) {
        await rescore(engine, { tenantId, batchId, signal }, output.id);
      }
      await mark(engine, tenantId, output);
      done += 1;
    }
    return { done };
  },
};
