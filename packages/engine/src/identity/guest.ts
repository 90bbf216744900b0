import type { Person } from './people.ts';

/** User id of a person without an account (BladeX clients read an empty or negative id as nobody). */
const guestId = '-1';

/** Values of a token without a session. */
export const noSessionToken = { userId: guestId, sessionId: '0', generation: 0 };

/** Returns the actor for a person without an account, without any right. */
export const guestActor = (tenantId: string): Person => ({
  actor: {
    id: guestId,
    tenantId,
    account: '',
    name: '',
    departments: [],
    within: [],
    roles: [],
    permissions: new Set(),
    departmentScope: [],
    allowances: [],
  },
  name: '',
  avatar: '',
  tenantName: '',
  roleIds: [],
  posts: [],
});
