import type { StoredRow } from '@keyan/engine/records/behaviour.ts';
import { achievementBehaviour } from '../common/achievement.server.ts';
import { type PaperFields, type PaperRow, paper } from './paper.ts';
import { duplicateFaults } from './paper-duplicates.server.ts';
import { editionFor, fromEdition } from './paper-journal.server.ts';

/** R-506 applies again when the journal or the year changes; otherwise the office's correction stays. */
const needsEdition = (row: Readonly<PaperRow>, before: StoredRow<PaperFields> | null): boolean =>
  before === null ||
  row.journalId !== before.journalId ||
  row.issn !== before.issn ||
  row.journalName !== before.journalName ||
  row.publishDate?.slice(0, 4) !== before.publishDate?.slice(0, 4);

/** What papers do beside what all achievements do: the journal's grade, and no duplicates. */
export const paperBehaviour = achievementBehaviour<PaperFields>(paper, {
  beforeSave: async (row, { tx, before }) => {
    const edition = needsEdition(row, before) ? await editionFor(tx, row) : null;
    return edition ? fromEdition(row, edition) : {};
  },
  beforeSubmit: (row, { tx, actor }) =>
    duplicateFaults(tx, actor, { id: row.id, artName: row.artName, doi: row.doi }),
});
