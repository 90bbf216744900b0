import type { Client } from '@keyan/console/client/client.ts';
import type { Label } from '@keyan/kernel/label.ts';
import { useEffect, useState } from 'react';

/** Public settings of the site. */
export interface Site {
  readonly demo: boolean;
  readonly name?: string;
  readonly nameEn?: string;
  /** Demo accounts; in demo mode only. */
  readonly accounts?: readonly DemoAccount[];
  /** Password of the demo account. */
  readonly password?: string;
  /** True if registration is open. */
  readonly registerUser?: boolean;
  /** True if signing in and registering need a captcha. */
  readonly captcha?: boolean;
  /** True if people may also sign in with a code sent to their phone. */
  readonly phoneSignIn?: boolean;
  /** External services for signing in. */
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

/** Id of the tenant if the address determines none. */
export const defaultTenant = '000000';

interface Situation {
  readonly site: Site;
  /** Id of the address's tenant; if undefined, the user enters it. */
  readonly tenantId: string | undefined;
  /** True if registration is open in that tenant; if undefined, the setting of the site counts. */
  readonly registerUser?: boolean;
}

interface Tenant {
  /** Id of the tenant; undefined if the address does not determine one. */
  readonly tenantId?: string;
  readonly registerUser?: boolean;
}

/** Loads the tenant of this address. */
export const fetchTenant = (client: Client): Promise<Tenant> =>
  client.get<Tenant>(
    '/blade-system/tenant/info',
    { domain: location.origin },
    { anonymous: true, quiet: true },
  );

/**
 * Loads site and tenant of this address. Until the responses arrive, and without them, the page
 * uses the default tenant, so that signing in never waits.
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
