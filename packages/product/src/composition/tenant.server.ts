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

/** An account that a visitor of the demo may use. */
export interface DemoAccount {
  readonly account: string;
  readonly name: string;
  readonly role: string;
}

export interface SiteInfo {
  /** Id of the tenant that the installation speaks for before anybody signed in. */
  readonly tenantId: string;
  /** Hosts whose pages every tenant may embed. */
  readonly embeds?: readonly string[];
  /** Only in demo mode: accounts to try and the password that they share. */
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

/** Tenants are looked for before anybody is known. */
const noTenant = '';

const readTenants = (engine: Engine): Promise<readonly TenantRow[]> =>
  engine.database.read(noTenant, (session) =>
    session.query<TenantRow>(
      `select tenant_id, tenant_name, tenant_name_en, domain, logo, background_url from tenant
        where is_deleted = 0 and (expire_time is null or expire_time > $1) order by tenant_id`,
      [engine.clock()],
    ),
  );

/** Data of a tenant for the sign-in page: its names, and the enabled ones of these parameters. */
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

/** May strangers ask this tenant for an account? */
const registerUser = (engine: Engine, tenantId: string): Promise<boolean> =>
  engine.database.read(tenantId, (session) => takesRegistrations(session, engine.clock()));

/** Data that anybody may read before signing in. */
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
      // An installation of one university needs no domain to know which it is.
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
        /** People sign in with a code sent to their phone, too. */
        phoneSignIn,
        services: external?.choices(site.tenantId) ?? [],
        /** With it newer clients of the family encrypt passwords. */
        sm2PublicKey: identity.sealed.publicKey ?? '',
        registerUser: face.on.includes(registrationParam),
        notices,
        ...(site.demo ?? {}),
      };
    },
  }),
];
