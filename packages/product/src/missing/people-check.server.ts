import { opensPage } from '@keyan/engine/records/rights.ts';
import { untypedResource } from '@keyan/kernel/definition/resource.ts';
import { equals } from '@keyan/kernel/records/query.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { countedFields, fileCompleteness } from '../people/completeness.ts';
import { personnel } from '../people/personnel.ts';
import { type FindGaps, gapOf, maxCheckedRecords, neededFields } from './looking.server.ts';

const kind = untypedResource(personnel);
const inService = '1';

/** Check 人员资料: personnel files of active staff without data for reports or contact. */
export const findIncompleteFiles: FindGaps = async (reader) => {
  const { engine, actor } = reader;
  if (!opensPage(personnel, actor)) return { gaps: [], isCut: false };
  const rows: RowLike[] = [];
  const question = {
    where: [equals('zzzt', inService)],
    fields: [...new Set([...neededFields(kind), ...countedFields])],
  };
  for await (const page of engine.as(actor).pages(kind, question, maxCheckedRecords + 1)) {
    rows.push(...(page as readonly RowLike[]));
  }
  return {
    gaps: rows.slice(0, maxCheckedRecords).flatMap((row) => {
      const { missing } = fileCompleteness(row);
      return gapOf(reader, kind, row, { fields: missing }) ?? [];
    }),
    isCut: rows.length > maxCheckedRecords,
  };
};
