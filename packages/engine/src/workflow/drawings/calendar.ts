import type { Graph } from '@keyan/kernel/workflow/graph.ts';
import type { WorkCalendar } from '@keyan/kernel/workflow/period.ts';
import type { Session } from '../../store/connection/database.ts';
import type { WorkflowCache } from './cache.ts';

const noDays: WorkCalendar = new Map();

/** Returns days from yesterday on that are exceptions to the working week, Monday to Friday. */
export const workCalendar = async (session: Session, now: Date): Promise<WorkCalendar> => {
  const rows = await session.query<{ day: string; works: boolean }>(
    `select to_char(day, 'YYYY-MM-DD') as day, kind = '1' as works from work_day
      where tenant_id = $1 and is_deleted = 0 and day >= $2::date - 1`,
    [session.tenantId, now],
  );
  return new Map(rows.map(({ day, works }) => [day, works]));
};

/** True if a node of the route waits for a time or has a deadline: only then is the calendar needed. */
const isTimed = (graph: Graph): boolean =>
  Object.values(graph.nodes).some(
    (node) => node.type === 'wait' || (node.type === 'user' && node.due !== undefined),
  );

/** Maximum age in milliseconds of a step whose deadline is recomputed. */
const maxStepAge = 400 * 86_400_000;

/** Returns the cached calendar of the last year and the future. */
export const rememberedCalendar = (
  session: Session,
  cache: WorkflowCache,
  now: Date,
): Promise<WorkCalendar> =>
  cache.recall(session.tenantId, 'calendar', () =>
    workCalendar(session, new Date(now.getTime() - maxStepAge)),
  );

/** Returns the calendar for a route; empty, without a query, for a route without waits and deadlines. */
export const calendarFor = async (
  session: Session,
  cache: WorkflowCache,
  graph: Graph,
  now: Date,
): Promise<WorkCalendar> => (isTimed(graph) ? rememberedCalendar(session, cache, now) : noDays);
