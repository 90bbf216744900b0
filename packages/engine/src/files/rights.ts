import type { Actor } from '@keyan/kernel/access/actor.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { secretCodes } from '../store/schema/shape.ts';

/** The rights by which records were read into a file. */
export interface ExportRights {
  readonly permits: readonly string[];
  readonly reach: Actor['departmentScope'];
  /** Rows that data scopes left; empty where they limit nothing. */
  readonly limits?: string;
}

/** Limits of the data scopes of the actor on these pages, as a text that changes with them. */
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
 * Rights that an export of this resource depends on: the pages and their export, secrets, the department scope, data
 * scopes.
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

/** Has the actor every one of these rights still? */
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
