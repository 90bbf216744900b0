import type { Session, Tx } from '@keyan/engine/store/connection/database.ts';
import { columnArrays } from '../shared/mechanisms/bulk.server.ts';
import type { MappedColumn } from './answers.ts';
import type { TableHead } from './grid.ts';
import type { RowSource, UnmatchedRow } from './naming.ts';
import type { CellMark, FilledValue, KeptCell } from './values.ts';

// SQL access to filled tables: mapping, rows with records, cells.

/** Layout of a file: table, position of headings, and target of each column. */
export interface FillLayout {
  /** Id of the file to which the layout belongs. */
  readonly file: string;
  readonly page: string;
  readonly conditions: string;
  readonly table: number;
  readonly head: Omit<TableHead, 'columns'>;
  readonly columns: readonly MappedColumn[];
  /** Source of rows; undefined in old layouts, which means the list. */
  readonly source?: RowSource;
  /** Rows of the file without a record, if named rows are filled. */
  readonly unmatched?: readonly UnmatchedRow[];
}

/** Row of a table with the record that fills it. */
export interface FillRow {
  readonly row: number;
  readonly resource: string;
  readonly id: string;
  readonly version: number;
  readonly title: string;
  /** Person to ask about the row; null if unknown. */
  readonly person: string | null;
  readonly dept: string | null;
}

export interface FillCell extends KeptCell {
  readonly row: number;
  readonly column: number;
  readonly question: string | null;
  readonly note: string;
}

export const layoutOf = async (session: Session, id: string): Promise<FillLayout | null> => {
  const [row] = await session.query<{ layout: FillLayout }>(
    'select layout from fill_layout where tenant_id = $1 and table_id = $2',
    [session.tenantId, id],
  );
  return row?.layout ?? null;
};

const rowColumns = `row_no as row, resource, record_id::text as id, record_version as version, title,
  person_id::text as person, dept_id::text as dept`;

export const rowsOf = (session: Session, id: string): Promise<readonly FillRow[]> =>
  session.query<FillRow>(
    `select ${rowColumns} from fill_row where tenant_id = $1 and table_id = $2 order by row_no`,
    [session.tenantId, id],
  );

interface StoredCell {
  readonly row: number;
  readonly column: number;
  readonly value: string | null;
  readonly kind: FilledValue['kind'];
  readonly mark: CellMark;
  readonly field: string | null;
  readonly question: string | null;
  readonly note: string;
}

/** Cells of a table, or of one of its questions. */
export const cellsOf = async (
  session: Session,
  id: string,
  question: string | null = null,
): Promise<readonly FillCell[]> => {
  const rows = await session.query<StoredCell>(
    `select row_no as row, column_no as column, value, kind, mark, field, question_id::text as question, note
       from fill_cell where tenant_id = $1 and table_id = $2 and ($3::bigint is null or question_id = $3)
      order by row_no, column_no`,
    [session.tenantId, id, question],
  );
  return rows.map(({ value, kind, ...cell }) => ({
    ...cell,
    value: value === null ? null : { text: value, kind },
  }));
};

/** Another table with equal headings. */
export interface AlikeTable {
  readonly id: string;
  readonly name: string;
  readonly createUser: string;
  readonly layout: FillLayout;
}

/** Other tables with equal headings, last filled first. */
export const tablesAlike = (
  session: Session,
  id: string,
  key: string,
): Promise<readonly AlikeTable[]> =>
  session.query<AlikeTable>(
    `select t.id::text as id, t.table_name as name, t.create_user::text as "createUser", l.layout
       from fill_table t join fill_layout l on l.tenant_id = t.tenant_id and l.table_id = t.id
      where t.tenant_id = $1 and t.is_deleted = 0 and t.headings_key = $2 and t.id <> $3
      order by t.filled_at desc nulls last, t.id desc limit 20`,
    [session.tenantId, key, id],
  );

/** Replaces layout, rows and cells of a table. */
export const keepFilling = async (
  tx: Tx,
  id: string,
  layout: FillLayout,
  rows: readonly FillRow[],
  cells: readonly FillCell[],
): Promise<void> => {
  const { tenantId } = tx;
  await tx.query(
    `insert into fill_layout (tenant_id, table_id, layout) values ($1, $2, $3)
     on conflict (tenant_id, table_id) do update set layout = excluded.layout`,
    [tenantId, id, JSON.stringify(layout)],
  );
  await tx.query('delete from fill_cell where tenant_id = $1 and table_id = $2', [tenantId, id]);
  await tx.query('delete from fill_row where tenant_id = $1 and table_id = $2', [tenantId, id]);
  await tx.query(
    `insert into fill_row (tenant_id, table_id, row_no, resource, record_id, record_version, title, person_id, dept_id)
     select $1, $2, n, k, r::bigint, v, t, p::bigint, d::bigint
       from unnest($3::int[], $4::text[], $5::text[], $6::int[], $7::text[], $8::text[], $9::text[])
         as x(n, k, r, v, t, p, d)`,
    [
      tenantId,
      id,
      ...columnArrays(rows, ['row', 'resource', 'id', 'version', 'title', 'person', 'dept']),
    ],
  );
  const flat = cells.map(({ value, ...cell }) => ({
    ...cell,
    text: value?.text ?? null,
    kind: value?.kind ?? 'text',
  }));
  await tx.query(
    `insert into fill_cell (tenant_id, table_id, row_no, column_no, value, kind, mark, field, question_id, note)
     select $1, $2, n, c, v, k, m, f, q::bigint, o
       from unnest($3::int[], $4::int[], $5::text[], $6::text[], $7::text[], $8::text[], $9::text[], $10::text[])
         as x(n, c, v, k, m, f, q, o)`,
    [
      tenantId,
      id,
      ...columnArrays(flat, ['row', 'column', 'text', 'kind', 'mark', 'field', 'question', 'note']),
    ],
  );
};

/**
 * Sets or clears a cell.
 * @returns false if the cell does not exist
 */
export const setCell = async (
  tx: Tx,
  id: string,
  { row, column, value, mark, note }: Pick<FillCell, 'row' | 'column' | 'value' | 'mark' | 'note'>,
): Promise<boolean> => {
  const found = await tx.query(
    `update fill_cell set value = $5, kind = $6, mark = $7, note = $8
      where tenant_id = $1 and table_id = $2 and row_no = $3 and column_no = $4 returning 1`,
    [tx.tenantId, id, row, column, value?.text ?? null, value?.kind ?? 'text', mark, note],
  );
  return found.length > 0;
};

/** Number of cells by mark; marks without cells are 0. */
export const countsOf = async (
  session: Session,
  id: string,
): Promise<Readonly<Record<CellMark, number>>> => {
  const rows = await session.query<{ mark: CellMark; count: number }>(
    `select mark, count(*)::int as count from fill_cell where tenant_id = $1 and table_id = $2 group by mark`,
    [session.tenantId, id],
  );
  return {
    ...{ known: 0, last: 0, unknown: 0, answered: 0, hand: 0, none: 0 },
    ...Object.fromEntries(rows.map(({ mark, count }) => [mark, count])),
  };
};
