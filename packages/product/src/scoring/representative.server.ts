import { defineBehaviour } from '@keyan/engine/records/behaviour.ts';
import { isId } from '@keyan/kernel/values/id.ts';
import { representative } from './representative.ts';
import { ownWorks } from './works.server.ts';

/** The title of the output, where it was approved and the person is one of its authors; else there is none. */
export const representativeBehaviour = defineBehaviour(representative, {
  complete: async ({ scoreObject, bizId, userId }, { tx }) => {
    if (!userId || !isId(bizId)) return { title: null };
    const [found] = await ownWorks(tx, { object: scoreObject, person: userId, ids: [bizId] });
    return { title: found?.title ?? null };
  },
});
