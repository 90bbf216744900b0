import type { Session } from '../../store/connection/database.ts';

/** Groups in which the time of steps is counted. */
export type EvidenceGroup = 'step' | 'month' | 'person' | 'department' | 'version';

/** Time that steps took, in days, within one group. */
export interface GroupStepTimes {
  /** The node, month (`2026-11`), person, department or version that the group stands for. */
  readonly key: string;
  /** Name of the person or department; the key itself of every other group. */
  readonly name: string;
  readonly count: number;
  readonly median: number;
  readonly p90: number;
}

/** Steps that wait now. */
export interface StepBacklog {
  readonly node: string;
  readonly open: number;
  /** Open for longer than the promised days. */
  readonly late: number;
  /** Days that the oldest has waited. */
  readonly oldest: number;
}

/** A record that took or takes long. */
export interface SlowRecord {
  readonly instance: string;
  readonly business: string;
  readonly title: string;
  readonly status: string;
  readonly days: number;
}

/** Range of what is counted. */
export interface EvidenceQuery {
  readonly kind: string;
  /** Steps that were left from this moment on. */
  readonly from: Date;
  readonly to: Date;
  /** Only this step. */
  readonly node?: string | undefined;
}

const days = (until: string, since: string): string =>
  `(extract(epoch from ${until} - ${since}) / 86400)::float8`;

/** The visits of steps that people decided within the range, and the work of each person in them. */
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

/** Statement for each group; all of them take the same parameters. */
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

/** Time that steps took in a range, by group. */
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

/** Steps of a kind that wait now, and for how long. */
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

/** A step of a kind: how long it took, and how many wait there now. */
export interface StepLoad {
  readonly kind: string;
  readonly node: string;
  /** Days that half of the visits took at most; null where nobody has decided yet. */
  readonly median: number | null;
  readonly open: number;
}

/** Steps of several kinds, with the time that they took since a moment and what waits there now. */
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

/** The records of a range that took longest from submission to the end, or until now. */
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
