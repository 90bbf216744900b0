import type { Engine } from '@keyan/engine/engine.ts';
import { likeLiteral } from '@keyan/engine/store/statements/conditions.ts';
import type { Actor } from '@keyan/kernel/access/actor.ts';
import { type Language, say } from '@keyan/kernel/label.ts';
import { timeText } from '@keyan/kernel/values/time.ts';
import type { FindingFilter, FindingPaging } from './list.server.ts';
import type { DecisionRow, DeskRecord } from './quality.ts';
import { readCondition, StatementParameters } from './reach.server.ts';
import { recordStatusOf } from './statuses.ts';

type StoredRecord = Omit<DeskRecord, 'statusName'>;

interface Stored extends Omit<DecisionRow, 'kind' | 'time' | 'record' | 'other'> {
  readonly record: StoredRecord | null;
  readonly other: StoredRecord | null;
  readonly at: Date;
  readonly total: number;
}

const recordOf = (alias: string): string =>
  `case when ${alias}.record_id is null then null else jsonb_build_object(
     'id', ${alias}.record_id::text, 'number', ${alias}.number, 'title', ${alias}.title,
     'status', ${alias}.audit_status, 'year', ${alias}.stat_year, 'people', ${alias}.names,
     'department', coalesce((select said(e.dept_name, e.dept_name_en) from dept e
        where e.tenant_id = ${alias}.tenant_id and e.id = ${alias}.dept_id), '')) end`;

/**
 * Decisions of the desk, the latest first: of records that the reader may read. Of a merged one it is the
 * record that stayed.
 */
export const deskDecisionsOf = async (
  {
    engine,
    actor,
    language,
  }: { readonly engine: Engine; readonly actor: Actor; readonly language: Language },
  filter: FindingFilter,
  { current, size }: FindingPaging,
): Promise<{ readonly rows: readonly DecisionRow[]; readonly total: number }> => {
  const given = new StatementParameters();
  const tenant = given.add(actor.tenantId);
  const conditions = [
    `case when s.topic = 'merged' then ${readCondition(engine, actor, 'o', given)}
       else ${readCondition(engine, actor, 'q', given)}
        and (s.other_id is null or ${readCondition(engine, actor, 'o', given)}) end`,
    ...(filter.kind ? [`${given.add(filter.kind)} in (s.resource, s.other_resource)`] : []),
  ];
  if (filter.dept) {
    const dept = given.add(filter.dept);
    conditions.push(`(q.dept_id = ${dept}::bigint or o.dept_id = ${dept}::bigint)`);
  }
  if (filter.year) {
    const year = given.add(filter.year);
    conditions.push(`(q.stat_year = ${year}::int or o.stat_year = ${year}::int)`);
  }
  if (filter.text?.trim()) {
    const like = given.add(`%${likeLiteral(filter.text.trim())}%`);
    conditions.push(`(s.text ilike ${like} or s.reason ilike ${like} or q.title ilike ${like})`);
  }
  const [limit, offset] = [given.add(size), given.add((current - 1) * size)];
  const rows = await engine.database.heavy<Stored>(actor.tenantId, actor.id, {
    sql: `select s.id::text, s.topic, s.resource,
        coalesce(s.other_resource, s.resource) as "otherResource", s.text, s.reason, s.decided_at as at,
        coalesce(u.real_name, '') as by, ${recordOf('q')} as record, ${recordOf('o')} as other,
        (count(*) over ())::int as total
      from quality_decision s
      left join users u on u.tenant_id = s.tenant_id and u.id = s.decided_by
      left join quality_record q on q.tenant_id = s.tenant_id and q.resource = s.resource
       and q.record_id = s.record_id
      left join quality_record o on o.tenant_id = s.tenant_id and o.resource = s.other_resource
       and o.record_id = s.other_id
     where s.tenant_id = ${tenant} and ${conditions.join(' and ')}
     order by s.decided_at desc, s.id desc limit ${limit} offset ${offset}`,
    parameters: given.values,
  });
  return {
    total: rows[0]?.total ?? 0,
    rows: rows.map(({ at, total: _total, record, other, ...row }) => {
      const kind = engine.resources.get(row.resource);
      const named = (one: StoredRecord | null, key: string): DeskRecord | null =>
        one && { ...one, ...recordStatusOf(engine.resources.get(key), one.status, language) };
      return {
        ...row,
        record: named(record, row.resource),
        other: named(other, row.otherResource),
        time: timeText(at),
        kind: kind ? say(kind.label, language) : row.resource,
      };
    }),
  };
};
