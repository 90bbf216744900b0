import type { Engine } from '@keyan/engine/engine.ts';
import type { Session } from '@keyan/engine/store/connection/database.ts';
import { shapeOf } from '@keyan/engine/store/schema/shape.ts';
import { likeLiteral } from '@keyan/engine/store/statements/conditions.ts';
import type { Actor } from '@keyan/kernel/access/actor.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { type Language, say } from '@keyan/kernel/label.ts';
import { timeText } from '@keyan/kernel/values/time.ts';
import { journalLikeness } from './journal-likeness.ts';
import { judgeInTransaction } from './judge.server.ts';
import {
  type DeskRecord,
  type FindingRow,
  type JournalRow,
  type OpenFindingCounts,
  type PersonSuggestion,
  type QualityOverview,
  type QualityTopic,
  qualityTopics,
} from './quality.ts';
import { readCondition, StatementParameters } from './reach.server.ts';
import { statusColumnOf } from './records.server.ts';
import { fieldsOfFinding, type ReportFault, reportText } from './report.ts';
import { recordStatusOf } from './statuses.ts';

/** Filter of a list of findings. */
export interface FindingFilter {
  readonly kind?: string | undefined;
  readonly dept?: string | undefined;
  readonly year?: number | undefined;
  readonly text?: string | undefined;
}

interface Asking {
  readonly engine: Engine;
  readonly actor: Actor;
  readonly language: Language;
}

const recordOf = (alias: string): string =>
  `jsonb_build_object('id', ${alias}.record_id::text, 'number', ${alias}.number,
     'title', ${alias}.title, 'status', ${alias}.audit_status, 'year', ${alias}.stat_year,
     'people', ${alias}.names, 'department', coalesce((select said(d.dept_name, d.dept_name_en) from dept d
        where d.tenant_id = ${alias}.tenant_id and d.id = ${alias}.dept_id), ''))`;

/** SQL of open findings that the reader may see; of a pair both records must be readable. */
const source = (
  { engine, actor }: Asking,
  given: StatementParameters,
  filter: FindingFilter,
): string => {
  // Tenant is the first parameter of every statement on findings.
  const tenant = given.add(actor.tenantId);
  const conditions = [
    readCondition(engine, actor, 'q', given),
    `(f.other_id is null or ${readCondition(engine, actor, 'o', given)})`,
    ...(filter.kind ? [`${given.add(filter.kind)} in (f.resource, f.other_resource)`] : []),
  ];
  if (filter.dept) {
    const dept = given.add(filter.dept);
    conditions.push(`(q.dept_id = ${dept}::bigint or o.dept_id = ${dept}::bigint)`);
  }
  if (filter.year) {
    const year = given.add(filter.year);
    conditions.push(`(q.stat_year = ${year}::int or o.stat_year = ${year}::int)`);
  }
  const text = filter.text?.trim();
  if (text) {
    const like = given.add(`%${likeLiteral(text)}%`);
    const fields = ['q.title', 'q.number', 'q.names', 'o.title', `f.detail ->> 'name'`];
    conditions.push(`(${fields.map((field) => `${field} ilike ${like}`).join(' or ')})`);
  }
  return `from quality_finding f
    join quality_record q on q.tenant_id = f.tenant_id and q.resource = f.resource
     and q.record_id = f.record_id
    left join quality_record o on o.tenant_id = f.tenant_id and o.resource = f.other_resource
     and o.record_id = f.other_id
   where f.tenant_id = ${tenant} and ${conditions.join(' and ')}`;
};

/** Counts the open findings by topic; for journals the distinct names. */
export const findingCounts = async (
  asking: Asking,
  filter: FindingFilter,
): Promise<OpenFindingCounts> => {
  const given = new StatementParameters();
  const from = source(asking, given, filter);
  const rows = await asking.engine.database.heavy<{ topic: QualityTopic; total: number }>(
    asking.actor.tenantId,
    asking.actor.id,
    {
      sql: `select f.topic, count(distinct case when f.topic = 'journal'
                then f.resource || ' ' || f.subject else f.id::text end)::int as total
              ${from} group by f.topic`,
      parameters: given.values,
    },
  );
  const found = new Map(rows.map(({ topic, total }) => [topic, total]));
  return Object.fromEntries(
    qualityTopics.map((topic) => [topic, found.get(topic) ?? 0]),
  ) as OpenFindingCounts;
};

