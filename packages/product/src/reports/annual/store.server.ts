import type { Session, Tx } from '@keyan/engine/store/connection/database.ts';
import { columnArrays } from '../../shared/mechanisms/bulk.server.ts';
import { type CellContribution, cellKey, type RegisterRow, type TableValues } from './fill.ts';
import type { AnnualForm } from './form.ts';
import type { ReportGap } from './gaps.ts';

// SQL access to reports: forms, cells, counted rows, entries, signatures.

/** Number of rows per insert statement. */
const rowsPerStatement = 5000;

const inParts = async <Row>(
  rows: readonly Row[],
  write: (part: readonly Row[]) => Promise<unknown>,
): Promise<void> => {
  for (let from = 0; from < rows.length; from += rowsPerStatement)
    await write(rows.slice(from, from + rowsPerStatement));
};

/** Stored form of a report; undefined before the first computation. */
export const storedForm = async (session: Session, id: string): Promise<AnnualForm | undefined> => {
  const [row] = await session.query<{ form: AnnualForm }>(
    'select form from annual_form where tenant_id = $1 and report_id = $2',
    [session.tenantId, id],
  );
  return row?.form;
};

export const saveForm = (tx: Tx, id: string, form: AnnualForm): Promise<unknown> =>
  tx.query(
    `insert into annual_form (tenant_id, report_id, form) values ($1, $2, $3)
     on conflict (tenant_id, report_id) do update set form = excluded.form`,
    [tx.tenantId, id, JSON.stringify(form)],
  );

/** Form of the latest report of a kind before a year, used for the next. */
export const latestFormBefore = async (
  session: Session,
  report: string,
  year: number,
): Promise<AnnualForm | undefined> => {
  const [row] = await session.query<{ form: AnnualForm }>(
    `select f.form from annual_report r join annual_form f on f.tenant_id = r.tenant_id and f.report_id = r.id
      where r.tenant_id = $1 and r.is_deleted = 0 and r.report = $2 and r.year <= $3
      order by r.year desc, r.issue desc limit 1`,
    [session.tenantId, report, year],
  );
  return row?.form;
};

/** Last issued report of a kind for a year. */
export const lastIssuedReport = async (
  session: Session,
  report: string,
  year: number,
): Promise<string | null> => {
  const [row] = await session.query<{ id: string }>(
    `select id::text from annual_report
      where tenant_id = $1 and is_deleted = 0 and report = $2 and year = $3 and status = '3'
      order by issue desc limit 1`,
    [session.tenantId, report, year],
  );
  return row?.id ?? null;
};

interface StoredCell {
  readonly table: string;
  readonly row: string;
  readonly column: string;
  readonly computed: string | null;
  readonly value: string;
}

export const storedCells = (session: Session, id: string): Promise<readonly StoredCell[]> =>
  session.query<StoredCell>(
    `select table_code as table, row_code as row, column_code as column, computed::text, value::text
       from annual_cell where tenant_id = $1 and report_id = $2`,
    [session.tenantId, id],
  );

/** Values by table, then by `row/column`. */
export type ByTable = ReadonlyMap<string, TableValues>;

export const valuesByTable = <
  Cell extends { readonly table: string; readonly row: string; readonly column: string },
>(
  cells: readonly Cell[],
  value: (cell: Cell) => string | null,
): ByTable => {
  const tables = new Map<string, Map<string, string>>();
  for (const cell of cells) {
    const found = value(cell);
    if (found === null) continue;
    const table = tables.get(cell.table) ?? new Map<string, string>();
    tables.set(cell.table, table.set(cellKey(cell.row, cell.column), found));
  }
  return tables;
};

/** Last entry in a cell: correction, manual value, or reason for a warning. */
export interface CellEntry {
  readonly table: string;
  readonly row: string;
  readonly column: string;
  /** Entered value; null if undone. */
  readonly value: string | null;
  readonly reason: string;
  /** Computed value at the time of the entry. */
  readonly seen: string | null;
  readonly by: string;
  readonly time: Date;
}

/** Table code under which reasons for warnings are stored, by code of the check. */
export const checkEntriesTable = 'check';

const entryColumns = `e.table_code as table, e.row_code as row, e.column_code as column, e.value, e.reason, e.seen,
  coalesce(u.real_name, '') as by, e.time`;

/** Latest entry of each cell. */
export const cellEntriesOf = (session: Session, id: string): Promise<readonly CellEntry[]> =>
  session.query<CellEntry>(
    `select distinct on (e.table_code, e.row_code, e.column_code) ${entryColumns}
       from annual_entry e left join users u on u.tenant_id = e.tenant_id and u.id = e.user_id
      where e.tenant_id = $1 and e.report_id = $2
      order by e.table_code, e.row_code, e.column_code, e.id desc`,
    [session.tenantId, id],
  );

