import { createContext, type ReactNode, use } from 'react';
import type { Client } from './client.ts';
import { type Session, type SessionUser, useSessionOf } from './session.ts';

const ClientContext = createContext<Client | undefined>(undefined);

export const ClientProvider = ({ client, children }: { client: Client; children: ReactNode }) => (
  <ClientContext value={client}>{children}</ClientContext>
);

/** Returns the HTTP client of the page. */
export const useClient = (): Client => {
  const client = use(ClientContext);
  if (!client) throw new Error('useClient outside ClientProvider');
  return client;
};

const nobody: SessionUser = {
  userId: '',
  tenantId: '',
  tenantName: '',
  account: '',
  userName: '',
  realName: '',
  avatar: '',
  roles: [],
  roleIds: [],
  deptId: '',
  oauthId: '',
};

/** Returns the session; undefined if nobody is signed in. */
export const useSession = (): Session | undefined => useSessionOf(useClient().sessions);

/** Returns the signed-in user; all fields are empty between signing out and leaving the page. */
export const useUser = (): SessionUser => useSession()?.user ?? nobody;