/** Returns the departments and years of readable records with findings, as filter values. */
export const filterValuesOf = async (
  asking: Asking,
): Promise<Pick<QualityOverview, 'departments' | 'years' | 'checkedAt'>> => {
  const { engine, actor } = asking;
  const given = new StatementParameters();
  const from = source(asking, given, {});
  const [row] = await engine.database.heavy<{
    departments: QualityOverview['departments'] | null;
    years: number[] | null;
    checked: Date | null;
  }>(actor.tenantId, actor.id, {
    sql: `with there as (select distinct q.dept_id, q.stat_year ${from})
      select (select jsonb_agg(jsonb_build_object('id', d.id::text, 'name', said(d.dept_name, d.dept_name_en))
                order by d.sort, d.id) from dept d
               where d.tenant_id = $1 and d.id in (select dept_id from there)) as departments,
        (select array_agg(distinct stat_year order by stat_year desc) from there
          where stat_year is not null) as years,
        (select max(ended_at) from job_run
          where tenant_id = $1 and job = 'quality-check' and outcome = 'done') as checked`,
    parameters: given.values,
  });
  return {
    departments: row?.departments ?? [],
    years: row?.years ?? [],
    checkedAt: row?.checked ? timeText(row.checked) : '',
  };
};

interface StoredFinding {
  readonly id: string;
  readonly topic: QualityTopic;
  readonly resource: string;
  readonly otherResource: string | null;
  readonly subject: string;
  readonly score: number;
  readonly reasons: readonly string[];
  readonly detail: {
    readonly name?: string;
    readonly unit?: string;
    readonly guesses?: readonly Pick<PersonSuggestion, 'userId' | 'score' | 'reasons'>[];
  };
  readonly record: Omit<DeskRecord, 'statusName'>;
  readonly other: Omit<DeskRecord, 'statusName'> | null;
  readonly version: number;
}

export interface FindingPaging {
  readonly current: number;
  readonly size: number;
}

const found = async (
  asking: Asking,
  session: Session,
  topic: QualityTopic,
  filter: FindingFilter,
  { current, size }: FindingPaging,
): Promise<readonly StoredFinding[]> => {
  const given = new StatementParameters();
  const from = source(asking, given, filter);
  const place = [given.add(topic), given.add(size), given.add((current - 1) * size)];
  return session.query<StoredFinding>(
    `select f.id::text, f.topic, f.resource, f.other_resource as "otherResource", f.subject, f.score, f.reasons, f.detail,
        ${recordOf('q')} as record,
        case when o.record_id is null then null else ${recordOf('o')} end as other, q.version
      ${from} and f.topic = ${place[0]}
      order by f.score desc, f.id limit ${place[1]} offset ${place[2]}`,
    given.values,
  );
};

/** Returns those ids of records of a resource that changed since their last check. */
const staleOf = async (
  session: Session,
  kind: Resource,
  ids: readonly string[],
): Promise<readonly string[]> => {
  const { column, isOpen } = statusColumnOf(kind);
  const rows = await session.query<{ id: string }>(
    `select q.record_id::text as id from quality_record q
      left join ${shapeOf(kind).table} r on r.tenant_id = q.tenant_id and r.id = q.record_id
        and r.is_deleted = 0
     where q.tenant_id = $1 and q.resource = $2 and q.record_id = any($3::bigint[])
       and (r.id is null or r.version <> q.version or r."${column}" <> q.audit_status or not ${isOpen})`,
    [session.tenantId, kind.key, ids],
  );
  return rows.map(({ id }) => id);
};

/** Recomputes records that changed. @returns whether there were any */
const refreshed = async (
  { engine, actor }: Asking,
  rows: readonly StoredFinding[],
): Promise<boolean> => {
  let isStale = false;
  const shown = rows.flatMap(({ resource, record, otherResource, other }) => [
    { key: resource, id: record.id },
    ...(otherResource && other ? [{ key: otherResource, id: other.id }] : []),
  ]);
  for (const [key, group] of Map.groupBy(shown, (one) => one.key)) {
    const kind = engine.resources.get(key);
    if (!kind) continue;
    const ids = group.map(({ id }) => id);
    const stale = await engine.database.read(actor.tenantId, (session) =>
      staleOf(session, kind, [...new Set(ids)]),
    );
    if (stale.length === 0) continue;
    isStale = true;
    await judgeInTransaction(engine, actor.tenantId, kind, stale);
  }
  return isStale;
};

interface Person {
  readonly id: string;
  readonly name: string;
  readonly department: string;
}

const peopleNamed = async (
  session: Session,
  rows: readonly StoredFinding[],
): Promise<ReadonlyMap<string, Person>> => {
  const ids = rows.flatMap(({ detail }) => (detail.guesses ?? []).map(({ userId }) => userId));
  if (ids.length === 0) return new Map();
  const people = await session.query<Person>(
    `select u.id::text, u.real_name as name, coalesce(said(d.dept_name, d.dept_name_en), '') as department
       from users u left join dept d on d.tenant_id = u.tenant_id and d.id = u.dept_id
      where u.tenant_id = $1 and u.is_deleted = 0 and u.status = '1' and u.id = any($2::bigint[])`,
    [session.tenantId, [...new Set(ids)]],
  );
  return new Map(people.map((one) => [one.id, one]));
};

