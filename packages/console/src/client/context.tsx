import { createContext, type ReactNode, use } from 'react';
import type { Client } from './client.ts';
import { type SessionUser, useSessionOf } from './session.ts';

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
  deptId: '',
  oauthId: '',
};

/** Who is signed in; every field is empty for the moment between signing out and leaving. */
export const useUser = (): SessionUser => useSessionOf(useClient().sessions)?.user ?? nobody;
