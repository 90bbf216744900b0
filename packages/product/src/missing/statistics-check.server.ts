import { opensPage } from '@keyan/engine/records/rights.ts';
import { statuses } from '@keyan/kernel/access/status.ts';
import { hasProcess } from '@keyan/kernel/definition/field/base-fields.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import type { Label } from '@keyan/kernel/label.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import {
  fieldsOfFinding,
  isStillNeeded,
  type ReportFault,
  reportFindings,
  reportReads,
  reportText,
} from '../achievement/quality/report.ts';
import { isPlainField } from './fill.server.ts';
import {
  type FindGaps,
  gapOf,
  type MissingReader,
  maxCheckedRecords,
  rowsOf,
} from './looking.server.ts';

interface Candidate {
  readonly resource: string;
  readonly id: string;
  /** Fields that a report in preparation requires. */
  readonly fields: readonly string[];
}

/**
 * Records that lacked data at the last check of a report in preparation or of the ministry’s
 * report.
 */
const candidates = ({ engine, actor }: MissingReader): Promise<readonly Candidate[]> => {
  const part = actor.departmentScope === 'all' ? null : [...actor.departmentScope];
  return engine.database.heavy<Candidate>(actor.tenantId, actor.id, {
    sql: `select resource, id::text, coalesce(array_agg(distinct field) filter (where field is not null), '{}') as fields
       from (
         select g.resource, g.record_id as id, g.field, g.dept_id, g.person_id from annual_gap g
           join annual_report r on r.tenant_id = g.tenant_id and r.id = g.report_id
          where g.tenant_id = $1 and r.is_deleted = 0 and r.status <> '3'
         union all
         select f.resource, f.record_id, null, q.dept_id, q.writer_id from quality_finding f
           join quality_record q on q.tenant_id = f.tenant_id and q.resource = f.resource
            and q.record_id = f.record_id
          where f.tenant_id = $1 and f.topic = 'report' and q.audit_status = $2
       ) lacking
      where $3::bigint[] is null or dept_id = any($3) or person_id = $4
      group by resource, id order by resource, id desc limit ${maxCheckedRecords + 1}`,
    parameters: [actor.tenantId, statuses.approved, part, actor.id],
  });
};

const emptied: ReadonlySet<ReportFault> = new Set(['missing', 'anyOf']);

/** Current gaps of a record: fields that a grid can edit, and other gaps in words. */
const lacksOf = (kind: Resource, row: RowLike, asked: readonly string[]) => {
  const findings = reportFindings(kind, row);
  const open = findings.filter(({ fault }) => emptied.has(fault));
  const empty = new Set([
    ...asked.filter((name) => kind.fields[name] && isStillNeeded(kind, row, name)),
    ...open.flatMap((finding) => fieldsOfFinding(kind, finding)),
  ]);
  const fields = [...empty].filter((name) => isPlainField(kind, name));
  const others: readonly Label[] = [
    ...[...empty]
      .filter((name) => !fields.includes(name))
      .map((name): Label => kind.fields[name]?.spec.label ?? [name, name]),
    ...findings.filter(({ fault }) => !emptied.has(fault)).map((one) => reportText(kind, one)),
  ];
  const oneOf = open
    .filter(({ fault }) => fault === 'anyOf')
    .map((finding) => fieldsOfFinding(kind, finding).filter((name) => fields.includes(name)))
    .filter((names) => names.length > 1);
  return { fields, others, oneOf };
};

/**
 * Check 统计上报: approved records without data that a report in preparation or the ministry’s
 * report requires.
 */
export const findMissingFields: FindGaps = async (reader) => {
  const { engine, actor } = reader;
  const found = await candidates(reader);
  const byKind = Map.groupBy(found.slice(0, maxCheckedRecords), ({ resource }) => resource);
  const gaps = await Promise.all(
    [...byKind].map(async ([key, own]) => {
      const kind = engine.resources.get(key);
      if (!kind || !opensPage(kind, actor)) return [];
      const asked = new Map(own.map(({ id, fields }) => [id, fields]));
      const reads = [...new Set([...reportReads(kind), ...own.flatMap(({ fields }) => fields)])];
      const known = reads.filter((name) => kind.fields[name]);
      const rows = await rowsOf(reader, kind, [...asked.keys()], known);
      return rows
        .filter((row) => !hasProcess(kind) || row.auditStatus === statuses.approved)
        .flatMap(
          (row) =>
            gapOf(reader, kind, row, lacksOf(kind, row, asked.get(String(row.id)) ?? [])) ?? [],
        );
    }),
  );
  return { gaps: gaps.flat(), isCut: found.length > maxCheckedRecords };
};
