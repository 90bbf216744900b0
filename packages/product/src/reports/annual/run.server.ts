import { behaviourTransaction, type CommandTransaction } from '@keyan/engine/commands/context.ts';
import { actionJob } from '@keyan/engine/commands/work.ts';
import type { Engine, EngineJob } from '@keyan/engine/engine.ts';
import type { StoredRow } from '@keyan/engine/records/behaviour.ts';
import { lockRow } from '@keyan/engine/records/lock.ts';
import type { Session } from '@keyan/engine/store/connection/database.ts';
import { parameterNow } from '@keyan/engine/store/statements/parameters.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { plus } from '@keyan/kernel/values/amounts.ts';
import { changeRow } from '../../shared/mechanisms/rows.server.ts';
import { annualMonths, annualToleranceParam } from '../../system/parameters/limits.ts';
import { annualReport } from './annual-report.ts';
import { type CheckFailure, checkFailuresOf, type LookUpCell } from './checks.ts';
import { reportFactsOf } from './facts.server.ts';
import { statisticClassOf } from './facts-asked.server.ts';
import {
  allValuesOf,
  type CellContribution,
  cellKey,
  contributionsTo,
  measuredValuesOf,
  type RegisterRow,
  registerRowsOf,
  type TableValues,
} from './fill.ts';
import type { AnnualForm, ReportKind } from './form.ts';
import { shippedForms } from './forms/shipped.ts';
import { gapsOf } from './gaps.ts';
import { saveDigests, signaturesOf } from './signing.server.ts';
import {
  type ByTable,
  type CellEntry,
  cellEntriesOf,
  checkEntriesTable,
  copyManualLines,
  lastIssuedReport,
  latestFormBefore,
  latestReportBefore,
  saveCellValues,
  saveComputedReport,
  saveForm,
  storedCells,
  storedForm,
  storedLines,
  valuesByTable,
} from './store.server.ts';

/** Resource without its field types, as parameters of the engine expect. */
const report = annualReport as Resource;

export type ReportRow = StoredRow<typeof annualReport.fields>;

/**
 * Form of a report: its stored form, otherwise that of the previous report, otherwise the shipped
 * one.
 */
export const formOfReport = async (
  session: Session,
  row: Pick<ReportRow, 'id' | 'report' | 'year'>,
): Promise<AnnualForm> => {
  const kind = row.report as ReportKind;
  return (
    (await storedForm(session, row.id)) ??
    (await latestFormBefore(session, kind, row.year ?? 0)) ??
    shippedForms[kind]
  );
};

/** Current values and check results of a report. */
export interface ReportStanding {
  readonly form: AnnualForm;
  readonly values: ByTable;
  readonly last: ByTable;
  readonly entries: readonly CellEntry[];
  readonly findings: readonly CheckFailure[];
}

const noValues: TableValues = new Map();

/** Entered values by table, without those that were undone. */
export const enteredValuesIn = (entries: readonly CellEntry[]): ByTable =>
  valuesByTable(entries, ({ value }) => value);

/** Sum of a register’s column, including corrected cells. */
const columnSum = (
  lines: readonly { readonly id: string; readonly cells: Readonly<Record<string, string>> }[],
  entered: TableValues,
  column: string,
): string =>
  plus(
    '0',
    ...lines.map(({ id, cells }) => {
      const text = entered.get(cellKey(id, column)) ?? cells[column] ?? '';
      return /^-?\d+(\.\d+)?$/.test(text) ? text : '0';
    }),
  );

/** Computes all cells and check results from stored facts. */
export const computeStanding = async (
  session: Session,
  row: Pick<ReportRow, 'id' | 'report' | 'year'>,
  near: number,
): Promise<ReportStanding> => {
  const form = await formOfReport(session, row);
  const entries = await cellEntriesOf(session, row.id);
  const entered = enteredValuesIn(entries);
  const leaves = valuesByTable(await storedCells(session, row.id), ({ computed }) => computed);
  const before = await lastIssuedReport(session, row.report ?? '', (row.year ?? 0) - 1);
  const last =
    before === null
      ? new Map()
      : valuesByTable(await storedCells(session, before), ({ value }) => value);
  const values = new Map(
    form.tables.flatMap((table) =>
      table.shape === 'register'
        ? []
        : [
            [
              table.code,
              allValuesOf(
                table,
                leaves.get(table.code) ?? noValues,
                entered.get(table.code) ?? noValues,
                last.get(table.code) ?? noValues,
              ),
            ] as const,
          ],
    ),
  );
  const lines = Map.groupBy(await storedLines(session, row.id, null), ({ table }) => table);
  const look: LookUpCell = (table, at, column, isLast) => {
    if (isLast) return before === null ? null : (last.get(table)?.get(cellKey(at, column)) ?? null);
    return at === 'all'
      ? columnSum(lines.get(table) ?? [], entered.get(table) ?? noValues, column)
      : (values.get(table)?.get(cellKey(at, column)) ?? '0');
  };
  return { form, values, last, entries, findings: checkFailuresOf(form, look, near) };
};

