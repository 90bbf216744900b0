import type { Actor } from '@keyan/kernel/access/actor.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { type Language, say } from '@keyan/kernel/label.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { createYielder } from '../base/yielding.ts';
import type { Engine } from '../engine.ts';
import { bookMakerOf, writeBook } from './book.ts';
import { writeCell } from './cell.ts';
import type { BatchRow } from './import-batch.ts';
import { sheetPlans } from './plan.ts';
import { spellingsFor } from './spelled-references.ts';
import { draftWorkbook } from './workbook.ts';

/** Returns why a row was refused, as text of one cell. */
const reason = (row: BatchRow, language: Language): string =>
  row.faults
    .map((fault) => `【${say(fault.field, language)}】${say(fault.message, language)}`)
    .join('; ');

/** Writes a workbook of the rows with faults, in the layout of the template, with a column of reasons at the end. */
export const faultyWorkbook = async (
  engine: Engine,
  actor: Actor,
  resource: Resource,
  rows: readonly BatchRow[],
  language: Language,
): Promise<Buffer> => {
  const names = await spellingsFor(
    engine,
    actor,
    resource,
    rows.map((row) => row.input),
  );
  const reader = {
    language,
    dictionaries: await engine.dictionaries.of(actor.tenantId),
    permissions: actor.permissions,
  };
  const { plan, lines } = draftWorkbook(resource, reader, ['原因', 'Reason']);
  const pace = createYielder();
  for (const [index, sheet] of sheetPlans(resource, reader).entries()) {
    for (const row of rows) {
      const own = sheet.rows ? ((row.input[sheet.rows] as RowLike[] | null) ?? []) : [row.input];
      for (const line of own) {
        lines.add(index, [
          String(row.row),
          ...sheet.columns.map(({ name, spec }) => writeCell(line[name], spec, language, names)),
          ...(sheet.rows ? [] : [reason(row, language)]),
        ]);
      }
      await pace();
    }
  }
  return writeBook(bookMakerOf(engine, actor), plan, lines);
};
