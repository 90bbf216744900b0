import type { Engine, EngineJob } from '@keyan/engine/engine.ts';
import { everyMinute } from '@keyan/engine/jobs/schedule.ts';
import { anyVersion } from '@keyan/engine/records/versions.ts';
import type { Session, Tx } from '@keyan/engine/store/connection/database.ts';
import { moveReason } from '@keyan/engine/store/homes/refusals.ts';
import { type Endpoint, endpoint, Reply } from '@keyan/engine/wire/endpoint.ts';
import type { Actor } from '@keyan/kernel/access/actor.ts';
import { Denied, Missing, Refused } from '@keyan/kernel/errors.ts';
import type { Label } from '@keyan/kernel/label.ts';
import { timeText } from '@keyan/kernel/values/time.ts';
import { Type } from 'typebox';
import { platformTenant, runsPlatform } from '../shared/references/platform.ts';
import { tenant } from '../system/tenants/tenant.ts';
import type { TenantHome, TenantMoveRun } from '../system/tenants/tenant-home.ts';
import type { DataSources } from './develop.server.ts';

const moveName = 'move-tenant';
const movingLabel: Label = ['迁移租户数据', 'Move a tenant to another database'];

/** Requested move: the id of the target data source, null for the main database. */
interface RequestedMove {
  readonly tenantId: string;
  readonly to: string | null;
}

/** Functions of the installation that move tenant data. */
export interface TenantMoves {
  /**
   * Moves the rows of a tenant.
   * @returns number of moved rows
   */
  move(asked: RequestedMove, signal: AbortSignal): Promise<number>;
  /** Finishes or rolls back all interrupted moves. */
  settle(): Promise<{ readonly done: number; readonly failures: ReadonlyMap<string, unknown> }>;
}

interface HomeLine {
  readonly source: string | null;
  readonly state: 'open' | 'closed' | 'clearing';
}

const readHome = async (session: Session, tenantId: string): Promise<HomeLine> => {
  const [line] = await session.query<HomeLine>(
    'select datasource_id::text as source, state from tenant_home where tenant_code = $1',
    [tenantId],
  );
  return line ?? { source: null, state: 'open' };
};

/** Updates the tenant’s record with its current database; the change appears in its history. */
const noteHome = async (engine: Engine, tenantId: string): Promise<void> => {
  const [found] = await engine.database.read(platformTenant, (session) =>
    session.query<{ id: string }>(
      `select f.id::text from tenant_file f left join tenant_home h on h.tenant_code = f.tenant_code
        where f.tenant_id = $1 and f.tenant_code = $2 and f.is_deleted = 0
          and f.datasource_id is distinct from h.datasource_id`,
      [platformTenant, tenantId],
    ),
  );
  if (!found) return;
  await engine
    .asSystem(movingLabel[0], platformTenant)
    .save(tenant, { id: found.id, version: anyVersion });
};

/**
 * Background job that moves the rows of a tenant. A run after an interrupted move finishes that
 * move or restarts it.
 */
export const moveTenantJob = (moves: TenantMoves): EngineJob<RequestedMove> => ({
  name: moveName,
  label: movingLabel,
  run: async ({ data, signal }, engine) => {
    const { tenantId } = data;
    const [found] = await engine.database.read('', (session) =>
      session.query('select 1 from tenant where tenant_id = $1', [tenantId]),
    );
    if (!found) return { done: 0, left: 1 };
    try {
      return { done: await moves.move(data, signal) };
    } finally {
      await noteHome(engine, tenantId);
    }
  },
});

/** Background job that resumes interrupted moves, so that no tenant stays closed. */
export const resumeTenantMovesJob = (moves: TenantMoves): EngineJob<unknown> => ({
  name: 'settle-tenant-moves',
  label: ['收尾中断的租户迁移', 'Finish interrupted tenant moves'],
  at: everyMinute,
  atStart: true,
  wholeInstallation: true,
  run: async (_work, engine) => {
    const { done, failures } = await moves.settle();
    for (const [tenantId, err] of failures) {
      engine.log.error({ err, tenantId }, 'a move of a tenant is not ended');
    }
    return { done, left: failures.size };
  },
});

const assertRunsPlatform = (actor: Actor): void => {
  if (!runsPlatform(actor)) throw new Denied();
};

/**
 * Checks that a tenant exists.
 * @throws Missing if not
 */
const assertTenantExists = async (engine: Engine, tenantId: string): Promise<void> => {
  const found = await engine.database.read(platformTenant, (session) =>
    session.query(
      `select 1 from tenant_file where tenant_id = $1 and tenant_code = $2 and is_deleted = 0`,
      [platformTenant, tenantId],
    ),
  );
  if (found.length === 0) throw new Missing();
};

