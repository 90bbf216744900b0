import type { Client } from '@keyan/console/client/client.ts';
import { useEffect, useState } from 'react';

/** What the server tells anybody about itself. */
export interface Site {
  readonly demo: boolean;
  readonly name?: string;
  readonly nameEn?: string;
  /** Accounts to try, in demo mode only. */
  readonly accounts?: readonly DemoAccount[];
  /** Their password. */
  readonly password?: string;
  /** Strangers may ask for an account. */
  readonly registerUser?: boolean;
  /** Signs are to be read from a picture before signing in and registering. */
  readonly captcha?: boolean;
  readonly notices?: readonly { readonly title: string; readonly date: string }[];
}

export interface DemoAccount {
  readonly account: string;
  readonly name: string;
  readonly role?: string;
}

/** The tenant when the address does not tell. */
export const defaultTenant = '000000';

interface Situation {
  readonly site: Site;
  /** Found by the address; undefined asks the user. */
  readonly tenantId: string | undefined;
  /** Whether strangers may ask that tenant for an account; undefined leaves it to the site. */
  readonly registerUser?: boolean;
}

interface Tenant {
  /** Absent where the address does not tell. */
  readonly tenantId?: string;
  readonly registerUser?: boolean;
}

/** The tenant that this address belongs to. */
export const askTenant = (client: Client): Promise<Tenant> =>
  client.get<Tenant>(
    '/blade-system/tenant/info',
    { domain: location.origin },
    { anonymous: true, quiet: true },
  );

/**
 * The site and the tenant of this address. Until the answers come, and when they do not, the page
 * works with the default tenant: signing in never waits for them.
 */
export const useSite = (client: Client): Situation => {
  const [situation, setSituation] = useState<Situation>({
    site: { demo: false },
    tenantId: defaultTenant,
  });
  useEffect(() => {
    client
      .get<Site>('/keyan/site', {}, { anonymous: true, quiet: true })
      .then((site) => setSituation((now) => ({ ...now, site })))
      .catch(() => undefined);
    askTenant(client)
      .then(({ tenantId, registerUser }) =>
        setSituation((now) => ({ ...now, tenantId: tenantId || undefined, registerUser })),
      )
      .catch(() => undefined);
  }, [client]);
  return situation;
};
