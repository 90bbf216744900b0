import type { Actor } from '@keyan/kernel/access/actor.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { secretCodes } from '../store/shape.ts';

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
