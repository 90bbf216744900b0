import type { Session } from '../../store/connection/database.ts';

/** Grouping of step durations. */
export type EvidenceGroup = 'step' | 'month' | 'person' | 'department' | 'version';

/** Durations of steps within one group, in days. */
export interface GroupStepTimes {
  /** Key of the group: a node, month (`2026-11`), person, department or version. */
  readonly key: string;
  /** Name of the person or department; for other groups the key. */
  readonly name: string;
  readonly count: number;
  readonly median: number;
  readonly p90: number;
}

/** Open steps. */
export interface StepBacklog {
  readonly node: string;
  readonly open: number;
  /** Number of steps open for longer than the promised days. */
  readonly late: number;
  /** Days that the oldest has been open. */
  readonly oldest: number;
}

/** Record whose approval took or takes long. */
export interface SlowRecord {
  readonly instance: string;
  readonly business: string;
  readonly title: string;
  readonly status: string;
  readonly days: number;
}

/** Filter of step durations. */
export interface EvidenceQuery {
  readonly kind: string;
  /** Steps left from this time on. */
  readonly from: Date;
  readonly to: Date;
  /** Id of the only step to count. */
  readonly node?: string | undefined;
}

const days = (until: string, since: string): string =>
  `(extract(epoch from ${until} - ${since}) / 86400)::float8`;

/** SQL for visits of steps that people decided within the range, and the time of each person. */
const visits = `select a.node, a.left_at, i.department_id, d.version, ${days('a.left_at', 'a.entered')} as days
    from wf_act a
    join wf_instance i on i.tenant_id = $1 and i.id = a.instance_id
    join wf_definition d on d.tenant_id = $1 and d.id = i.definition_id
   where a.tenant_id = $1 and i.kind = $2 and a.left_at >= $3 and a.left_at < $4
     and a.status = 'DONE' and a.verdict is not null and ($5::text is null or a.node = $5)
     and exists (select 1 from wf_task t where t.tenant_id = $1 and t.act_id = a.id
       and t.actor_id <> i.applicant_id)`;

const tasks = `select t.actor_id, ${days('t.finished', 't.created')} as days
    from wf_task t join wf_instance i on i.tenant_id = $1 and i.id = t.instance_id
   where t.tenant_id = $1 and i.kind = $2 and t.finished >= $3 and t.finished < $4
     and t.actor_id is not null and t.actor_id <> i.applicant_id
     and ($5::text is null or t.node = $5)`;

const measured = `count(*)::int as count,
  percentile_cont(0.5) within group (order by days) as median,
  percentile_cont(0.9) within group (order by days) as p90`;

const byColumn = (key: string): string =>
  `select ${key} as key, ${key} as name, ${measured} from (${visits}) v group by 1, 2 order by 1`;

/** Statement for each grouping; all have the same parameters. */
const statements: Readonly<Record<EvidenceGroup, string>> = {
  step: byColumn('node'),
  month: byColumn(`to_char(left_at at time zone 'Asia/Shanghai', 'YYYY-MM')`),
  version: byColumn(`version::text`),
  department: `select coalesce(department_id, 0)::text as key, coalesce(max(p.dept_name), '') as name,
      ${measured} from (${visits}) v
      left join dept p on p.tenant_id = $1 and p.id = v.department_id
     group by 1 order by median desc limit 200`,
  person: `select actor_id::text as key, max(u.real_name) as name, ${measured} from (${tasks}) w
      join users u on u.tenant_id = $1 and u.id = w.actor_id
     group by 1 order by median desc limit 200`,
};

/** Returns durations of steps in a range, by group. */
export const stepTimesByGroup = (
  session: Session,
  group: EvidenceGroup,
  { kind, from, to, node }: EvidenceQuery,
): Promise<readonly GroupStepTimes[]> =>
  session.query<GroupStepTimes>(statements[group], [
    session.tenantId,
    kind,
    from,
    to,
    node ?? null,
  ]);

/** Returns the open steps of a kind, with their age. */
export const waitingStepsOf = (
  session: Session,
  kind: string,
  promisedDays: number,
  now: Date,
): Promise<readonly StepBacklog[]> =>
  session.query<StepBacklog>(
    `select a.node, count(*)::int as open,
            count(*) filter (where ${days('$4::timestamptz', 'a.entered')} > $3)::int as late,
            max(${days('$4::timestamptz', 'a.entered')}) as oldest
       from wf_act a join wf_instance i on i.tenant_id = $1 and i.id = a.instance_id
      where a.tenant_id = $1 and i.kind = $2 and i.status = 'RUN' and a.status = 'ACTIVE'
        and exists (select 1 from wf_task t where t.tenant_id = $1 and t.act_id = a.id
          and t.status = 'TODO' and t.assignee_id is distinct from i.applicant_id)
      group by a.node`,
    [session.tenantId, kind, promisedDays, now],
  );

/** Duration of a step, and the number of records there now. */
export interface StepLoad {
  readonly kind: string;
  readonly node: string;
  /** Median duration in days; null if nobody has decided yet. */
  readonly median: number | null;
  readonly open: number;
}

/** Returns the steps of several kinds, with durations since a time and open steps now. */
export const stepLoadOf = (
  session: Session,
  kinds: readonly string[],
  from: Date,
): Promise<readonly StepLoad[]> =>
  session.query<StepLoad>(
    `select i.kind, a.node,
            percentile_cont(0.5) within group (order by ${days('a.left_at', 'a.entered')})
              filter (where a.status = 'DONE' and a.verdict is not null) as median,
            count(*) filter (where a.status = 'ACTIVE' and i.status = 'RUN')::int as open
       from wf_act a join wf_instance i on i.tenant_id = $1 and i.id = a.instance_id
      where a.tenant_id = $1 and i.kind = any($2::text[]) and a.type = 'user'
        and (a.status = 'ACTIVE' or a.left_at >= $3)
        and exists (select 1 from wf_task t where t.tenant_id = $1 and t.act_id = a.id
          and coalesce(t.actor_id, t.assignee_id) is distinct from i.applicant_id)
      group by i.kind, a.node`,
    [session.tenantId, kinds, from],
  );

/** Returns the records of a range with the longest time from submission to the end, or until now. */
export const slowestRecords = (
  session: Session,
  { kind, from, to }: EvidenceQuery,
  now: Date,
): Promise<readonly SlowRecord[]> =>
  session.query<SlowRecord>(
    `select id::text as instance, business_id::text as business, title, status,
            ${days('coalesce(ended, $5::timestamptz)', 'started')} as days
       from wf_instance
      where tenant_id = $1 and kind = $2 and started < $4 and coalesce(ended, $5) >= $3
        and status <> 'DELETED'
      order by days desc limit 10`,
    [session.tenantId, kind, from, to, now],
  );
