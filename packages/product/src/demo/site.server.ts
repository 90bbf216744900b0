import type { SiteInfo } from '../composition/tenant.server.ts';
import { roles } from '../shared/roles.ts';
import { roleAccountHolders } from './posts.server.ts';
import { university } from './university.server.ts';

/** Shared by every demo account; demo mode only. */
export const demoPassword = 'Keyan@2026';

/** Accounts that a demo installation shows to visitors: one for each role. */
export const demoSite = (): SiteInfo => ({
  tenantId: university.tenantId,
  demo: {
    password: demoPassword,
    accounts: roleAccountHolders
      .filter((post) => Object.hasOwn(roles, post.account))
      .map((post) => ({
        account: post.account,
        name: post.name,
        role: post.roles.map((role) => roles[role].label[0]).join('、'),
      })),
  },
});
