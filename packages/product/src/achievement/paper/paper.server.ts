import {
  behave,
  type StoredRow,
  type TransactionContext,
} from '@keyan/engine/records/behaviour.ts';
import { isSystem } from '@keyan/kernel/actor.ts';
import { fill } from '@keyan/kernel/label.ts';
import { statuses } from '@keyan/kernel/status.ts';
import { type PaperFields, type PaperRow, paper } from './paper.ts';
import { unconfirmed, withPeople } from './paper-confirmation.server.ts';
import { duplicateFaults } from './paper-duplicates.server.ts';
import { editionFor, fromEdition } from './paper-journal.server.ts';

/** R-506 applies anew when the journal or the year changes; the office's correction stands else. */
const needsEdition = (row: Readonly<PaperRow>, before: StoredRow<PaperFields> | null): boolean =>
  before === null ||
  row.journalId !== before.journalId ||
  row.issn !== before.issn ||
  row.journalName !== before.journalName ||
  row.publishDate?.slice(0, 4) !== before.publishDate?.slice(0, 4);

/** The record with its timeline, for whoever may read it. */
const detailPage = (row: StoredRow<PaperFields>): string =>
  `/mywork/process/${paper.kindOf(row)}/detail/0/${row.processInstanceId}/${row.id}`;

/** staff whom somebody else named are asked whether they agree. */
const askCoAuthors = async (
  row: StoredRow<PaperFields>,
  step: TransactionContext,
): Promise<void> => {
  const to = unconfirmed(row.authors);
  if (to.length === 0) return;
  const writer = isSystem(step.actor) ? step.actor.system : step.actor.name;
  await step.engine.messages.send(step.tx, [
    {
      type: '01',
      title: ['请确认论文署名', 'Please confirm your authorship'],
      content: fill(
        [
          '{writer}登记了论文《{title}》，将您列为作者。请核对排名与贡献率后确认，或提出异议。',
          '{writer} registered the paper “{title}” and named you as an author. Check your place and share, then confirm or object.',
        ],
        { writer, title: row.artName ?? '' },
      ),
      business: { resource: paper.key, id: row.id },
      link: detailPage(row),
      to,
    },
  ]);
};

/** Domain §13: at the end the authors are told, too; the applicant hears it from the process. */
const tellAuthors = async (
  row: StoredRow<PaperFields>,
  step: TransactionContext,
): Promise<void> => {
  const to = (row.authors ?? []).flatMap((line) =>
    line.userId && line.userId !== row.createUser ? [line.userId] : [],
  );
  if (to.length === 0) return;
  await step.engine.messages.send(step.tx, [
    {
      type: '02',
      title: ['论文已入库', 'A paper of yours is in the library'],
      content: fill(
        [
          '您署名的论文《{title}》已通过审核，进入论文库。',
          'The paper “{title}”, of which you are an author, has passed review and is in the library.',
        ],
        { title: row.artName ?? '' },
      ),
      business: { resource: paper.key, id: row.id },
      link: detailPage(row),
      to,
    },
  ]);
};

/** What papers do that their definition cannot say, because it needs the database. */
export const paperBehaviour = behave<PaperFields>(paper, {
  beforeSave: async (row, { tx, actor, before }) => {
    const writer = before?.createUser ?? (isSystem(actor) ? null : actor.id);
    const [edition, authors] = await Promise.all([
      needsEdition(row, before) ? editionFor(tx, row) : null,
      row.authors && withPeople(tx, row.authors, before?.authors ?? [], writer),
    ]);
    const changed: PaperRow = {
      ...row,
      ...(edition ? fromEdition(row, edition) : {}),
      authors,
    };
    return { ...changed, ...paper.compute?.(changed, before ?? undefined) };
  },
  beforeSubmit: (row, { tx, actor }) =>
    duplicateFaults(tx, actor, { id: row.id, artName: row.artName, doi: row.doi }),
  entering: { [statuses.inApproval]: askCoAuthors, [statuses.approved]: tellAuthors },
});
