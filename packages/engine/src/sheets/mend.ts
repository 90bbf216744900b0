import type { Actor } from '@keyan/kernel/actor.ts';
import { type Language, say } from '@keyan/kernel/label.ts';
import type { Resource } from '@keyan/kernel/resource.ts';
import type { Engine } from '../engine.ts';
import { writeCell } from './cell.ts';
import type { BatchRow } from './import.ts';
import { sheetsOf } from './plan.ts';
import { namesFor } from './refs.ts';
import { writeWorkbook } from './workbook.ts';

type RowLike = Readonly<Record<string, unknown>>;

/** Why a row was not taken, in one cell. */
const reason = (row: BatchRow, language: Language): string =>
  row.faults
    .map((fault) => `【${say(fault.field, language)}】${say(fault.message, language)}`)
    .join('; ');

/** The rows with faults, in the shape of the template with a column of reasons at the end. */
export const faultyWorkbook = async (
  engine: Engine,
  actor: Actor,
  resource: Resource,
  rows: readonly BatchRow[],
  language: Language,
): Promise<Buffer> => {
  const names = await namesFor(
    engine,
    actor,
    resource,
    rows.map((row) => row.input),
  );
  const reader = {
    language,
    dictionaries: await engine.dictionaries.of(actor.tenantId),
    permits: actor.permits,
  };
  const bodies = sheetsOf(resource, reader).map((plan) =>
    rows.flatMap((row) => {
      const lines = plan.rows ? ((row.input[plan.rows] as RowLike[] | null) ?? []) : [row.input];
      return lines.map((line) => [
        String(row.row),
        ...plan.columns.map(({ name, spec }) => writeCell(line[name], spec, language, names)),
        ...(plan.rows ? [] : [reason(row, language)]),
      ]);
    }),
  );
  return writeWorkbook(resource, reader, bodies, ['原因', 'Reason']);
};
