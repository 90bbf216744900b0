import type { RecordServices } from '@keyan/engine/records/behaviour.ts';
import type { Session } from '@keyan/engine/store/connection/database.ts';
import { shapeOf } from '@keyan/engine/store/schema/shape.ts';
import { type KeptRow, keptRows } from '@keyan/engine/workbooks/kept-batch.ts';
import type { Actor } from '@keyan/kernel/access/actor.ts';
import { fieldTypeTable } from '@keyan/kernel/definition/field/field-types.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import type { Label, Language } from '@keyan/kernel/label.ts';
import { say } from '@keyan/kernel/label.ts';
import { isEmpty } from '@keyan/kernel/records/validate.ts';
import { entryOf } from '@keyan/kernel/values/dictionary.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { programKind } from '../project/common/dictionaries.ts';
import { projectSource } from '../project/program/sources.ts';
import type { MovingKind } from './kinds.ts';
import type { Dimension, ReconciledRow, RowState } from './reconcile.ts';

/** A record as it is compared: its name, its place in the sheet, its amounts. */
interface ComparedRecord {
  readonly id: string;
  readonly name: string | null;
  readonly college: string | null;
  readonly kind: string | null;
  readonly year: string | null;
  readonly source: string | null;
  readonly amounts: Readonly<Record<string, string | null>>;
}

type ReadRecords = (
  session: Session,
  resource: Resource,
  ids: readonly string[],
) => Promise<readonly ComparedRecord[]>;

const projectPlace = `said(d.dept_name, d.dept_name_en) as college, p.program_kind as kind,
  coalesce(p.plan_year, extract(year from p.start_date)::int)::text as year, p.resource as source`;

const projectsSql = `
  select p.id::text, concat_ws(' ', p.program_num, p.program_name) as name, ${projectPlace},
         jsonb_build_object('contract', p.funds::text) as amounts
    from program p left join dept d on d.tenant_id = p.tenant_id and d.id = p.department_id
   where p.tenant_id = $1 and p.id = any($2::bigint[]) and p.is_deleted = 0`;

/** Amounts are those of the ledger, not of the record: what is compared is what counts. */
const openingsSql = `
  select o.id::text, concat_ws(' ', p.program_num, p.program_name) as name, ${projectPlace},
         jsonb_build_object('contract', p.funds::text, 'arrived', coalesce(e.arrived, 0)::text,
           'spent', coalesce(e.spent, 0)::text, 'left', coalesce(e.left_funds, 0)::text) as amounts
    from funds_opening o
    join program p on p.tenant_id = o.tenant_id and p.id = o.program_id
    left join dept d on d.tenant_id = p.tenant_id and d.id = p.department_id
    left join lateral (
      select sum(l.arrived) as arrived, sum(l.spent) as spent, sum(l.booked - l.spent) as left_funds
        from ledger_funds l
       where l.tenant_id = o.tenant_id and l.source = 'fundsOpening' and l.source_id = o.id
    ) e on true
   where o.tenant_id = $1 and o.id = any($2::bigint[]) and o.is_deleted = 0`;

const bySql =
  (sql: string): ReadRecords =>
  (session, _resource, ids) =>
    session.query<ComparedRecord>(sql, [session.tenantId, ids]);

/** Records of any kind: their title, department, and the year of their first required day. */
const plainRecords: ReadRecords = (session, resource, ids) => {
  const shape = shapeOf(resource);
  const columnOf = (name: string | undefined) => name && shape.column(name)?.column;
  const department = columnOf(resource.department ?? 'departmentId') ?? columnOf('fkDeptId');
  const day = Object.entries(resource.fields).find(
    ([name, { spec }]) => spec.type === 'date' && spec.required && columnOf(name),
  )?.[0];
  return session.query<ComparedRecord>(
    `select t.id::text, t."${columnOf(resource.title)}"::text as name,
            ${department ? 'said(d.dept_name, d.dept_name_en)' : 'null'} as college, null as kind,
            ${day ? `extract(year from t."${columnOf(day)}")::int::text` : 'null'} as year, null as source,
            '{}'::jsonb as amounts
       from "${resource.table}" t
       ${department ? `left join dept d on d.tenant_id = t.tenant_id and d.id = t."${department}"` : ''}
      where t.tenant_id = $1 and t.id = any($2::bigint[]) and t.is_deleted = 0`,
    [session.tenantId, ids],
  );
};

const readers: Readonly<Record<string, ReadRecords>> = {
  programInfo: bySql(projectsSql),
  fundsOpening: bySql(openingsSql),
};

const none: Label = ['未填写', 'Not given'];

