import type { Person } from './people.ts';

/** The id of whoever has no account here (clients take an empty or negative user id for nobody). */
const guestId = '-1';

/** What a token says where there is no session. */
export const noSession = { userId: guestId, sessionId: '0', generation: 0 };

/** Somebody without an account, at a university: nobody in particular, who may do nothing. */
export const guestAt = (tenantId: string): Person => ({
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
});
