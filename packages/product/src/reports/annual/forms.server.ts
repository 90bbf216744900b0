import { behaviourTransaction } from '@keyan/engine/commands/context.ts';
import { lockRow } from '@keyan/engine/records/lock.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { Denied, Invalid, Missing, Refused } from '@keyan/kernel/errors.ts';
import type { Label } from '@keyan/kernel/label.ts';
import { changeRow, createRow } from '../../shared/mechanisms/rows.server.ts';
import { annualName, annualReport } from './annual-report.ts';
import { changeReport } from './changing.server.ts';
import { annualStatusCodes } from './dictionaries.ts';
import { tableValuesOf } from './fill.ts';
import {
  type AnnualForm,
  type AnnualTable,
  type FormLine,
  handFilledLine,
  type RegisterColumn,
} from './form.ts';
import { type AnnualReader, mayDoToReports, readReport, reportPartOf } from './reading.server.ts';
import { formOfReport } from './run.server.ts';
import { addHandLine, copyManualLines, removeHandLine, saveForm } from './store.server.ts';

const report = annualReport as Resource;

/** Adapted row or column: its code in the form of the year, and its label. */
export interface AdaptedLine {
  /** Internal code used by sums and checks; a new code for an added line. */
  readonly code: string;
  readonly shown?: string | undefined;
  readonly label: string;
}

/** Adaptation of a table; lists name all rows or columns in the new order. */
export interface FormAdaptation {
  readonly table: string;
  readonly label?: string | undefined;
  readonly remark?: string | undefined;
  readonly rows?: readonly AdaptedLine[] | undefined;
  readonly columns?: readonly AdaptedLine[] | undefined;
}

/** Label with a changed text; an unchanged label keeps both languages. */
const labelled = (before: Label | undefined, text: string): Label =>
  before?.includes(text) ? before : [text, text];

interface LabelledLine {
  readonly code: string;
  readonly shown?: string;
  readonly label: Label;
}

/** Code and label of a line as the office set them. */
const named = (
  before: LabelledLine | undefined,
  { code, shown, label }: AdaptedLine,
): LabelledLine => ({
  code,
  label: labelled(before?.label, label),
  ...(shown && shown !== code ? { shown } : {}),
});

/**
 * Lines in the new order, including added ones.
 * @param made creates an added line
 * @param mayGo true if no sum or check refers to a line
 * @throws Invalid for a duplicate code, and for leaving out a line that sums or checks refer to
 */
const arranged = <L extends LabelledLine>(
  path: 'rows' | 'columns',
  before: readonly L[],
  given: readonly AdaptedLine[],
  made: (line: LabelledLine) => L,
  mayGo: (line: L) => boolean,
): readonly L[] => {
  const at = (message: Label) => new Invalid([{ path, message }]);
  const codes = new Set(given.map(({ code }) => code));
  if (codes.size < given.length) throw at(['栏目代码重复', 'A code is listed twice']);
  const lost = before.find((line) => !codes.has(line.code) && !mayGo(line));
  if (lost) {
    throw at([
      `第 ${lost.shown ?? lost.code} 栏由系统汇总或参与校验，不能删除`,
      `Line ${lost.shown ?? lost.code} is computed or used in checks; it cannot be deleted`,
    ]);
  }
  return given.map((one) => {
    const known = before.find(({ code }) => code === one.code);
    if (!known) return made(named(undefined, one));
    const { shown: _shown, ...rest } = known;
    return { ...rest, ...named(known, one) } as L;
  });
};

/** Rows and columns that checks refer to, as `table/code`. */
const checkedIn = ({ checks }: AnnualForm): ReadonlySet<string> =>
  new Set(
    checks
      .flatMap(({ left, right }) => [left, right])
      .flatMap(({ plus, minus = [] }) => [...plus, ...minus])
      .flatMap((name) => {
        const [table, row, column] = name.replace(/^last:/, '').split('/');
        return [`${table}/${row}`, `${table}/${column}`];
      }),
  );

const adapted = (form: AnnualForm, table: AnnualTable, change: FormAdaptation): AnnualTable => {
  const { label, remark, rows, columns } = change;
  const checked = checkedIn(form);
  const head = {
    label: label === undefined ? table.label : labelled(table.label, label),
    ...(remark === undefined ? {} : { remark: labelled(table.remark, remark) }),
  };
  if (table.shape === 'register') {
    if (rows) throw new Missing();
    return {
      ...table,
      ...head,
      columns: columns
        ? arranged<RegisterColumn>(
            'columns',
            table.columns,
            columns,
            (line) => ({ ...line, at: '', is: 'text' }),
            ({ code, at }) => at === '' && !checked.has(`${table.code}/${code}`),
          )
        : table.columns,
    };
  }
  const named = new Set(
    [...table.rows, ...table.columns].flatMap(({ fill }) =>
      fill.by === 'sum' ? [...fill.of, ...(fill.less ?? [])] : [],
    ),
  );
  const made = (line: LabelledLine): FormLine => ({ ...line, fill: handFilledLine });
  const mayGo = ({ code, fill }: FormLine): boolean =>
    fill.by === 'hand' && !named.has(code) && !checked.has(`${table.code}/${code}`);
  return {
    ...table,
    ...head,
    rows: rows ? arranged('rows', table.rows, rows, made, mayGo) : table.rows,
    columns: columns ? arranged('columns', table.columns, columns, made, mayGo) : table.columns,
  };
};

