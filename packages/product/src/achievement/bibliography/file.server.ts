import type { MixinBehaviour } from '@keyan/engine/records/mixed-behaviour.ts';
import { otherKindFault } from '@keyan/engine/workbooks/other-kind.ts';
import { taskOwnerOf } from '@keyan/engine/workers/person.ts';
import { defineTask } from '@keyan/engine/workers/task.ts';
import { staffOfUniversity, universityNames } from '../common/people.server.ts';
import { allElsewhereMessage, commonDestination, otherPage } from './belonging.ts';

/** Task in a worker process; a thousand records with 5,000 staff take about three seconds. */
const readReferences = defineTask<typeof import('./file-task.server.ts'), 'readReferences'>({
  what: ['题录文件', 'The file of references'],
  module: new URL('./file-task.server.ts', import.meta.url),
  run: 'readReferences',
  bounds: { inputBytes: 24e6, outputBytes: 32e6, milliseconds: 30_000, megabytes: 256 },
  mostWaiting: 1,
});

/** Adds the import of reference files to every resource whose definition enables it. */
export const referenceFiles: MixinBehaviour = {
  hooksOf: (kind) =>
    kind.importFiles && {
      readFile: async (content, { engine, actor }) => {
        const { people, university } = await engine.database.read(
          actor.tenantId,
          async (session) => ({
            people: await staffOfUniversity(engine, session).people,
            university: await universityNames(session),
          }),
        );
        const file = { content, kind: kind.key, staff: people, university };
        const records = await engine.workers.run(readReferences, file, {
          person: taskOwnerOf(actor),
        });
        const page = commonDestination(records.map(({ belongs }) => belongs));
        if (page)
          throw otherKindFault(
            page.resource,
            page.label,
            allElsewhereMessage(page, records.length),
          );
        return records.map(({ belongs, ...record }) => ({
          ...record,
          elsewhere: otherPage(belongs),
        }));
      },
    },
};