/** All entries of a cell, newest first. */
export const entriesOfCell = (
  session: Session,
  id: string,
  { table, row, column }: Pick<CellEntry, 'table' | 'row' | 'column'>,
): Promise<readonly CellEntry[]> =>
  session.query<CellEntry>(
    `select ${entryColumns}
       from annual_entry e left join users u on u.tenant_id = e.tenant_id and u.id = e.user_id
      where e.tenant_id = $1 and e.report_id = $2 and e.table_code = $3 and e.row_code = $4 and e.column_code = $5
      order by e.id desc limit 50`,
    [session.tenantId, id, table, row, column],
  );

/** Adds an entry; earlier ones are kept. */
export const addEntry = (
  tx: Tx,
  given: Omit<CellEntry, 'by'> & {
    readonly id: string;
    readonly report: string;
    readonly user: string;
  },
): Promise<unknown> =>
  tx.query(
    `insert into annual_entry (tenant_id, id, report_id, table_code, row_code, column_code, value, reason, seen,
       user_id, time) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
    [
      tx.tenantId,
      given.id,
      given.report,
      given.table,
      given.row,
      given.column,
      given.value,
      given.reason,
      given.seen,
      given.user,
      given.time,
    ],
  );

/** Result of computing a report. */
export interface ComputedReport {
  readonly leaves: ByTable;
  readonly rows: ReadonlyMap<string, readonly CellContribution[]>;
  readonly lines: ReadonlyMap<string, readonly RegisterRow[]>;
  readonly gaps: readonly ReportGap[];
}

const removals = [
  'delete from annual_cell where tenant_id = $1 and report_id = $2',
  'delete from annual_row where tenant_id = $1 and report_id = $2',
  // Rows entered by the office are kept.
  `delete from annual_line where tenant_id = $1 and report_id = $2 and resource <> ''`,
  'delete from annual_gap where tenant_id = $1 and report_id = $2',
];

/** Replaces the computed data of a report. */
export const saveComputedReport = async (
  tx: Tx,
  id: string,
  found: ComputedReport,
): Promise<void> => {
  const { tenantId } = tx;
  for (const sql of removals) await tx.query(sql, [tenantId, id]);
  const cells = [...found.leaves].flatMap(([table, values]) =>
    [...values].map(([key, value]) => {
      const [row = '', column = ''] = key.split('/');
      return { table, row, column, value };
    }),
  );
  await inParts(cells, (part) =>
    tx.query(
      `insert into annual_cell (tenant_id, report_id, table_code, row_code, column_code, computed, value)
       select $1, $2, t, r, c, v::numeric, v::numeric from unnest($3::text[], $4::text[], $5::text[], $6::text[])
         as x(t, r, c, v)`,
      [tenantId, id, ...columnArrays(part, ['table', 'row', 'column', 'value'])],
    ),
  );
  const rows = [...found.rows].flatMap(([table, own]) => own.map((one) => ({ ...one, table })));
  await inParts(rows, (part) =>
    tx.query(
      `insert into annual_row (tenant_id, report_id, table_code, row_code, column_code, resource, record_id, dept_id,
         value)
       select $1, $2, t, r, c, k, i::bigint, d::bigint, sum(v::numeric)
         from unnest($3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::text[])
           as x(t, r, c, k, i, d, v) group by t, r, c, k, i, d
       on conflict (tenant_id, report_id, table_code, row_code, column_code, resource, record_id)
         do update set value = annual_row.value + excluded.value`,
      [
        tenantId,
        id,
        ...columnArrays(part, ['table', 'row', 'column', 'resource', 'id', 'dept', 'value']),
      ],
    ),
  );
  const lines = [...found.lines].flatMap(([table, own]) =>
    own.map((one, sort) => ({ ...one, table, sort, cells: JSON.stringify(one.cells) })),
  );
  await inParts(lines, (part) =>
    tx.query(
      `insert into annual_line (tenant_id, report_id, table_code, resource, record_id, dept_id, sort, cells)
       select $1, $2, t, k, i::bigint, d::bigint, s, c::jsonb
         from unnest($3::text[], $4::text[], $5::text[], $6::text[], $7::int[], $8::text[]) as x(t, k, i, d, s, c)`,
      [tenantId, id, ...columnArrays(part, ['table', 'resource', 'id', 'dept', 'sort', 'cells'])],
    ),
  );
  await inParts(found.gaps, (part) =>
    tx.query(
      `insert into annual_gap (tenant_id, report_id, resource, record_id, dept_id, person_id, field)
       select $1, $2, k, i::bigint, d::bigint, p::bigint, f
         from unnest($3::text[], $4::text[], $5::text[], $6::text[], $7::text[]) as x(k, i, d, p, f)
       on conflict do nothing`,
      [tenantId, id, ...columnArrays(part, ['resource', 'id', 'dept', 'person', 'field'])],
    ),
  );
};

/** Stores the values of all cells including totals. */
export const saveCellValues = async (tx: Tx, id: string, values: ByTable): Promise<void> => {
  const cells = [...values].flatMap(([table, own]) =>
    [...own].map(([key, value]) => {
      const [row = '', column = ''] = key.split('/');
      return { table, row, column, value };
    }),
  );
  await inParts(cells, (part) =>
    tx.query(
      `insert into annual_cell (tenant_id, report_id, table_code, row_code, column_code, value)
       select $1, $2, t, r, c, v::numeric from unnest($3::text[], $4::text[], $5::text[], $6::text[])
         as x(t, r, c, v)
       on conflict (tenant_id, report_id, table_code, row_code, column_code) do update set value = excluded.value`,
      [tx.tenantId, id, ...columnArrays(part, ['table', 'row', 'column', 'value'])],
    ),
  );
};

/** Stored row of a register. */
export interface RegisterLine {
  readonly table: string;
  readonly resource: string;
  readonly id: string;
  readonly dept: string | null;
  readonly cells: Readonly<Record<string, string>>;
}

export const storedLines = (
  session: Session,
  id: string,
  table: string | null,
  departments: readonly string[] | null = null,
): Promise<readonly RegisterLine[]> =>
  session.query<RegisterLine>(
    `select table_code as table, resource, record_id::text as id, dept_id::text as dept, cells
       from annual_line
      where tenant_id = $1 and report_id = $2 and ($3::text is null or table_code = $3)
        and ($4::bigint[] is null or dept_id = any($4))
      order by table_code, sort`,
    [session.tenantId, id, table, departments],
  );

/** Contributions of records to the cells of a report. */
export const storedParts = (
  session: Session,
  id: string,
): Promise<readonly (CellContribution & { readonly table: string })[]> =>
  session.query(
    `select table_code as table, row_code as row, column_code as column, resource, record_id::text as id,
            dept_id::text as dept, value::text
       from annual_row where tenant_id = $1 and report_id = $2`,
    [session.tenantId, id],
  );

/** Adds an empty row at the end of a register that the office fills in. */
export const addHandLine = (
  tx: Tx,
  given: { readonly report: string; readonly table: string; readonly id: string },
): Promise<unknown> =>
  tx.query(
    `insert into annual_line (tenant_id, report_id, table_code, resource, record_id, sort, cells)
     select $1::text, $2::bigint, $3::text, '', $4::bigint, coalesce(max(sort), -1) + 1, '{}'::jsonb from annual_line
      where tenant_id = $1 and report_id = $2::bigint and table_code = $3`,
    [tx.tenantId, given.report, given.table, given.id],
  );

/**
 * Deletes a row entered by the office.
 * @returns false if it does not exist
 */
export const removeHandLine = async (
  tx: Tx,
  given: { readonly report: string; readonly table: string; readonly id: string },
): Promise<boolean> => {
  const rows = await tx.query(
    `delete from annual_line where tenant_id = $1 and report_id = $2 and table_code = $3 and resource = ''
        and record_id = $4 returning 1`,
    [tx.tenantId, given.report, given.table, given.id],
  );
  return rows.length > 0;
};

/**
 * Copies entered rows with their cells from last year’s report, such as journals; does nothing if
 * the report has entered rows.
 */
export const copyManualLines = (tx: Tx, from: string, to: string): Promise<unknown> =>
  tx.query(
    `insert into annual_line (tenant_id, report_id, table_code, resource, record_id, sort, cells)
     select l.tenant_id, $3::bigint, l.table_code, '', l.record_id, l.sort, l.cells || coalesce((
         select jsonb_object_agg(e.column_code, coalesce(e.value, ''))
           from (select distinct on (column_code) column_code, value from annual_entry
                  where tenant_id = l.tenant_id and report_id = l.report_id and table_code = l.table_code
                    and row_code = l.record_id::text order by column_code, id desc) e), '{}'::jsonb)
       from annual_line l
      where l.tenant_id = $1 and l.report_id = $2 and l.resource = ''
        and not exists (select 1 from annual_line o where o.tenant_id = l.tenant_id and o.report_id = $3::bigint
                           and o.resource = '')`,
    [tx.tenantId, from, to],
  );

/** Latest report of a kind before another, source of its form and entered rows. */
export const latestReportBefore = async (
  session: Session,
  { id, report, year }: { readonly id: string; readonly report: string; readonly year: number },
): Promise<string | null> => {
  const [row] = await session.query<{ id: string }>(
    `select id::text from annual_report
      where tenant_id = $1 and is_deleted = 0 and report = $2 and year <= $3 and id <> $4 and calc_time is not null
      order by year desc, issue desc limit 1`,
    [session.tenantId, report, year, id],
  );
  return row?.id ?? null;
};