/**
 * Adapts a report’s form to the ministry’s form of the year: labels, codes, order, additional
 * lines. Applies to this and later reports.
 */
export const adaptForm = async (
  asking: AnnualReader,
  id: string,
  change: FormAdaptation,
): Promise<void> => {
  await changeReport(asking, id, async (transaction, row) => {
    const { tx } = transaction;
    const form = await formOfReport(tx, row);
    const table = form.tables.find(({ code }) => code === change.table);
    if (!table) throw new Missing();
    const after = adapted(form, table, change);
    await saveForm(tx, id, {
      ...form,
      tables: form.tables.map((one) => (one === table ? after : one)),
    });
    // Records the change in the history of the report.
    const now = await lockRow(transaction, report, id);
    await changeRow(transaction, report, now, 'update', {}, [
      `调整报表栏目：表${change.table} ${after.label[0]}`,
      `Form adjusted: table ${change.table} ${after.label[1]}`,
    ]);
  });
};

/**
 * Adds an empty row to a register that the office fills in.
 * @returns id of the row
 */
export const addRow = async (
  asking: AnnualReader,
  id: string,
  code: string,
): Promise<{ readonly id: string }> => {
  const made = asking.engine.ids.next();
  await changeReport(asking, id, async ({ tx }, row) => {
    const table = tableValuesOf(await formOfReport(tx, row), code);
    if (table?.shape !== 'register' || table.of !== 'hand') throw new Missing();
    await addHandLine(tx, { report: id, table: code, id: made });
  });
  return { id: made };
};

/**
 * Deletes a row entered by the office.
 * @throws Missing if it does not exist
 */
export const removeRow = (
  asking: AnnualReader,
  id: string,
  { table, row }: { readonly table: string; readonly row: string },
): Promise<void> =>
  changeReport(asking, id, async ({ tx }) => {
    if (!(await removeHandLine(tx, { report: id, table, id: row }))) throw new Missing();
  });

/**
 * Creates a corrected report from an issued one, with its form, corrections and manual values; the
 * issued one is unchanged.
 */
export const renewReport = async (
  asking: AnnualReader,
  id: string,
): Promise<{ readonly id: string }> => {
  const { engine, actor } = asking;
  const row = await readReport(asking, id);
  if (!mayDoToReports(asking, row, 'edit') || reportPartOf(asking) !== null) throw new Denied();
  if (row.status !== annualStatusCodes.issued) {
    throw new Refused([
      '只有已上报的年报才需要更正',
      'Only reported annual reports need a correction',
    ]);
  }
  return engine.database.transaction(actor.tenantId, async (tx) => {
    const transaction = behaviourTransaction({ engine, actor }, tx);
    await lockRow(transaction, report, id);
    const [later] = await tx.query<{ issue: number; open: number }>(
      `select max(issue)::int as issue, (count(*) filter (where status <> '3'))::int as open from annual_report
        where tenant_id = $1 and is_deleted = 0 and report = $2 and year = $3`,
      [tx.tenantId, row.report, row.year],
    );
    if ((later?.open ?? 0) > 0) {
      throw new Invalid([
        { path: 'id', message: ['已有一次更正尚未上报', 'A correction has not been reported yet'] },
      ]);
    }
    const issue = (later?.issue ?? 1) + 1;
    const [name, nameEn] = annualName(row.report, row.year, issue) ?? [null, null];
    const made = await createRow(transaction, report, {
      report: row.report,
      year: row.year,
      issue,
      remark: row.remark,
      name,
      nameEn,
    });
    await tx.query(
      `insert into annual_form (tenant_id, report_id, form)
       select tenant_id, $3, form from annual_form where tenant_id = $1 and report_id = $2`,
      [tx.tenantId, id, made.id],
    );
    await copyManualLines(tx, id, made.id);
    const entries = await tx.query<Record<string, string | null>>(
      `select distinct on (table_code, row_code, column_code) table_code, row_code, column_code, value, reason, seen,
              user_id::text, time::text
         from annual_entry where tenant_id = $1 and report_id = $2
        order by table_code, row_code, column_code, id desc`,
      [tx.tenantId, id],
    );
    for (const one of entries) {
      await tx.query(
        `insert into annual_entry (tenant_id, id, report_id, table_code, row_code, column_code, value, reason, seen,
           user_id, time) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
        [
          tx.tenantId,
          engine.ids.next(),
          made.id,
          one.table_code,
          one.row_code,
          one.column_code,
          one.value,
          one.reason,
          one.seen,
          one.user_id,
          one.time,
        ],
      );
    }
    return { id: made.id };
  });
};