const textOf = (kind: Resource | undefined, row: StoredFinding, language: Language): string => {
  if (row.topic !== 'report' || !kind) return row.detail.name ?? '';
  const fault = row.reasons[0] as ReportFault;
  return say(reportText(kind, { field: row.subject, fault }), language);
};

const toRow = (
  { engine, language }: Asking,
  { detail, version: _version, ...row }: StoredFinding,
  people: ReadonlyMap<string, Person>,
): FindingRow => {
  const kind = engine.resources.get(row.resource);
  const otherResource = row.otherResource ?? '';
  const otherKind = engine.resources.get(otherResource);
  return {
    ...row,
    record: { ...row.record, ...recordStatusOf(kind, row.record.status, language) },
    other: row.other && { ...row.other, ...recordStatusOf(otherKind, row.other.status, language) },
    kind: kind ? say(kind.label, language) : row.resource,
    otherResource,
    otherKind: otherKind ? say(otherKind.label, language) : otherResource,
    text: textOf(kind, { ...row, detail, version: 0 }, language),
    unit: detail.unit ?? '',
    fields:
      row.topic === 'report' && kind
        ? fieldsOfFinding(kind, { field: row.subject, fault: row.reasons[0] as ReportFault })
        : [],
    suggestions: (detail.guesses ?? []).flatMap((guess) => {
      const person = people.get(guess.userId);
      return person ? [{ ...guess, name: person.name, department: person.department }] : [];
    }),
  };
};

/** Returns a page of open findings of a topic, the likeliest first. */
export const findingsPageOf = async (
  asking: Asking,
  topic: QualityTopic,
  filter: FindingFilter,
  paging: FindingPaging,
): Promise<{ readonly rows: readonly FindingRow[]; readonly total: number }> => {
  const { engine, actor } = asking;
  const read = () =>
    engine.database.read(actor.tenantId, (session) =>
      found(asking, session, topic, filter, paging),
    );
  const first = await read();
  const rows = (await refreshed(asking, first)) ? await read() : first;
  const people = await engine.database.read(actor.tenantId, (session) =>
    peopleNamed(session, rows),
  );
  const counts = await findingCounts(asking, filter);
  return { rows: rows.map((row) => toRow(asking, row, people)), total: counts[topic] };
};

interface JournalGroup {
  readonly resource: string;
  readonly subject: string;
  readonly name: string;
  readonly issn: string;
  readonly records: number;
  readonly first: number | null;
  readonly last: number | null;
  readonly total: number;
}

const yearsText = (first: number | null, last: number | null): string =>
  first === null ? '' : first === last ? String(first) : `${first}–${last}`;

/** Reads the journals of the catalogue, one row per name. */
const catalogue = (session: Session) =>
  session.query<{ id: string; name: string; en: string | null; abbr: string | null; issn: string }>(
    `select distinct on (coalesce(issn, journal_name)) id::text, journal_name as name,
        journal_name_en as en, abbr, coalesce(issn, '') as issn
       from journal where tenant_id = $1 and is_deleted = 0 and status = '1'
      order by coalesce(issn, journal_name), year desc`,
    [session.tenantId],
  );

/** Returns printed journal names without edition, the most frequent first. */
export const unknownJournalsOf = async (
  asking: Asking,
  filter: FindingFilter,
  { current, size }: FindingPaging,
): Promise<{ readonly rows: readonly JournalRow[]; readonly total: number }> => {
  const { engine, actor } = asking;
  const given = new StatementParameters();
  const from = source(asking, given, filter);
  const [limit, offset] = [given.add(size), given.add((current - 1) * size)];
  const groups = await engine.database.heavy<JournalGroup>(actor.tenantId, actor.id, {
    sql: `select f.resource, f.subject, min(f.detail ->> 'name') as name,
        coalesce(max(nullif(f.detail ->> 'issn', '')), '') as issn, count(*)::int as records,
        min(q.stat_year)::int as first, max(q.stat_year)::int as last,
        (count(*) over ())::int as total
      ${from} and f.topic = 'journal'
      group by f.resource, f.subject
      order by count(*) desc, f.subject limit ${limit} offset ${offset}`,
    parameters: given.values,
  });
  if (groups.length === 0) return { rows: [], total: 0 };
  const known = await engine.database.read(actor.tenantId, catalogue);
  const likely = journalLikeness(known);
  return {
    total: groups[0]?.total ?? 0,
    rows: groups.map(({ resource, subject, name, issn, records, first, last }) => ({
      id: `${resource} ${subject}`,
      resource,
      name,
      issn,
      records,
      years: yearsText(first, last),
      suggestions: likely(name),
    })),
  };
};
