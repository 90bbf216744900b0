import type { Graph } from '@keyan/kernel/workflow/graph.ts';
import type { WorkCalendar } from '@keyan/kernel/workflow/period.ts';
import type { Session } from '../../store/connection/database.ts';

const noDays: WorkCalendar = new Map();

/** The days from yesterday on that differ from Monday to Friday. */
export const workCalendar = async (session: Session, now: Date): Promise<WorkCalendar> => {
  const rows = await session.query<{ day: string; works: boolean }>(
    `select to_char(day, 'YYYY-MM-DD') as day, kind = '1' as works from work_day
      where tenant_id = $1 and is_deleted = 0 and day >= $2::date - 1`,
    [session.tenantId, now],
  );
  return new Map(rows.map(({ day, works }) => [day, works]));
};

/** The same; empty, without a query, for a route without waits. */
export const calendarFor = async (
  session: Session,
  graph: Graph,
  now: Date,
): Promise<WorkCalendar> =>
  Object.values(graph.nodes).some(({ type }) => type === 'wait')
    ? workCalendar(session, now)
    : noDays;