/** Codes of checks with a reason. */
export const explainedChecksIn = (entries: readonly CellEntry[]): ReadonlySet<string> =>
  new Set(
    entries.flatMap(({ table, row, value }) => (table === checkEntriesTable && value ? [row] : [])),
  );

/** Stores a report’s values and its numbers of faults, gaps and signatures. */
export const storeReport = async (
  transaction: CommandTransaction,
  row: ReportRow,
  near: number,
): Promise<void> => {
  const { tx } = transaction;
  const { values, entries, findings } = await computeStanding(tx, row, near);
  await saveCellValues(tx, row.id, values);
  const explained = explainedChecksIn(entries);
  const [counted] = await tx.query<{ gaps: number }>(
    'select count(*)::int as gaps from annual_gap where tenant_id = $1 and report_id = $2',
    [tx.tenantId, row.id],
  );
  const signatures = await signaturesOf(tx, row.id);
  const stands = {
    errors: findings.filter(({ check }) => check.level === 'error').length,
    unexplained: findings.filter(
      ({ check }) => check.level === 'warn' && !explained.has(check.code),
    ).length,
    gaps: counted?.gaps ?? 0,
    unsigned: signatures.filter(({ state }) => state !== 'signed').length,
  };
  const now = await lockRow(transaction, report, row.id);
  const known = now as unknown as typeof stands;
  const isSame = (Object.keys(stands) as (keyof typeof stands)[]).every(
    (name) => known[name] === stands[name],
  );
  if (!isSame) await changeRow(transaction, report, now, 'update', stands);
};

export const nearToleranceOf = (
  { database }: Pick<Engine, 'database'>,
  tenantId: string,
): Promise<number> => parameterNow(database, tenantId, annualToleranceParam);

const computed = async (
  engine: Pick<Engine, 'database' | 'dictionaries' | 'resources'>,
  tenantId: string,
  row: ReportRow,
): Promise<AnnualForm & { readonly found: Parameters<typeof saveComputedReport>[2] }> => {
  const fullMonths = await parameterNow(engine.database, tenantId, annualMonths);
  const dictionaries = await engine.dictionaries.of(tenantId);
  return engine.database.read(tenantId, async (session) => {
    const form = await formOfReport(session, row);
    const facts = await reportFactsOf({
      session,
      dictionaries,
      resources: engine.resources,
      year: row.year ?? 0,
      subjectClass: statisticClassOf[form.report],
      fullMonths,
    });
    const leaves = new Map<string, TableValues>();
    const rows = new Map<string, readonly CellContribution[]>();
    const lines = new Map<string, readonly RegisterRow[]>();
    for (const table of form.tables) {
      if (table.shape === 'register') lines.set(table.code, registerRowsOf(table, facts));
      else {
        const own = contributionsTo(table, facts);
        rows.set(table.code, own);
        leaves.set(table.code, measuredValuesOf(table, own));
      }
    }
    return { ...form, found: { leaves, rows, lines, gaps: gapsOf(form, facts) } };
  });
};

/** Background job that computes a report: facts, checks and gaps; corrections are kept. */
export const computeReport = actionJob<ReportRow>(report, 'compute-annual-report', async (work) => {
  const { engine, actor, row } = work;
  const { found, ...form } = await computed(engine, actor.tenantId, row);
  if (!(await work.mayGoOn())) return { done: 0 };
  const near = await parameterNow(engine.database, actor.tenantId, annualToleranceParam);
  await engine.database.transaction(actor.tenantId, async (tx) => {
    const transaction = behaviourTransaction({ engine, actor }, tx);
    // Locks the report before its gaps, in the same order as completing records does.
    await lockRow(transaction, report, row.id);
    await saveForm(tx, row.id, form);
    if (!row.calcTime) {
      const { id, report: kind } = row;
      const before = await latestReportBefore(tx, {
        id,
        report: kind ?? '',
        year: row.year ?? 0,
      });
      if (before) await copyManualLines(tx, before, id);
    }
    await saveComputedReport(tx, row.id, found);
    await saveDigests(tx, row.id);
    await storeReport(transaction, row, near);
  });
  return { done: form.tables.length };
});

export const annualJobs = [computeReport] as readonly EngineJob<never>[];
