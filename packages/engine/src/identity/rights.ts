import type { Actor } from '@keyan/kernel/actor.ts';
import type { Resource } from '@keyan/kernel/resource.ts';
import type { Engine } from '../engine.ts';
import { secretCodes } from '../store/shape.ts';
import { readAccount } from './people.ts';

/** Whoever asked for work that goes on after the request, and in which roles. */
export type Asker = Pick<Actor, 'id' | 'tenantId' | 'roles'>;

export const askerOf = ({ id, tenantId, roles }: Actor): Asker => ({ id, tenantId, roles });

/**
 * The person as of now, for work in the background: rights that were lost since are gone, and a
 * role that was taken up since does not count, unless none of those is left in which they asked:
 * then they have what they would have after a sign-in. Null when the account is closed.
 */
export const asOfNow = (engine: Engine, asker: Asker): Promise<Actor | null> =>
  engine.database.read(asker.tenantId, async (session) => {
    const person = await readAccount(session, asker.id, asker.roles, engine.clock());
    return person?.actor ?? null;
  });

/** The rights by which records were read into a file. */
export interface MadeWith {
  readonly permits: readonly string[];
  readonly reach: Actor['departmentScope'];
}

/** What an export of this resource depends on: the pages and their export, secrets, the department scope. */
export const madeWith = (resource: Resource, { permissions, departmentScope }: Actor): MadeWith => {
  const codes = Object.values(resource.views).flatMap(({ code }) => [code, `${code}_export`]);
  return {
    permits: [...codes, ...secretCodes(resource)].filter((code) => permissions.has(code)),
    reach: departmentScope,
  };
};

/** Has the actor every one of these rights still? */
export const stillHolds = (made: MadeWith, { permissions, departmentScope }: Actor): boolean =>
  made.permits.every((code) => permissions.has(code)) &&
  (departmentScope === 'all' ||
    (made.reach !== 'all' && made.reach.every((unit) => departmentScope.includes(unit))));
