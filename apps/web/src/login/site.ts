import type { Client } from '@keyan/console/client/client.ts';
import type { Label } from '@keyan/kernel/label.ts';
import { useEffect, useState } from 'react';

/** Public information about the site. */
export interface Site {
  readonly demo: boolean;
  readonly name?: string;
  readonly nameEn?: string;
  /** Accounts to try, in demo mode only. */
  readonly accounts?: readonly DemoAccount[];
  /** Password. */
  readonly password?: string;
  /** True if registration is open. */
  readonly registerUser?: boolean;
  /** True if signing in and registering need a captcha. */
  readonly captcha?: boolean;
  /** True if people may also sign in with a code sent to their phone. */
  readonly phoneSignIn?: boolean;
  /** Services outside that sign people in. */
  readonly services?: readonly SignInService[];
  readonly notices?: readonly { readonly title: string; readonly date: string }[];
}

export interface SignInService {
  readonly source: string;
  readonly label: Label;
}

export interface DemoAccount {
  readonly account: string;
  readonly name: string;
  readonly role?: string;
}

/** The tenant if the address does not determine one. */
export const defaultTenant = '000000';

interface Situation {
  readonly site: Site;
  /** The tenant of the address; undefined asks the user. */
  readonly tenantId: string | undefined;
  /** True if registration is open in that tenant; undefined leaves it to the site. */
  readonly registerUser?: boolean;
}

interface Tenant {
  /** Undefined if the address does not determine it. */
  readonly tenantId?: string;
  readonly registerUser?: boolean;
}

/** The tenant of this address. */
export const fetchTenant = (client: Client): Promise<Tenant> =>
  client.get<Tenant>(
    '/blade-system/tenant/info',
    { domain: location.origin },
    { anonymous: true, quiet: true },
  );

/**
 * Site and tenant of this address. Before the responses, and without them, the page uses the
 * default tenant, so that signing in never waits.
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
    fetchTenant(client)
      .then(({ tenantId, registerUser }) =>
        setSituation((now) => ({ ...now, tenantId: tenantId || undefined, registerUser })),
      )
      .catch(() => undefined);
  }, [client]);
  return situation;
};
