import type { Engine } from '@keyan/engine/engine.ts';
import type { ExternalSignIns } from '@keyan/engine/identity/external/external.ts';
import type { Identity } from '@keyan/engine/identity/identity.ts';
import { type Endpoint, endpoint } from '@keyan/engine/wire/endpoint.ts';
import { Type } from 'typebox';
import { signInPageNotices } from '../office/notices/notice.server.ts';
import { errorLogParam } from '../system/error-log/error-log.ts';
import {
  registrationParam,
  takesRegistrations,
} from '../system/registration/registration-apply.server.ts';
import { offersPhoneSignIn } from '../system/sms/sms.server.ts';
import { hostOfTyped } from '../system/tenants/tenant.server.ts';

/** Demo account shown on the sign-in page. */
export interface DemoAccount {
  readonly account: string;
  readonly name: string;
  readonly role: string;
}

export interface SiteInfo {
  /** Id of the tenant assumed before sign-in. */
  readonly tenantId: string;
  /** Hosts whose pages any tenant may embed in frames. */
  readonly embeds?: readonly string[];
  /** Demo mode only: accounts to try and their common password. */
  readonly demo?: { readonly accounts: readonly DemoAccount[]; readonly password: string };
}

interface TenantRow {
  readonly tenant_id: string;
  readonly tenant_name: string;
  readonly tenant_name_en: string | null;
  readonly domain: string | null;
  readonly logo: string | null;
  readonly background_url: string | null;
}

/** Tenant id of queries before sign-in. */
const noTenant = '';

const readTenants = (engine: Engine): Promise<readonly TenantRow[]> =>
  engine.database.read(noTenant, (session) =>
    session.query<TenantRow>(
      `select tenant_id, tenant_name, tenant_name_en, domain, logo, background_url from tenant
        where is_deleted = 0 and (expire_time is null or expire_time > $1) order by tenant_id`,
      [engine.clock()],
    ),
  );

/** Sign-in page data of a tenant: names, and the names of its enabled boolean parameters. */
const faceOf = async (
  engine: Engine,
  tenantId: string,
): Promise<{ readonly name: string; readonly nameEn: string; readonly on: readonly string[] }> => {
  const [found] = await engine.database.short<{ name: string; nameEn: string; on: string[] }>(
    tenantId,
    {
      sql: `select t.tenant_name as name, coalesce(t.tenant_name_en, '') as "nameEn",
                   array(select p.param_key from param p
                          where p.tenant_id = t.tenant_id and p.param_key = any($2::text[])
                            and p.is_deleted = 0 and p.param_value = 'true') as on
              from tenant t
             where t.tenant_id = $1 and t.is_deleted = 0
               and (t.expire_time is null or t.expire_time > $3)`,
      parameters: [tenantId, [errorLogParam, registrationParam], engine.clock()],
    },
  );
  return found ?? { name: '', nameEn: '', on: [] };
};

/** True if visitors may register for an account in the tenant. */
const registerUser = (engine: Engine, tenantId: string): Promise<boolean> =>
  engine.database.read(tenantId, (session) => takesRegistrations(session, engine.clock()));

/** Calls that need no sign-in: tenant, site and sign-in options. */
export const tenantEndpoints = (
  site: SiteInfo,
  identity: Pick<Identity, 'asksCaptcha' | 'sealed'>,
  external?: Pick<ExternalSignIns, 'choices'>,
): readonly Endpoint[] => [
  endpoint({
    method: 'GET',
    path: 'blade-system/tenant/info',
    auth: 'public',
    summary: ['按域名取租户', 'The tenant of an address'],
    input: Type.Object({ domain: Type.Optional(Type.String({ maxLength: 500 })) }),
    run: async ({ domain = '' }, { engine }) => {
      const tenants = await readTenants(engine);
      const host = hostOfTyped(domain);
      // Installations with one university use that tenant for every host name.
      const found =
        tenants.find((tenant) => host !== '' && tenant.domain?.toLowerCase() === host) ??
        (tenants.length === 1 ? tenants[0] : undefined);
      return found
        ? {
            tenantId: found.tenant_id,
            tenantName: found.tenant_name,
            tenantNameEn: found.tenant_name_en ?? '',
            domain: found.domain ?? '',
            domainUrl: found.domain ?? '',
            logo: found.logo ?? '',
            backgroundUrl: found.background_url ?? '',
            registerUser: await registerUser(engine, found.tenant_id),
          }
        : {};
    },
  }),
  endpoint({
    method: 'GET',
    path: 'keyan/site',
    auth: 'public',
    summary: ['站点信息', 'Site information'],
    input: Type.Object({}),
    run: async (_input, { engine }) => {
      const [face, phoneSignIn, notices] = await Promise.all([
        faceOf(engine, site.tenantId),
        offersPhoneSignIn(engine.database, site.tenantId),
        signInPageNotices(engine, site.tenantId),
      ]);
      return {
        name: face.name,
        nameEn: face.nameEn,
        tenantId: site.tenantId,
        errorLog: face.on.includes(errorLogParam),
        demo: site.demo !== undefined,
        captcha: identity.asksCaptcha,
        /** True if sign-in by text message is available. */
        phoneSignIn,
        services: external?.choices(site.tenantId) ?? [],
        /** Public key with which newer BladeX clients encrypt passwords. */
        sm2PublicKey: identity.sealed.publicKey ?? '',
        registerUser: face.on.includes(registrationParam),
        notices,
        ...(site.demo ?? {}),
      };
    },
  }),
];