const placed =
  (kind: MovingKind, language: Language) =>
  (found: Omit<ComparedRecord, 'id' | 'amounts'> | undefined): Record<Dimension, string> => {
    const kindEntry = found?.kind ? entryOf(programKind, found.kind) : undefined;
    const sourceEntry = found?.source ? entryOf(projectSource, found.source) : undefined;
    return {
      college: found?.college || say(none, language),
      kind: say(kindEntry?.label ?? kind.resource.label, language),
      year: found?.year || say(none, language),
      source: sourceEntry ? say(sourceEntry.label, language) : say(none, language),
    };
  };

/** An amount as the file has it; null where it says none that can be read. */
const amountIn = ({ fields }: Resource, name: string, input: RowLike): string | null => {
  const spec = fields[name]?.spec;
  const value = input[name];
  if (!spec || isEmpty(value)) return null;
  const parsed = fieldTypeTable[spec.type].parse(value, spec);
  return 'value' in parsed && parsed.value !== null ? String(parsed.value) : null;
};

const states = (row: KeptRow, isThere: boolean): RowState => {
  if (row.faults.length > 0) return 'faulty';
  if (row.failure) return 'failed';
  if (row.recordId) return isThere ? 'new' : 'gone';
  if (row.standingId) return isThere ? 'standing' : 'gone';
  return 'waiting';
};

const reasons: Readonly<Record<RowState, Label | null>> = {
  new: null,
  standing: null,
  faulty: null,
  failed: null,
  gone: ['记录已不在系统中', 'the record is no longer in the system'],
  waiting: ['尚未导入', 'not imported yet'],
};

type Place = Omit<ComparedRecord, 'id' | 'amounts'>;

/** The place of a row without a record: what it says of it, or that of the project that it names. */
const placeInFile = async (
  session: Session,
  rows: readonly KeptRow[],
): Promise<ReadonlyMap<number, Place>> => {
  const idsIn = (field: string) => rows.map(({ input }) => onlyId(String(input[field] ?? '0')));
  const projects = await session.query<Place & { readonly id: string }>(
    `select p.id::text, p.program_name as name, ${projectPlace}
       from program p left join dept d on d.tenant_id = p.tenant_id and d.id = p.department_id
      where p.tenant_id = $1 and p.id = any($2::bigint[])`,
    [session.tenantId, idsIn('programId')],
  );
  const named = await session.query<{ readonly id: string; readonly name: string | null }>(
    'select id::text, said(dept_name, dept_name_en) as name from dept where tenant_id = $1 and id = any($2::bigint[])',
    [session.tenantId, idsIn('departmentId')],
  );
  const byProject = new Map(projects.map((one) => [one.id, one]));
  const names = new Map(named.map(({ id, name }) => [id, name]));
  const text = (value: unknown): string | null => (isEmpty(value) ? null : String(value));
  return new Map(
    rows.map(({ row, input }) => [
      row,
      byProject.get(String(input.programId)) ?? {
        name: null,
        college: names.get(String(input.departmentId)) ?? null,
        kind: text(input.programKind),
        year: text(input.planYear) ?? text(input.startDate)?.slice(0, 4) ?? null,
        source: text(input.resource),
      },
    ]),
  );
};

const onlyId = (text: string): string => (/^\d{1,19}$/.test(text) ? text : '0');

/** The rows of a batch beside their records, as they stand now. */
export const reconciledRows = async (
  engine: Pick<RecordServices, 'database'>,
  { tenantId }: Pick<Actor, 'tenantId'>,
  kind: MovingKind,
  importBatch: string,
  language: Language,
): Promise<readonly ReconciledRow[]> =>
  engine.database.read(tenantId, async (session) => {
    const rows = await keptRows(session, importBatch);
    const ids = rows.flatMap(({ recordId, standingId }) => recordId ?? standingId ?? []);
    const read = readers[kind.resource.key] ?? plainRecords;
    const found = new Map(
      (await read(session, kind.resource, ids)).map((record) => [record.id, record]),
    );
    const inFile = await placeInFile(session, rows);
    const place = placed(kind, language);
    return rows.map((row): ReconciledRow => {
      const record = found.get(row.recordId ?? row.standingId ?? '');
      const state = states(row, record !== undefined);
      const [fault] = row.faults;
      return {
        row: row.row,
        name: record?.name ?? String(row.input[kind.resource.title] ?? row.input.programNum ?? ''),
        state,
        recordId: record?.id ?? null,
        file: Object.fromEntries(
          kind.measures.map(({ key, field }) => [key, amountIn(kind.resource, field, row.input)]),
        ),
        system: record?.amounts ?? null,
        group: place(record ?? inFile.get(row.row)),
        reason: fault
          ? [`【${fault.field[0]}】${fault.message[0]}`, `${fault.field[1]}: ${fault.message[1]}`]
          : (row.failure ?? reasons[state]),
      };
    });
  });