const moveInProgressText: Label = [
  '该租户的数据正在迁移，请等它结束',
  'This tenant is already being moved; wait until it has finished',
];

/**
 * Checks that no other move of the tenant is running.
 * @throws Refused if one is
 */
const assertNoMove = async (tx: Tx, tenantId: string): Promise<void> => {
  await tx.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`move ${tenantId}`]);
  const open = await tx.query(
    'select 1 from job_run where tenant_id = $1 and job = $2 and key = $3 and ended_at is null',
    [tx.tenantId, moveName, tenantId],
  );
  if (open.length > 0) throw new Refused(moveInProgressText);
};

const runsText = `
  select r.id::text, coalesce(s.name, '') as to, coalesce(r.done, 0)::int as rows,
      coalesce(r.error, '') as error, r.create_time as time,
      case when r.outcome is not null then r.outcome when r.process is not null then 'running'
        when r.tries > 0 then 'retry' else 'waiting' end as state
     from job_run r left join data_source s
       on s.tenant_id = $1 and s.id = (r.data->>'to')::bigint
    where r.tenant_id = $1 and r.job = $2 and r.data->>'tenantId' = $3
    order by r.id desc limit 5`;

/** Current database of a tenant, progress of a running move, and last moves. */
const homeOf = (engine: Engine, tenantId: string): Promise<TenantHome> =>
  engine.database.read(platformTenant, async (session) => {
    const [line] = await session.query<Omit<TenantHome, 'moves'>>(
      `select coalesce(h.datasource_id::text, '') as "datasourceId", coalesce(s.name, '') as name,
          h.state, coalesce(h.step, '') as step, h.rows_done::int as "rowsDone", h.rows_all::int as "rowsAll"
         from tenant_home h left join data_source s on s.tenant_id = $1 and s.id = h.datasource_id
        where h.tenant_code = $2`,
      [platformTenant, tenantId],
    );
    const runs = await session.query<
      Omit<TenantMoveRun, 'time' | 'error'> & { readonly time: Date; readonly error: string }
    >(runsText, [platformTenant, moveName, tenantId]);
    const never = {
      datasourceId: '',
      name: '',
      state: 'open',
      step: '',
      rowsDone: 0,
      rowsAll: 0,
    } as const;
    return {
      ...(line ?? never),
      moves: runs.map((run) => ({
        ...run,
        time: timeText(run.time),
        error: moveReason(run.error),
      })),
    };
  });

const code = Type.String({ minLength: 1, maxLength: 12 });

/** Calls that move a tenant to a data source or back to the main database. */
export const tenantSourceEndpoints = (sources: DataSources): readonly Endpoint[] => [
  endpoint({
    method: 'POST',
    path: 'blade-system/tenant/datasource',
    auth: 'user',
    permissions: ['tenantFile_setting'],
    summary: ['设置租户的数据源', 'Move a tenant to a data source, or back to the main database'],
    input: Type.Object({
      tenantId: code,
      datasourceId: Type.Optional(Type.String({ pattern: '^(\\d{1,19})?$' })),
    }),
    run: async ({ tenantId, datasourceId = '' }, { actor, engine }) => {
      assertRunsPlatform(actor);
      await assertTenantExists(engine, tenantId);
      if (tenantId === platformTenant) {
        throw new Refused([
          '平台自身的租户只能在主数据库中',
          'The platform’s own tenant must stay in the main database',
        ]);
      }
      const to = datasourceId === '' || datasourceId === '0' ? null : datasourceId;
      const home = await engine.database.read(platformTenant, (session) =>
        readHome(session, tenantId),
      );
      // An unfinished move may be requested again, which finishes it.
      if (home.source === to && home.state === 'open') {
        throw new Refused(['该租户的数据已在此处', 'The tenant’s data are already there']);
      }
      if (to !== null && home.source !== to) {
        await engine.database.read(platformTenant, (session) => sources.try(session, to));
      }
      await engine.database.transaction(platformTenant, async (tx) => {
        await assertNoMove(tx, tenantId);
        const asked: RequestedMove = { tenantId, to };
        engine.jobs.queue(tx, { name: moveName }, asked, { key: tenantId, by: actor.id });
      });
      return new Reply(true, [
        '已开始迁移，期间该租户不能使用',
        'The move has started; the tenant is unavailable meanwhile',
      ]);
    },
  }),
  endpoint({
    method: 'GET',
    path: 'keyan/tenant/home',
    auth: 'user',
    permissions: ['tenantFile'],
    summary: ['租户所在的数据库和迁移记录', 'Where a tenant lives, and its moves'],
    input: Type.Object({ tenantId: code }),
    run: async ({ tenantId }, { actor, engine }) => {
      assertRunsPlatform(actor);
      await assertTenantExists(engine, tenantId);
      return homeOf(engine, tenantId);
    },
  }),
];
