import type { Session } from '@keyan/engine/store/connection/database.ts';
import { addDays } from '@keyan/kernel/values/time.ts';
import type { CacheValidators } from './collector.server.ts';

/** Position at which a job resumes. */
export interface Position {
  readonly cursor: string | null;
  readonly from: string;
  /** Start time of the walk; later changes belong to the next walk. */
  readonly began: string;
  readonly tag: CacheValidators;
}

export interface JobRow {
  readonly id: string;
  readonly name: string;
  readonly status: string;
  readonly isWhole: boolean;
  readonly autoPush: boolean;
  readonly doneUntil: string | null;
  readonly position: string | null;
  readonly keyword: string;
  readonly yearFrom: number | null;
  readonly yearTo: number | null;
  readonly siteId: string;
  readonly proxyId: string | null;
  readonly userAgent: string | null;
}

const jobText = `
  select j.id::text, j.job_name as name, j.job_status as status, j.is_whole = '1' as "isWhole",
      j.auto_push = '1' as "autoPush",
      to_char(j.done_until at time zone 'Asia/Shanghai', 'YYYY-MM-DD') as "doneUntil", j.position,
      s.keyword, s.year_from as "yearFrom", s.year_to as "yearTo", s.site_id::text as "siteId",
      j.proxy_id::text as "proxyId",
      (select u.ua_value from spider_ua u where u.tenant_id = j.tenant_id and u.id = j.user_agent_id
          and u.is_deleted = 0) as "userAgent"
    from spider_job j
    join spider_subject s on s.tenant_id = j.tenant_id and s.id = j.subject_id and s.is_deleted = 0
   where j.tenant_id = $1 and j.id = $2 and j.is_deleted = 0`;

const positionIn = (text: string | null): Position | null => {
  if (!text) return null;
  try {
    return JSON.parse(text) as Position;
  } catch {
    return null;
  }
};

/** Days requested again in each walk, because sources index changes late. */
const overlapDays = 2;

/**
 * Start position of a run: the cursor of an interrupted walk, otherwise the changes since the last
 * complete walk.
 */
export const startPositionOf = (job: JobRow, now: string): Position => {
  const kept = positionIn(job.position);
  if (kept?.cursor) return kept;
  const from = job.isWhole || !job.doneUntil ? '' : addDays(job.doneUntil, -overlapDays);
  return { cursor: null, from, began: now, tag: kept?.tag ?? {} };
};

/** Job with its subject; undefined if either is deleted. */
export const jobOf = async (session: Session, id: string): Promise<JobRow | undefined> => {
  const [row] = await session.query<JobRow>(jobText, [session.tenantId, id]);
  return row;
};
