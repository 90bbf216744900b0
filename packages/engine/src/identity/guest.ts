import type { Person } from './people.ts';

/** The id of a person without an account here (to clients an empty or negative id means nobody). */
const guestId = '-1';

/** Values of a token where there is no session. */
export const noSessionToken = { userId: guestId, sessionId: '0', generation: 0 };

/** The actor for a person without an account: without any right. */
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
