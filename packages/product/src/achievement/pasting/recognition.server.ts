import type { Engine } from '@keyan/engine/engine.ts';
import { type Endpoint, endpoint } from '@keyan/engine/wire/endpoint.ts';
import { taskOwnerOf } from '@keyan/engine/workers/person.ts';
import { defineTask } from '@keyan/engine/workers/task.ts';
import type { Actor } from '@keyan/kernel/access/actor.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { Invalid } from '@keyan/kernel/errors.ts';
import type { Label } from '@keyan/kernel/label.ts';
import { Type } from 'typebox';
import { staffOfUniversity, universityNames } from '../common/people.server.ts';
import type { PastedText, RecognitionResult } from './recognition-task.server.ts';

/** Maximum length of a paste in characters: a hundred records with abstracts and references. */
const maxPasteLength = 500_000;

/** Task in a worker process; invalid text of the maximum length takes about two seconds and 150 MB. */
const recognisePaste = defineTask<typeof import('./recognition-task.server.ts'), 'recognisePaste'>({
  what: ['粘贴的题录', 'The pasted text'],
  module: new URL('./recognition-task.server.ts', import.meta.url),
  run: 'recognisePaste',
  // The input includes the staff list: about 200 bytes per person.
  bounds: { inputBytes: 16e6, outputBytes: 16e6, milliseconds: 10_000, megabytes: 256 },
});

const tooLong: Label = [
  `粘贴的题录过长（上限 ${maxPasteLength / 10_000} 万字），请分批粘贴`,
  `The pasted text is too long (at most ${maxPasteLength / 1000},000 characters); paste it in parts`,
];

/** Converts a text or works to records for the form of a resource, with authors matched to staff. */
export const recogniseRecords = async (
  engine: Engine,
  actor: Actor,
  kind: string,
  given: Pick<PastedText, 'text' | 'works'>,
): Promise<RecognitionResult> => {
  const { key, people, university } = await engine.database.read(
    actor.tenantId,
    async (session) => {
      const staff = staffOfUniversity(engine, session);
      return {
        key: staff.key,
        people: await staff.people,
        university: await universityNames(session),
      };
    },
  );
  const paste = { ...given, kind, staff: people, staffKey: key, university };
  return engine.workers.run(recognisePaste, paste, { person: taskOwnerOf(actor) });
};

/**
 * Call that recognises text pasted into a form, for resources whose definition accepts references. Authors are matched
 * on the server, so that pages never receive the list of all people.
 */
export const recognitionEndpoints = (kind: Resource): readonly Endpoint[] => {
  const code = kind.views.register?.code;
  if (!kind.importFiles || code === undefined) return [];
  return [
    endpoint({
      method: 'POST',
      path: `${kind.path}/recognise`,
      auth: 'user',
      permissions: [`${code}_add`, `${code}_edit`],
      perMinute: 60,
      summary: [
        `${kind.label[0]}：识别粘贴的题录`,
        `${kind.label[1]}: recognise pasted references`,
      ],
      input: Type.Object({ text: Type.String({ minLength: 1 }) }),
      run: async ({ text }, { engine, actor }) => {
        if (text.length > maxPasteLength) throw new Invalid([{ path: 'text', message: tooLong }]);
        return recogniseRecords(engine, actor, kind.key, { text });
      },
    }),
  ];
};
