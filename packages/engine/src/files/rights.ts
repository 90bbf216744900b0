import type { Actor } from '@keyan/kernel/access/actor.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { secretCodes } from '../store/schema/shape.ts';

/** Rights with which records were exported into a file. */
export interface ExportRights {
  readonly permits: readonly string[];
  readonly reach: Actor['departmentScope'];
  /** Limits that data scopes set; empty if they limit nothing. */
  readonly limits?: string;
}

/** Returns the data scopes of the actor on these pages, as a text that differs whenever they differ. */
const limitsOn = (permits: readonly string[], { shares = [], unitLists = [] }: Actor): string => {
  const parts = shares.map(({ reach, limits }) => ({
    reach: reach === 'all' ? reach : unitLists[reach],
    limits: limits
      .filter(({ page }) => permits.includes(page))
      .map(({ page, rows, field }) => [
        page,
        field,
        typeof rows === 'number' ? unitLists[rows] : rows,
      ]),
  }));
  return parts.some(({ limits }) => limits.length > 0) ? JSON.stringify(parts) : '';
};

/**
 * Returns the rights on which an export of this resource depends: pages and their export permission, secret fields,
 * department scope, data scopes.
 */
export const exportRightsOf = (resource: Resource, actor: Actor): ExportRights => {
  const { permissions, departmentScope } = actor;
  const codes = Object.values(resource.views).flatMap(({ code }) => [code, `${code}_export`]);
  const permits = [...codes, ...secretCodes(resource)].filter((code) => permissions.has(code));
  return {
    permits,
    reach: departmentScope,
    limits: limitsOn(permits, actor),
  };
};

/** True if the actor still has every one of these rights. */
export const hasRightsStill = (made: ExportRights, actor: Actor): boolean => {
  const { permissions, departmentScope } = actor;
  const limits = limitsOn(made.permits, actor);
  return (
    made.permits.every((code) => permissions.has(code)) &&
    (limits === '' || limits === made.limits) &&
    (departmentScope === 'all' ||
      (made.reach !== 'all' && made.reach.every((unit) => departmentScope.includes(unit))))
  );
};
