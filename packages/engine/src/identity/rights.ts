import type { Actor } from '@keyan/kernel/access/actor.ts';
import type { Database } from '../store/connection/database.ts';
import { readAccount } from './people.ts';

/** Whoever asked for work that goes on after the request, and in which roles. */
export type JobRequester = Pick<Actor, 'id' | 'tenantId' | 'roles'>;

export const requesterOf = ({ id, tenantId, roles }: Actor): JobRequester => ({
  id,
  tenantId,
  roles,
});

/**
 * The person as of now, for work in the background: rights that were lost since are gone, and a
 * role that was taken up since does not count, unless none of those is left in which they asked:
 * then they have what they would have after a sign-in. Null when the account is closed.
 */
export const currentActorOf = (
  engine: { readonly database: Database; readonly clock: () => Date },
  asker: JobRequester,
): Promise<Actor | null> =>
  engine.database.read(asker.tenantId, async (session) => {
    const person = await readAccount(session, asker.id, asker.roles, engine.clock());
    return person?.actor ?? null;
  });
