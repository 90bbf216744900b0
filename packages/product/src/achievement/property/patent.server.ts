import { defineBehaviour } from '@keyan/engine/records/behaviour.ts';
import { taskOwnerOf } from '@keyan/engine/workers/person.ts';
import { defineTask } from '@keyan/engine/workers/task.ts';
import { staffOfUniversity, universityNames } from '../common/people.server.ts';
import { patent } from './patent.ts';
import { readPatentSheet } from './patent-sheet.ts';

/** A thousand patents with 5,000 people take about two seconds. */
const readPatents = defineTask<typeof import('./patent-sheet-task.server.ts'), 'readPatents'>({
  what: ['专利表格', 'The table of patents'],
  module: new URL('./patent-sheet-task.server.ts', import.meta.url),
  run: 'readPatents',
  bounds: { inputBytes: 64e6, outputBytes: 32e6, milliseconds: 30_000, megabytes: 256 },
  mostWaiting: 1,
});

/** Behaviour of patents in addition to that of all achievements: tables of the patent office come in as drafts. */
export const patentBehaviour = defineBehaviour<typeof patent.fields>(patent, {
  readSheet: async (rows, { engine, actor }) => {
    // The head alone says whether people are needed.
    if (!readPatentSheet(rows.slice(0, 1))) return null;
    const { people, university } = await engine.database.read(actor.tenantId, async (session) => ({
      people: await staffOfUniversity(engine, session).people,
      university: await universityNames(session),
    }));
    const sheet = { rows, staff: people, university };
    return engine.workers.run(readPatents, sheet, { person: taskOwnerOf(actor) });
  },
});
