import type { Actor } from '@keyan/kernel/access/actor.ts';
import type { Database } from '../store/connection/database.ts';
import { readAccount } from './people.ts';

/** Person who requested background work, with the roles at that time. */
export type JobRequester = Pick<Actor, 'id' | 'tenantId' | 'roles'>;

export const requesterOf = ({ id, tenantId, roles }: Actor): JobRequester => ({
  id,
  tenantId,
  roles,
});

/**
 * Returns the person with current rights, for background work: rights lost since do not count, nor do roles added
 * since. If none of the roles at the request is left, the person has all current roles, as after a sign-in. Null if the
 * account is closed.
 */
export const currentActorOf = (
  engine: { readonly database: Database; readonly clock: () => Date },
  asker: JobRequester,
): Promise<Actor | null> =>
  engine.database.read(asker.tenantId, async (session) => {
    const person = await readAccount(session, asker.id, asker.roles, engine.clock());
    return person?.actor ?? null;
  });
