import { defineBehaviour } from '@keyan/engine/records/behaviour.ts';
import { isId } from '@keyan/kernel/values/id.ts';
import { representative } from './representative.ts';
import { ownWorks } from './works.server.ts';

/**
 * Fills in the title; refuses outputs that are not approved or do not name the person as author.
 */
export const representativeBehaviour = defineBehaviour(representative, {
  complete: async ({ scoreObject, bizId, userId }, { tx }) => {
    if (!userId || !isId(bizId)) return { title: null };
    const [found] = await ownWorks(tx, { object: scoreObject, person: userId, ids: [bizId] });
    return { title: found?.title ?? null };
  },
});
