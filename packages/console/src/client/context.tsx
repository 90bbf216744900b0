import { createContext, type ReactNode, use } from 'react';
import type { Client } from './client.ts';
import { type Session, type SessionUser, useSessionOf } from './session.ts';

const ClientContext = createContext<Client | undefined>(undefined);

export const ClientProvider = ({ client, children }: { client: Client; children: ReactNode }) => (
  <ClientContext value={client}>{children}</ClientContext>
);

/** The page's one client. */
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

/** The session, or undefined where nobody is signed in. */
export const useSession = (): Session | undefined => useSessionOf(useClient().sessions);

/** Who is signed in; every field is empty for the moment between signing out and leaving. */
export const useUser = (): SessionUser => useSession()?.user ?? nobody;
