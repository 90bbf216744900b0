import { type Endpoint, endpoint } from '@keyan/engine/wire/endpoint.ts';
import { Type } from 'typebox';

const week = 7 * 86_400_000;

/** Calls that return figures of the installation to its administrator: size, pending registrations, failed jobs. */
export const stateEndpoints = (version: string): readonly Endpoint[] => [
  endpoint({
    method: 'GET',
    path: 'keyan/state',
    auth: 'user',
    permissions: ['info_state'],
    summary: ['系统状态', 'System status'],
    input: Type.Object({}),
    run: async (_input, { actor, engine }) => {
      const since = new Date(engine.clock().getTime() - week);
      const [counts] = await engine.database.read(actor.tenantId, (session) =>
        session.query<{ bytes: string; waiting: number; errors: number; failed: number }>(
          `select pg_database_size(current_database())::text as bytes,
             (select count(*)::int from register_guest
               where tenant_id = $1 and status = '0' and is_deleted = 0) as waiting,
             (select count(*)::int from error_log
               where tenant_id = $1 and create_time >= $2) as errors,
             (select count(*)::int from job_run
               where tenant_id = $1 and outcome = 'failed' and ended_at >= $2) as failed`,
          [actor.tenantId, since],
        ),
      );
      return {
        version,
        /** Seconds since this process started. */
        uptime: Math.floor(process.uptime()),
        databaseBytes: counts?.bytes ?? '0',
        waitingRegistrations: counts?.waiting ?? 0,
        /** Counts of the last seven days. */
        failedJobs: counts?.failed ?? 0,
        pageErrors: counts?.errors ?? 0,
      };
    },
  }),
];
