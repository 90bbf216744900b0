import { bookMakerOf, WorkbookLines, writeBook } from '@keyan/engine/workbooks/book.ts';
import type { BookCell, BookSheet } from '@keyan/engine/workbooks/book-plan.ts';
import { Denied } from '@keyan/kernel/errors.ts';
import { say } from '@keyan/kernel/label.ts';
import { timeText } from '@keyan/kernel/values/time.ts';
import { cellKey } from './fill.ts';
import { type AnnualTable, hasCell, trustNames, unitNames, unitOfCell } from './form.ts';
import {
  type AnnualReader,
  mayDoToReports,
  readReport,
  readReportStanding,
  reportPartOf,
} from './reading.server.ts';
import { enteredValuesIn, explainedChecksIn } from './run.server.ts';
import { checkEntriesTable, storedLines } from './store.server.ts';

/** Maximum characters of a sheet name. */
const maxSheetNameLength = 31;

const sheetName = (table: AnnualTable, name: string): string =>
  [...`${table.code} ${name}`.replace(/[\\/?*[\]:]/g, ' ')].slice(0, maxSheetNameLength).join('');

const sheet = (name: string, heads: readonly string[], widths: readonly number[]): BookSheet => ({
  name,
  stickyRows: 1,
  widths: [...widths],
  heads: heads.map((text) => ({ text, required: false })),
  hints: null,
  rules: [],
});

const numeric = (text: string): BookCell =>
  /^-?\d{1,15}(\.\d+)?$/.test(text) ? Number(text) : text;

/**
 * Workbook of a report: a sheet per form with codes in the first column and reasons of corrections
 * beside rows, then the origins of the forms and the check results. Long because it writes both
 * shapes of tables and the last sheet.
 */
export const annualWorkbook = async (
  asking: AnnualReader,
  id: string,
): Promise<{ readonly content: Buffer; readonly name: string }> => {
  const { engine, actor, language } = asking;
  const row = await readReport(asking, id);
  // Refused for colleges, since the workbook contains data of the whole university.
  if (!mayDoToReports(asking, row, 'export') || reportPartOf(asking) !== null) throw new Denied();
  const { form, values, entries, findings } = await readReportStanding(asking, row);
  const entered = enteredValuesIn(entries);
  const lines = Map.groupBy(
    await engine.database.read(actor.tenantId, (session) => storedLines(session, id, null)),
    ({ table }) => table,
  );
  const [code, name, unit, note] = (
    [
      ['代码', 'Code'],
      ['指标', 'Line'],
      ['单位', 'Unit'],
      ['更正说明', 'Corrections'],
    ] as const
  ).map((label) => say(label, language)) as [string, string, string, string];
  const body = new WorkbookLines();
  const corrected = (table: string, at: string): string =>
    entries
      .filter(
        (one) => one.table === table && one.row === at && one.value !== null && one.reason !== '',
      )
      .map(
        (one) =>
          `${one.column}: ${one.seen ?? ''} → ${one.value}（${one.reason}，${one.by} ${timeText(one.time)}）`,
      )
      .join('；');
  const sheets = form.tables.map((table, index) => {
    const title = sheetName(table, say(table.label, language));
    const heads = table.columns.map(
      (column) =>
        `${column.shown ?? column.code} ${say(column.label, language)}${column.unit && column.unit !== table.unit ? `（${say(unitNames[column.unit], language)}）` : ''}`,
    );
    if (table.shape === 'register') {
      for (const [at, line] of (lines.get(table.code) ?? []).entries()) {
        const cells = table.columns.map(({ code: column, is }): BookCell => {
          const text =
            entered.get(table.code)?.get(cellKey(line.id, column)) ?? line.cells[column] ?? '';
          return is === 'number' ? numeric(text) : text;
        });
        body.add(index, [at + 1, ...cells, corrected(table.code, line.id)]);
      }
      return sheet(title, [code, ...heads, note], [8, ...heads.map(() => 18), 40]);
    }
    for (const line of table.rows) {
      const cells = table.columns.map((column): BookCell | null =>
        hasCell(line, column)
          ? numeric(values.get(table.code)?.get(cellKey(line.code, column.code)) ?? '0')
          : null,
      );
      const [first] = table.columns;
      body.add(index, [
        line.shown ?? line.code,
        `${'　'.repeat(line.indent ?? 0)}${say(line.label, language)}`,
        first ? say(unitNames[unitOfCell(table, line, first)], language) : '',
        ...cells,
        corrected(table.code, line.code),
      ]);
    }
    return sheet(
      title,
      [code, name, unit, ...heads, note],
      [8, 36, 10, ...heads.map(() => 16), 40],
    );
  });
  const explained = explainedChecksIn(entries);
  const reasonOf = (check: string): string =>
    entries.find((one) => one.table === checkEntriesTable && one.row === check)?.value ?? '';
  for (const table of form.tables) {
    body.add(sheets.length, [
      table.code,
      say(table.label, language),
      say(trustNames[table.trust], language),
      table.remark ? say(table.remark, language) : '',
    ]);
  }
  for (const { check, left, right, difference } of findings) {
    body.add(sheets.length, [
      check.code,
      say(check.say, language),
      `${left} / ${right} (${difference})`,
      explained.has(check.code) ? reasonOf(check.code) : '',
    ]);
  }
  const last = sheet(
    say(['口径与校验', 'Definitions and checks'], language),
    [code, name, say(['口径', 'Definition'], language), say(['说明', 'Remark'], language)],
    [8, 40, 48, 48],
  );
  const content = await writeBook(bookMakerOf(engine, actor), { sheets: [...sheets, last] }, body);
  return { content, name: `${row.name ?? ''}.xlsx` };
};
