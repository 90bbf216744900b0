import { Readable } from 'node:stream';
import { behaviourTransaction } from '@keyan/engine/commands/context.ts';
import { lockRow } from '@keyan/engine/records/lock.ts';
import { Denied, Refused } from '@keyan/kernel/errors.ts';
import { say } from '@keyan/kernel/label.ts';
import { dayText } from '@keyan/kernel/values/time.ts';
import { handedSources } from '../handed/dictionaries.ts';
import type { HandedCell } from '../handed/difference.ts';
import { handingOf } from '../handed/handing.server.ts';
import { declareHanded } from '../handed/store.server.ts';
import { changeRow } from '../shared/mechanisms/rows.server.ts';
import type { MappedColumn } from './answers.ts';
import { fills } from './dictionaries.ts';
import {
  type FillAsker,
  fillKind,
  languageOf,
  openFill,
  tableHandedOutText,
} from './filling.server.ts';
import { normalHeading } from './matching.ts';
import { fileOf, seenOf } from './reading.server.ts';
import { cellsOf, type FillCell } from './store.server.ts';
import { markWords } from './words.ts';

/**
 * Key of a column: its field if mapped, so that tables of different authorities can be compared.
 */
const columnKey = ({ target, heading }: MappedColumn): string =>
  target.is === 'field' ? target.field : `heading:${normalHeading(heading)}`.slice(0, 120);

const definitionOf = (
  { heading }: MappedColumn,
  { mark }: FillCell,
  label: string | undefined,
): string => [say(markWords[mark], languageOf(heading)), label].filter(Boolean).join('：');

const categoryOfFiles = '99';

/**
 * Registers a filled table as handed out, with file and cells as of now, and closes the table.
 * @throws Denied without the right to export the records
 */
export const handOutTable = async (
  asking: FillAsker,
  id: string,
  given: Parameters<typeof handingOf>[0],
): Promise<string> => {
  const { engine, actor, files } = asking;
  const act = handingOf(given, dayText(engine.clock()));
  const { row } = await openFill(asking, id);
  if (row.status !== fills.filling) throw new Refused(tableHandedOutText);
  const { content, name } = await fileOf(asking, id);
  const seen = await seenOf(asking, id);
  if (seen.withheld > 0) throw new Denied();
  // Columns of row numbers are left out.
  const columns = new Map(
    seen.layout.columns
      .filter(({ target }) => target.is !== 'serial')
      .map((column) => [column.column, column]),
  );
  const cells = seen.rows.flatMap(({ row: at, shownTitle, resource, id: record, version }) => {
    const fields = engine.resources.get(resource)?.fields ?? {};
    return (seen.cells.get(at) ?? []).flatMap((cell): readonly HandedCell[] => {
      const column = columns.get(cell.column);
      if (!column) return [];
      const label = cell.field === null ? undefined : fields[cell.field]?.spec.label;
      return [
        {
          row: `${resource}/${record}`,
          rowLabel: shownTitle,
          column: columnKey(column),
          columnLabel: column.heading,
          value: cell.value?.text ?? '',
          record: { resource, id: record, version },
          definition: definitionOf(column, cell, label && say(label, languageOf(column.heading))),
        },
      ];
    });
  });
  const file = await files.put(actor, {
    fileName: name,
    stream: Readable.from([content]),
    catalog: categoryOfFiles,
  });
  return engine.database.transaction(actor.tenantId, async (tx) => {
    const transaction = behaviourTransaction({ engine, actor }, tx);
    const now = await lockRow(transaction, fillKind, id);
    // Answers that arrive during the export are not in the file, so only cells read before it
    // count.
    const seenCells = [...seen.cells.values()].flat();
    if (JSON.stringify(await cellsOf(tx, id)) !== JSON.stringify(seenCells)) {
      throw new Refused([
        '填报刚有更新，请刷新后再登记',
        'The table has just been updated: refresh, then record it',
      ]);
    }
    const entry = await declareHanded(
      transaction,
      act,
      {
        source: handedSources.fill,
        sourceKey: `fill:${row.headingsKey ?? id}`,
        sourceKind: fillKind.key,
        sourceId: id,
        title: row.tableName ?? '',
        year: row.tableYear ?? Number(act.handedOn.slice(0, 4)),
        cells,
        parts: [],
      },
      file,
    );
    await changeRow(transaction, fillKind, now, 'handedOut', { status: fills.handed });
    return entry;
  });
};
