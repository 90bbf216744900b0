import type { Engine } from '@keyan/engine/engine.ts';
import type { Session } from '@keyan/engine/store/connection/database.ts';
import type { CallContext } from '@keyan/engine/wire/endpoint.ts';
import { initialSettings, type PublishingSettings } from './publishing.ts';

/** University that an anonymous request addresses. */
export interface Site {
  readonly tenantId: string;
  readonly school: string;
  /** English name; the Chinese name if there is none. */
  readonly schoolEn: string;
  readonly settings: PublishingSettings;
}

interface StoredSettings extends PublishingSettings {
  readonly comparedAt: Date | null;
}

const settingsSql = `
  select is_on as "isOn", pages_on as "pagesOn", address, repository_name as "repositoryName",
         admin_email as "adminEmail", ror, outlets, with_amounts as "withAmounts", version,
         compared_at as "comparedAt"
    from publishing where tenant_id = $1`;

/** Publishing settings of the tenant, and time of the last comparison. */
export const settingsIn = async (session: Session): Promise<StoredSettings> => {
  const [found] = await session.query<StoredSettings>(settingsSql, [session.tenantId]);
  return found ?? { ...initialSettings, comparedAt: null };
};

export const settingsOf = (
  { database }: Pick<Engine, 'database'>,
  tenantId: string,
): Promise<StoredSettings> => database.read(tenantId, settingsIn);

interface Tenant {
  readonly id: string;
  readonly name: string;
  readonly nameEn: string;
}

const tenantsSql = `
  select tenant_id as id, tenant_name as name, coalesce(nullif(tenant_name_en, ''), tenant_name) as "nameEn" from tenant
   where is_deleted = 0 and (expire_time is null or expire_time > $1) order by tenant_id`;

/** Host of an address in lower case; empty if the text is no address. */
export const hostOfAddress = (address: string): string =>
  URL.canParse(address) ? new URL(address).host.toLowerCase() : '';

/**
 * University whose address the caller used, otherwise the only university that publishes.
 * @returns null if neither exists
 */
export const siteOfCaller = async ({
  engine,
  header,
}: Pick<CallContext, 'engine' | 'header'>): Promise<Site | null> => {
  const tenants = await engine.database.read('', (session) =>
    session.query<Tenant>(tenantsSql, [engine.clock()]),
  );
  const sites = await Promise.all(
    tenants.map(async ({ id, name, nameEn }) => ({
      tenantId: id,
      school: name,
      schoolEn: nameEn,
      settings: await settingsOf(engine, id),
    })),
  );
  const open = sites.filter(({ settings }) => settings.isOn || settings.pagesOn);
  const host = header('host')?.toLowerCase();
  return (
    open.find(({ settings }) => hostOfAddress(settings.address) === host) ??
    (open.length === 1 ? (open[0] ?? null) : null)
  );
};
