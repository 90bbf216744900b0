import {
  type Behaviour,
  defineBehaviour,
  type TransactionContext,
} from '@keyan/engine/records/behaviour.ts';
import type { Tx } from '@keyan/engine/store/connection/database.ts';
import { isSystem } from '@keyan/kernel/access/actor.ts';
import { Denied, Invalid, Refused } from '@keyan/kernel/errors.ts';
import type { Label } from '@keyan/kernel/label.ts';
import { platformTenant, runsPlatform } from '../../shared/references/platform.ts';
import { applyPackageToTenants, codesOfPackage } from './package-menus.server.ts';
import { tenant } from './tenant.ts';
import { tenantPackage } from './tenant-package.ts';

/** Name of the job that creates menus, roles, dictionaries and routes of a new tenant, in `composition`. */
export const createTenantJobName = 'foundTenant';

/** @throws Denied unless the actor's tenant is the platform's */
const assertRunsPlatform = ({ actor }: Pick<TransactionContext, 'actor'>): void => {
  if (!isSystem(actor) && !runsPlatform(actor)) throw new Denied();
};

const invalid = (path: string, message: Label): Invalid => new Invalid([{ path, message }]);

/** Returns the host in a typed address: `https://ky.example.edu.cn:8443/login`. */
export const hostOfTyped = (domain: string): string => {
  const address = /^[a-z]+:\/\//i.test(domain) ? domain : `http://${domain}`;
  return URL.canParse(address) ? new URL(address).hostname.toLowerCase() : '';
};

const hostIn = (typed: string | null): string | null => {
  if (typed === null || typed === '') return null;
  const host = hostOfTyped(typed);
  if (host === '')
    throw invalid('domain', [
      '域名格式不正确（如 ky.example.edu.cn）',
      'Invalid domain (such as ky.example.edu.cn)',
    ]);
  return host;
};

/** Key of the advisory lock for numbering tenants, since two concurrent ones would get the same number. */
const numbering = 7_203_501_908;

/** Returns the next unused six-digit tenant number. */
const nextCode = async (tx: Tx): Promise<string> => {
  await tx.query('select pg_advisory_xact_lock($1)', [numbering]);
  const [row] = await tx.query<{ code: string }>(
    `select lpad((coalesce(max(tenant_id::int), 99999) + 1)::text, 6, '0') as code
       from tenant where tenant_id ~ '^[1-9][0-9]{5}$'`,
  );
  return row?.code ?? '100000';
};

/** Refuses the number of a removed tenant, whose data the new tenant would see. */
const assertNewCode = async (tx: Tx, code: string): Promise<void> => {
  const taken = await tx.query('select 1 from tenant where tenant_id = $1', [code]);
  if (taken.length > 0) {
    throw invalid('tenantCode', ['该租户编号已被使用', 'This tenant number is already used']);
  }
};

type TenantRow = Parameters<NonNullable<Behaviour<(typeof tenant)['fields']>['complete']>>[0];

/** Refuses an expiry, an account limit or a package for the platform's own tenant, which would lock itself out. */
const assertPlatformOpen = ({
  tenantCode,
  expireTime,
  packageId,
  accountNumber,
}: TenantRow): void => {
  if (tenantCode !== platformTenant) return;
  if (expireTime !== null || packageId !== null || (accountNumber ?? -1) >= 0) {
    throw new Refused([
      '平台自身的租户不能设置期限、额度或套餐',
      'The platform’s own tenant cannot have an expiry, limit or package',
    ]);
  }
};

/**
 * Updates the row of the directory `tenant`, which sign-in reads. A name set by the university (`school.name`) remains
 * until the name here changes.
 */
const direct = async (
  tx: Tx,
  row: TenantRow & { isDeleted: 0 | 1 },
  before: TenantRow | null,
): Promise<void> => {
  await tx.query(
    `insert into tenant (tenant_id, tenant_name, tenant_name_en, domain, logo, background_url,
       linkman, contact_number, address, account_number, expire_time, package_codes, is_deleted)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11::timestamp at time zone 'Asia/Shanghai',
       $12::text[], $13)
     on conflict (tenant_id) do update set
       tenant_name = case when $14 then excluded.tenant_name else tenant.tenant_name end,
       tenant_name_en = case when $15 then excluded.tenant_name_en else tenant.tenant_name_en end,
       domain = excluded.domain, logo = excluded.logo,
       background_url = excluded.background_url, linkman = excluded.linkman,
       contact_number = excluded.contact_number, address = excluded.address,
       account_number = excluded.account_number, expire_time = excluded.expire_time,
       package_codes = excluded.package_codes, is_deleted = excluded.is_deleted,
       update_time = now(), version = tenant.version + 1`,
    [
      row.tenantCode,
      row.tenantName,
      row.tenantNameEn,
      row.domain,
      row.logo,
      row.backgroundUrl,
      row.linkman,
      row.contactNumber,
      row.address,
      row.accountNumber ?? -1,
      row.expireTime,
      await codesOfPackage(tx, row.packageId),
      row.isDeleted,
      row.tenantName !== before?.tenantName,
      row.tenantNameEn !== before?.tenantNameEn,
    ],
  );
};

/**
 * Rules for tenants: number and host are normalised, the directory is updated in the same transaction, and a new tenant
 * is set up after the commit. A removed tenant is closed; its data remain.
 */
export const tenantBehaviour: Behaviour = defineBehaviour(tenant, {
  complete: async (row, { before, tx, actor }) => {
    assertRunsPlatform({ actor });
    if (before && before.tenantCode !== row.tenantCode) {
      throw invalid('tenantCode', ['租户编号不能修改', 'The tenant number cannot be changed']);
    }
    const tenantCode = row.tenantCode ?? (await nextCode(tx));
    if (!before && tx.tenantId === platformTenant) await assertNewCode(tx, tenantCode);
    assertPlatformOpen({ ...row, tenantCode });
    const [line] = await tx.query<{ source: string | null }>(
      'select datasource_id::text as source from tenant_home where tenant_code = $1',
      [tenantCode],
    );
    return {
      tenantCode,
      domain: hostIn(row.domain),
      accountNumber: row.accountNumber ?? -1,
      datasourceId: line?.source ?? null,
    };
  },
  saved: async (row, transaction) => {
    assertRunsPlatform(transaction);
    const { tx, action, before, engine, actor } = transaction;
    // Ignores rows of other tenants: only the platform's own tenant manages tenants.
    if (tx.tenantId !== platformTenant || row.tenantCode === null) return;
    if (action === 'remove' && row.tenantCode === platformTenant) {
      throw new Refused(['平台自身的租户不能删除', 'The platform’s own tenant cannot be deleted']);
    }
    await direct(tx, { ...row, isDeleted: action === 'remove' ? 1 : 0 }, before);
    if (before) return;
    const asked = isSystem(actor) ? {} : { by: actor.id };
    engine.jobs.queue(
      tx,
      { name: createTenantJobName },
      { tenantId: row.tenantCode },
      { key: row.tenantCode, ...asked },
    );
  },
});

/** Rules for packages: changes apply to their tenants in the same transaction. */
export const tenantPackageBehaviour: Behaviour = defineBehaviour(tenantPackage, {
  saved: async (row, transaction) => {
    assertRunsPlatform(transaction);
    const { tx } = transaction;
    if (tx.tenantId === platformTenant) await applyPackageToTenants(tx, row.id, row.menuId ?? []);
  },
});
