import type { Engine } from '@keyan/engine/engine.ts';
import type { Session } from '@keyan/engine/store/connection/database.ts';
import type { Actor } from '@keyan/kernel/access/actor.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { Missing } from '@keyan/kernel/errors.ts';
import { type Label, type Language, say } from '@keyan/kernel/label.ts';
import { timeText } from '@keyan/kernel/values/time.ts';
import { annualPages, annualReport, annualRights } from './annual-report.ts';
import type { CellAnswer, OverviewAnswer, TableAnswer } from './answers.ts';
import { annualStatusCodes } from './dictionaries.ts';
import {
  allValuesOf,
  cellKey,
  isEnterable,
  measuredValuesOf,
  type TableValues,
  tableValuesOf,
} from './fill.ts';
import {
  type AnnualTable,
  hasCell,
  type ReportKind,
  type SummaryTable,
  trustNames,
  unitNames,
} from './form.ts';
import {
  computeStanding,
  enteredValuesIn,
  nearToleranceOf,
  type ReportRow,
  type ReportStanding,
} from './run.server.ts';
import { signaturesOf } from './signing.server.ts';
import { checkEntriesTable, storedCells, storedLines, valuesByTable } from './store.server.ts';

export interface AnnualReader {
  readonly engine: Engine;
  readonly actor: Actor;
  readonly language: Language;
}

const report = annualReport as Resource;

/** Maximum number of register rows in a response; the workbook contains all. */
const maxRegisterRows = 500;

/** Departments in the reader’s scope of a report; null for the whole university. */
export const reportPartOf = ({ actor }: Pick<AnnualReader, 'actor'>): readonly string[] | null =>
  actor.departmentScope === 'all' ? null : actor.departmentScope;

/**
 * Report that the actor may read; colleges only once data collection starts.
 * @throws Missing; Denied
 */
export const readReport = async (
  { engine, actor }: AnnualReader,
  id: string,
): Promise<ReportRow> => {
  const { row } = await engine.as(actor).read(report, id);
  const found = row as unknown as ReportRow;
  if (reportPartOf({ actor }) !== null && found.status === annualStatusCodes.draft)
    throw new Missing();
  return found;
};

/** True if the actor may take the action on reports of the kind. */
export const mayDoToReports = (
  { actor }: Pick<AnnualReader, 'actor'>,
  row: ReportRow,
  action: 'edit' | 'export',
): boolean => actor.permissions.has(`${annualPages[row.report as ReportKind].code}_${action}`);

export const mayFill = ({ actor }: Pick<AnnualReader, 'actor'>, row: ReportRow): boolean =>
  actor.permissions.has(annualRights(row.report as ReportKind, 'fill'));

export const maySign = ({ actor }: Pick<AnnualReader, 'actor'>, row: ReportRow): boolean =>
  row.status === annualStatusCodes.collecting &&
  actor.permissions.has(annualRights(row.report as ReportKind, 'sign'));

/** True if the office may enter values. */
export const isReportOpen = ({ status }: ReportRow): boolean =>
  status !== annualStatusCodes.issued && status !== annualStatusCodes.computing;

export const readReportStanding = async (
  asking: AnnualReader,
  row: ReportRow,
): Promise<ReportStanding> => {
  const { engine, actor } = asking;
  const near = await nearToleranceOf(engine, actor.tenantId);
  return engine.database.read(actor.tenantId, (session) => computeStanding(session, row, near));
};

/** Number of failed checks that refer to a table. */
const faultsOf = ({ findings }: ReportStanding, code: string): number =>
  findings.filter(({ check: { left, right } }) =>
    [left, right]
      .flatMap(({ plus, minus = [] }) => [...plus, ...minus])
      .some((name) => name.startsWith(`${code}/`)),
  ).length;

export const overviewOf = async (asking: AnnualReader, id: string): Promise<OverviewAnswer> => {
  const { engine, actor, language } = asking;
  const row = await readReport(asking, id);
  const part = reportPartOf(asking);
  const now = await readReportStanding(asking, row);
  const signatures = await engine.database.read(actor.tenantId, (session) =>
    signaturesOf(session, id),
  );
  const reasons = new Map(
    now.entries.flatMap(({ table, row: check, value }) =>
      table === checkEntriesTable && value ? [[check, value] as const] : [],
    ),
  );
  const own = part === null ? null : new Set(part);
  const gaps = await engine.database.read(actor.tenantId, (session) =>
    session.query<{ count: number }>(
      `select count(*)::int as count from annual_gap
        where tenant_id = $1 and report_id = $2 and ($3::bigint[] is null or dept_id = any($3))`,
      [actor.tenantId, id, part],
    ),
  );
  return {
    id: row.id,
    report: row.report ?? '',
    year: row.year ?? 0,
    status: row.status ?? '',
    version: row.version,
    calcTime: row.calcTime ?? '',
    whole: part === null,
    tables: now.form.tables.map(({ code, label, trust }) => ({
      code,
      label: say(label, language),
      trust,
      faults: part === null ? faultsOf(now, code) : 0,
    })),
    // Hidden from colleges, since checks compare totals of the whole university.
    checks:
      part === null
        ? now.findings.map(({ check, left, right, difference }) => ({
            code: check.code,
            level: check.level,
            is: check.is,
            text: say(check.say, language),
            left,
            right,
            difference,
            explained: reasons.get(check.code) ?? '',
          }))
        : [],
    signatures: signatures
      .filter(({ dept }) => own === null || own.has(dept))
      .map(({ at, ...one }) => ({
        ...one,
        at: at === null ? '' : timeText(at),
        mine: maySign(asking, row) && (own === null || own.has(one.dept)) && one.state !== 'signed',
      })),
    gaps: gaps[0]?.count ?? 0,
    may: {
      edit: mayDoToReports(asking, row, 'edit') && isReportOpen(row) && part === null,
      fill: mayFill(asking, row) && isReportOpen(row),
      export: mayDoToReports(asking, row, 'export') && part === null,
    },
  };
};

