import type { Engine, EngineJob } from '@keyan/engine/engine.ts';
import type { StoreMove } from '@keyan/engine/files/move.ts';
import type { FileService } from '@keyan/engine/files/service.ts';
import type { Tx } from '@keyan/engine/store/connection/database.ts';
import { type Endpoint, endpoint, Reply } from '@keyan/engine/wire/endpoint.ts';
import { idParam } from '@keyan/engine/wire/inputs.ts';
import { Missing, Refused } from '@keyan/kernel/errors.ts';
import { type Language, say } from '@keyan/kernel/label.ts';
import { timeText } from '@keyan/kernel/values/time.ts';
import { Type } from 'typebox';
import { switchStatusCodes } from '../../shared/mechanisms/switching.ts';
import type { ObjectStores } from './oss.server.ts';
import { type FileMoveRun, ownStoreId, type StoreUse, type StoreUses } from './oss.ts';

const moveName = 'move-files';

/** Requested move: source, target, and the initial amount. */
interface Asked extends StoreMove {
  readonly total: number;
}

/** Job that moves files between stores; continues an interrupted move. */
export const moveFilesJob = (files: Pick<FileService, 'move'>): EngineJob<Asked> => ({
  name: moveName,
  label: ['迁移文件', 'Move files'],
  run: async ({ tenantId, data: { from, to }, signal }) => {
    const { moved, left } = await files.move(tenantId, { from, to }, signal);
    return { done: moved, left };
  },
});

const own = ['系统自带存储', 'Built-in storage'] as const;

const usesOf = (
  engine: Engine,
  tenantId: string,
  language: Language,
): Promise<readonly StoreUse[]> =>
  engine.database.read(tenantId, async (session) => {
    const rows = await session.query<Omit<StoreUse, 'bytes'> & { readonly bytes: string }>(
      `select s.id, s.name, coalesce(b.files, 0)::int as files, coalesce(b.bytes, 0)::text as bytes,
          s.current
         from (select '0' as id, null::bigint as key, null as name, not exists (select 1
                   from oss_config c where c.tenant_id = $1 and c.status = $2 and c.category <> '9'
                     and c.is_deleted = 0) as current
               union all
               select id::text, id, oss_code, status = $2 from oss_config
                where tenant_id = $1 and category <> '9' and is_deleted = 0) s
         left join (select store_id, count(*) as files, sum(size) as bytes from blob
                     where tenant_id = $1 group by store_id) b on b.store_id is not distinct from s.key
        order by s.key nulls first`,
      [tenantId, switchStatusCodes.on],
    );
    return rows.map((row) => ({
      ...row,
      name: row.id === ownStoreId ? say(own, language) : row.name,
      bytes: Number(row.bytes),
    }));
  });

interface StoredRun {
  readonly id: string;
  readonly data: Asked;
  readonly state: FileMoveRun['state'];
  readonly left: number;
  readonly error: string | null;
  readonly time: Date;
}

/** Reads the latest moves, with the remaining amount of running ones. */
const movesOf = async (
  engine: Engine,
  tenantId: string,
  uses: readonly StoreUse[],
): Promise<readonly FileMoveRun[]> => {
  const runs = await engine.database.read(tenantId, (session) =>
    session.query<StoredRun>(
      `select id::text, data, left_over as left, error, create_time as time,
          case when outcome is not null then outcome when process is not null then 'running'
            when tries > 0 then 'retry' else 'waiting' end as state
         from job_run where tenant_id = $1 and job = $2 order by id desc limit 5`,
      [tenantId, moveName],
    ),
  );
  const nameOf = (store: string | null): string =>
    uses.find((use) => use.id === (store ?? ownStoreId))?.name ?? store ?? '';
  return runs.map(({ data, error, time, ...run }) => {
    const isOver = run.state === 'done' || run.state === 'stopped' || run.state === 'failed';
    const rest = uses.find((use) => use.id === (data.from ?? ownStoreId))?.files ?? 0;
    return {
      ...run,
      from: nameOf(data.from),
      to: nameOf(data.to),
      total: data.total,
      rest: isOver ? run.left : Math.min(rest, data.total),
      error: error ?? '',
      time: timeText(time),
    };
  });
};

/** Allows one move at a time: two in opposite directions would never end. @throws Refused during another move */
const assertNoMove = async (tx: Tx): Promise<void> => {
  await tx.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`move ${tx.tenantId}`]);
  const open = await tx.query(
    'select 1 from job_run where tenant_id = $1 and job = $2 and ended_at is null',
    [tx.tenantId, moveName],
  );
  if (open.length > 0) {
    throw new Refused([
      '已有迁移在进行，请等它结束或先停止',
      'A move is already under way: wait until it has finished, or stop it',
    ]);
  }
};

/** Schema of a store id; `0` for the installation's store. */
const anyStore = Type.String({ pattern: '^\\d{1,20}$' });

const storeOf = (given: string): string | null => (given === ownStoreId ? null : given);

/** Calls that test a store, and move files between stores. */
export const ossEndpoints = (stores: ObjectStores): readonly Endpoint[] => [
  endpoint({
    method: 'POST',
    path: 'keyan/oss/try',
    auth: 'user',
    permissions: ['oss_edit'],
    summary: ['测试对象存储', 'Test object storage'],
    input: Type.Object({ id: idParam }),
    perMinute: 20,
    run: async (input, { actor }) => {
      await stores.try(actor.tenantId, input.id);
      return new Reply(true, ['存储可用', 'The storage is available']);
    },
  }),
  endpoint({
    method: 'GET',
    path: 'keyan/oss/uses',
    auth: 'user',
    permissions: ['oss'],
    summary: ['各存储的文件和迁移进度', 'Files in each storage and progress of moves'],
    input: Type.Object({}),
    run: async (_input, { actor, engine, language }): Promise<StoreUses> => {
      const uses = await usesOf(engine, actor.tenantId, language);
      return { stores: uses, moves: await movesOf(engine, actor.tenantId, uses) };
    },
  }),
  endpoint({
    method: 'POST',
    path: 'keyan/oss/move',
    auth: 'user',
    permissions: ['oss_move'],
    summary: ['把文件迁移到另一个存储', 'Move files to another storage'],
    input: Type.Object({ from: anyStore, to: anyStore }),
    run: async ({ from, to }, { actor, engine, language }) => {
      const uses = await usesOf(engine, actor.tenantId, language);
      const source = uses.find((use) => use.id === from);
      const target = uses.find((use) => use.id === to);
      if (!source || !target) throw new Missing();
      if (source.id === target.id || source.files === 0) {
        throw new Refused(['没有需要迁移的文件', 'There are no files to move']);
      }
      if (target.id !== ownStoreId) await stores.try(actor.tenantId, target.id);
      const asked: Asked = { from: storeOf(from), to: storeOf(to), total: source.files };
      await engine.database.transaction(actor.tenantId, async (tx) => {
        await assertNoMove(tx);
        engine.jobs.queue(tx, { name: moveName }, asked, { key: 'move', by: actor.id });
      });
      return new Reply(true, ['已开始迁移', 'Move started']);
    },
  }),
];
