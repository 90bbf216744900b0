import type { Grants } from '@keyan/kernel/access/grants.ts';

/** Path prefix of the calls of collection (spec §7). */
export const spiderService = 'blade-spider-admin';

/** Menu group of the pages of collection. */
export const spiderGroup = 'spider';

/** Roles that administer collection: administrators and the research office. */
export const collectingGrants: Grants = { admin: 'all', rd_admin: 'all' };