/**
 * Values of a table for some departments, computed from their records only, without corrections.
 */
const valuesFor = async (
  session: Session,
  id: string,
  table: SummaryTable,
  departments: readonly string[],
): Promise<TableValues> => {
  const rows = await session.query<{ row: string; column: string; value: string }>(
    `select row_code as row, column_code as column, sum(value)::text as value from annual_row
      where tenant_id = $1 and report_id = $2 and table_code = $3 and dept_id = any($4::bigint[]) group by 1, 2`,
    [session.tenantId, id, table.code, departments],
  );
  return allValuesOf(table, measuredValuesOf(table, rows), new Map(), new Map());
};

const headOf = (table: AnnualTable, language: Language) => ({
  code: table.code,
  label: say(table.label, language),
  unit: table.unit,
  unitName: say(unitNames[table.unit], language),
  trust: table.trust,
  trustName: say(trustNames[table.trust], language),
  remark: table.remark ? say(table.remark, language) : '',
});

const unitText = (
  unit: SummaryTable['unit'],
  of: SummaryTable['unit'],
  language: Language,
): string => (unit === of ? '' : say(unitNames[unit], language));

/**
 * Table with the values that the reader may see. Long because it answers for both shapes of tables.
 */
export const tableAnswer = async (
  asking: AnnualReader,
  id: string,
  code: string,
): Promise<TableAnswer> => {
  const { engine, actor, language } = asking;
  const row = await readReport(asking, id);
  const part = reportPartOf(asking);
  const { form, values, entries } = await readReportStanding(asking, row);
  const table = tableValuesOf(form, code);
  if (!table) throw new Missing();
  const entered =
    enteredValuesIn(part === null ? entries : []).get(code) ?? new Map<string, string>();
  const labelled = (label: Label) => say(label, language);
  if (table.shape === 'register') {
    const lines = await engine.database.read(actor.tenantId, (session) =>
      storedLines(session, id, code, part),
    );
    return {
      ...headOf(table, language),
      shape: 'register',
      columns: table.columns.map(({ code: column, shown = column, label, unit }) => ({
        code: column,
        shown,
        label: labelled(label),
        indent: 0,
        unit: unit ? unitText(unit, table.unit, language) : '',
      })),
      total: lines.length,
      byHand: table.of === 'hand',
      rows: lines.slice(0, maxRegisterRows).map((line) => ({
        id: line.id,
        resource: line.resource,
        cells: table.columns.map(({ code: column, required }) => {
          const given = entered.get(cellKey(line.id, column));
          const value = given ?? line.cells[column] ?? '';
          return {
            value,
            ...(given === undefined ? {} : { entered: true as const }),
            ...(required && value === '' ? { lacking: true as const } : {}),
          };
        }),
      })),
    };
  }
  const own =
    part === null
      ? (values.get(code) ?? new Map<string, string>())
      : await engine.database.read(actor.tenantId, (session) =>
          valuesFor(session, id, table, part),
        );
  const leaves = valuesByTable(
    await engine.database.read(actor.tenantId, (session) => storedCells(session, id)),
    ({ computed }) => computed,
  ).get(code);
  const seen = new Map(
    entries.flatMap((one) =>
      one.table === code && one.value !== null ? [[cellKey(one.row, one.column), one.seen]] : [],
    ),
  );
  return {
    ...headOf(table, language),
    shape: 'summary',
    rows: table.rows.map(({ code: line, shown = line, label, indent = 0, unit }) => ({
      code: line,
      shown,
      label: labelled(label),
      indent,
      unit: unit ? unitText(unit, table.unit, language) : '',
    })),
    columns: table.columns.map(({ code: column, shown = column, label, unit }) => ({
      code: column,
      shown,
      label: labelled(label),
      indent: 0,
      unit: unit ? unitText(unit, table.unit, language) : '',
    })),
    cells: table.rows.map((line) =>
      table.columns.map((column): CellAnswer => {
        const key = cellKey(line.code, column.code);
        if (!hasCell(line, column)) return { value: '', blank: true };
        const isEntered = entered.has(key);
        const computed = leaves?.get(key) ?? null;
        return {
          value: own.get(key) ?? '0',
          ...(isEntered ? { entered: true } : {}),
          ...(isEntered && computed !== null && seen.get(key) !== computed ? { stale: true } : {}),
          ...(isEnterable(table, line.code, column.code) ? {} : { total: true }),
        };
      }),
    ),
  };
};
