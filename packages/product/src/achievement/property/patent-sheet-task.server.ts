import type { RowLike } from '@keyan/kernel/values/row.ts';
import { authorNotes, authorRows } from '../bibliography/author-rows.ts';
import type { ReadRecord } from '../bibliography/file-task.server.ts';
import { withinFieldLimits, withoutUndefined } from '../bibliography/limits.ts';
import { patentLimits } from '../bibliography/patent-fill.ts';
import { indexStaff, matchAuthors, type StaffMember } from '../bibliography/staff.ts';
import { readPatentSheet } from './patent-sheet.ts';

// Runs in a worker process: see `patent.server.ts`.

/** The first sheet of a workbook, and the staff among whom inventors are looked for. */
export interface PatentSheet {
  readonly rows: readonly (readonly string[])[];
  readonly staff: readonly StaffMember[];
  /** Names of the university, in the languages that it has. */
  readonly university: readonly string[];
}

/** The patents of a table as drafts; null where it is no such table. */
export const readPatents = async ({
  rows,
  staff,
  university,
}: PatentSheet): Promise<readonly ReadRecord[] | null> => {
  const patents = readPatentSheet(rows);
  if (!patents) return null;
  const index = await indexStaff(staff);
  const records: ReadRecord[] = [];
  for (const { values, inventors, notes } of patents) {
    const people = inventors.map((name) => ({ name }));
    const matches = await matchAuthors(people, index, university);
    const limited = withinFieldLimits<RowLike>(values, patentLimits);
    records.push({
      title: String(values.patentName ?? ''),
      input: withoutUndefined({ ...limited.fill, authors: authorRows(matches) }),
      notes: [...notes, ...authorNotes(matches), ...limited.notes],
    });
  }
  return records;
};
