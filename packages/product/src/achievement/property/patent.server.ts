import { behave } from '@keyan/engine/records/behaviour.ts';
import { personOf } from '@keyan/engine/workers/person.ts';
import { defineTask } from '@keyan/engine/workers/task.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { fill } from '@keyan/kernel/label.ts';
import { peopleWithRole } from '../../shared/role-people.server.ts';
import { ranked } from '../common/authors.ts';
import { staffOf, universityNames } from '../common/people.server.ts';
import { recordPage } from '../common/words.ts';
import { patent } from './patent.ts';
import { readPatentSheet } from './patent-sheet.ts';

/** The type of messages about annual fees (专利年费预警). */
export const feeMessage = '09';

/** A thousand patents with 5,000 people take about two seconds. */
const readPatents = defineTask<typeof import('./patent-sheet-task.server.ts'), 'readPatents'>({
  what: ['专利表格', 'The table of patents'],
  module: new URL('./patent-sheet-task.server.ts', import.meta.url),
  run: 'readPatents',
  bounds: { inputBytes: 64e6, outputBytes: 32e6, milliseconds: 30_000, megabytes: 256 },
  mostWaiting: 1,
});

/** What patents do beside what all achievements do: the clock reminds of their annual fees,
 * and tables of the patent office come in as drafts. */
export const patentBehaviour = behave<typeof patent.fields>(patent, {
  readSheet: async (rows, { engine, actor }) => {
    // The head alone says whether people are needed.
    if (!readPatentSheet(rows.slice(0, 1))) return null;
    const { people, university } = await engine.database.read(actor.tenantId, async (session) => ({
      people: await staffOf(session, engine.clock().getTime()).people,
      university: await universityNames(session),
    }));
    const sheet = { rows, staff: people, university };
    return engine.workers.run(readPatents, sheet, { person: personOf(actor) });
  },
  performed: {
    remindFee: async (row, { engine, tx }) => {
      const inventor = ranked(row.authors)[0]?.userId ?? row.createUser;
      const names = { name: row.patentName ?? '', due: row.feeDue ?? '' };
      await engine.messages.send(tx, [
        {
          type: feeMessage,
          title: ['专利年费待缴', 'An annual fee is due'],
          content: fill(
            [
              '专利【{name}】年费缴至 {due}，请在该日之前缴纳下一年度年费。',
              'The fees of the patent “{name}” are paid to {due}; the next is due by that day.',
            ],
            names,
          ),
          business: { resource: patent.key, id: row.id },
          link: recordPage(patent as unknown as Resource, { ...row }),
          to: [...new Set([inventor, ...(await peopleWithRole(tx, 'rd_achieve'))])],
        },
      ]);
    },
  },
});
