import { transactionOf } from '@keyan/engine/commands/context.ts';
import { lockRow } from '@keyan/engine/records/lock.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { Denied, Invalid, Missing, Refused } from '@keyan/kernel/errors.ts';
import type { Label } from '@keyan/kernel/label.ts';
import { changeRow, createRow } from '../../shared/rows.server.ts';
import { annualName, annualReport } from './annual-report.ts';
import { changeReport } from './changing.server.ts';
import { annualStates } from './dictionaries.ts';
import type { AnnualForm, AnnualTable } from './form.ts';
import { type Asking, may, partOf, readReport } from './reading.server.ts';
import { formOf } from './run.server.ts';
import { keepForm } from './store.server.ts';

const report = annualReport as unknown as Resource;

/** A change of a form: of a table, or of one of its rows or columns. */
export interface Adaptation {
  readonly table: string;
  readonly row?: string | undefined;
  readonly column?: string | undefined;
  readonly label: string;
  readonly remark?: string | undefined;
}

const relabelled = <L extends { readonly code: string; readonly label: Label }>(
  lines: readonly L[],
  code: string,
  label: string,
): readonly L[] => {
  if (!lines.some((one) => one.code === code)) throw new Missing();
  return lines.map((one) => (one.code === code ? { ...one, label: [label, label] } : one));
};

const adapted = (table: AnnualTable, { row, column, label, remark }: Adaptation): AnnualTable => {
  if (column !== undefined) {
    return table.shape === 'summary'
      ? { ...table, columns: relabelled(table.columns, column, label) }
      : { ...table, columns: relabelled(table.columns, column, label) };
  }
  if (row !== undefined) {
    if (table.shape !== 'summary') throw new Missing();
    return { ...table, rows: relabelled(table.rows, row, label) };
  }
  return {
    ...table,
    label: [label, label],
    ...(remark === undefined ? {} : { remark: [remark, remark] }),
  };
};

/** Adapts the words of a form to the year's form of the ministry; the report and those after it have it. */
export const adaptForm = async (asking: Asking, id: string, change: Adaptation): Promise<void> => {
  await changeReport(asking, id, async (transaction, row) => {
    const { tx } = transaction;
    const form = await formOf(tx, row);
    if (!form.tables.some(({ code }) => code === change.table)) throw new Missing();
    const after: AnnualForm = {
      ...form,
      tables: form.tables.map((one) => (one.code === change.table ? adapted(one, change) : one)),
    };
    await keepForm(tx, id, after);
    // The history of the report says that its form changed.
    const now = await lockRow(transaction, report, id);
    await changeRow(transaction, report, now, 'update', {}, [
      `调整报表栏目：表${change.table} ${change.label}`,
      `Form adapted: table ${change.table} ${change.label}`,
    ]);
  });
};

/**
 * Another issue of a report that was reported: it begins with the form, the corrections and the values by hand of the
 * one before, which stays as it is.
 */
export const renewReport = async (asking: Asking, id: string): Promise<{ readonly id: string }> => {
  const { engine, actor } = asking;
  const row = await readReport(asking, id);
  if (!may(asking, row, 'edit') || partOf(asking) !== null) throw new Denied();
  if (row.status !== annualStates.issued) {
    throw new Refused(['只有已上报的年报才需要更正', 'Only what was reported is corrected']);
  }
  return engine.database.transaction(actor.tenantId, async (tx) => {
    const transaction = transactionOf({ engine, actor }, tx);
    await lockRow(transaction, report, id);
    const [later] = await tx.query<{ issue: number; open: number }>(
      `select max(issue)::int as issue, (count(*) filter (where status <> '3'))::int as open from annual_report
        where tenant_id = $1 and is_deleted = 0 and report = $2 and year = $3`,
      [tx.tenantId, row.report, row.year],
    );
    if ((later?.open ?? 0) > 0) {
      throw new Invalid([
        { path: 'id', message: ['已有一次更正尚未上报', 'A correction is under way already'] },
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
