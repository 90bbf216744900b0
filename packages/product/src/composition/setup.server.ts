import { hashSecret } from '@keyan/engine/base/secrets.ts';
import type { Database, Tx } from '@keyan/engine/store/connection/database.ts';
import type { Ids } from '@keyan/engine/store/schema/ids.ts';
import type { Parameter } from '@keyan/kernel/definition/field/parameter.ts';
import type { Dictionary } from '@keyan/kernel/values/dictionary.ts';
import {
  type AssignedIds,
  assignedIdOf,
  assignIds,
  columnArrays,
} from '../shared/mechanisms/bulk.server.ts';
import { platformTenant } from '../shared/references/platform.ts';
import { schoolNameParams } from '../shared/references/school-names.ts';
import { type RoleAlias, roles } from '../shared/roles.ts';
import { addCalendar } from '../system/calendar/calendar.server.ts';
import { grantTypes } from '../system/clients/client.ts';
import { addDictionaries } from '../system/dictionaries/setup-dictionaries.server.ts';
import type { TopMenu } from './menu-nodes.ts';
import { menus as shippedMenus } from './menus.ts';
import { shippedParameters } from './parameters.ts';
import { addMenus } from './setup-menus.server.ts';

/** Dependencies of setup; an `Engine` provides all. */
export interface SetupDependencies {
  readonly database: Database;
  readonly ids: Ids;
  readonly clock: () => Date;
}

export interface TenantInput {
  readonly tenantId: string;
  readonly name: string;
  readonly nameEn?: string;
  /** Host name of the tenant’s sign-in page. */
  readonly domain?: string;
}

/** Clients of the console; their secrets are public. */
const clients = [
  ['saber', 'saber_secret'],
  ['sword', 'sword_secret'],
] as const;

/** Key of the advisory lock that prevents concurrent setup of tenants. */
const setupLock = 7_203_501_907;

/** Takes the advisory lock of setup until the transaction ends, across all server processes. */
export const oneSetUpAtATime = (tx: Tx): Promise<unknown> =>
  tx.query('select pg_advisory_xact_lock($1)', [setupLock]);

/**
 * Creates a tenant with roles, menus, default grants, dictionaries and parameters. A repeated call
 * adds what a newer version ships, and does not overwrite changes of administrators.
 */
export const setUpTenant = async (
  parts: SetupDependencies,
  tenant: TenantInput,
  dictionaries: Iterable<Dictionary>,
  menus: readonly TopMenu[] = shippedMenus,
  parameters: readonly Parameter<string | number>[] = shippedParameters,
): Promise<void> => {
  const now = parts.clock();
  await parts.database.transaction(platformTenant, (tx) => addTenant(tx, parts.ids, now, tenant));
  await parts.database.transaction(tenant.tenantId, async (tx) => {
    await oneSetUpAtATime(tx);
    await addClients(tx, parts.ids, now);
    await addParameters(tx, parts.ids, parameters);
    const roleIds = await addRoles(tx, parts.ids);
    const mayHave = menus.filter(({ ofPlatform }) => !ofPlatform || tx.tenantId === platformTenant);
    await addMenus(tx, parts.ids, roleIds, mayHave);
    await addDictionaries(tx, parts.ids, dictionaries);
    await addCalendar(tx, parts.ids, now);
  });
};

/** Adds the tenant to the directory that sign-in reads, and to the platform’s records. */
const addTenant = async (tx: Tx, ids: Ids, now: Date, tenant: TenantInput): Promise<void> => {
  const given = [tenant.tenantId, tenant.name, tenant.nameEn ?? null, tenant.domain ?? null, now];
  await tx.query('select pg_advisory_xact_lock($1)', [setupLock]);
  await tx.query(
    `insert into tenant (tenant_id, tenant_name, tenant_name_en, domain, create_time, update_time)
     values ($1, $2, $3, $4, $5, $5) on conflict (tenant_id) do nothing`,
    given,
  );
  await tx.query(
    `insert into tenant_file (tenant_id, id, tenant_code, tenant_code_key, tenant_name,
       tenant_name_en, domain, domain_key, account_number, create_user, create_time, update_user,
       update_time)
     select $6::text, $7, $1::text, $1, $2, $3, $4::text, lower($4), -1, 0, $5, 0, $5
      where not exists (select from tenant_file where tenant_id = $6 and tenant_code = $1)`,
    [...given, platformTenant, ids.next()],
  );
};

/**
 * Adds missing parameters: names of the university as given, others as shipped. Existing parameters
 * with their shipped name get the English name.
 */
const addParameters = async (
  tx: Tx,
  ids: Ids,
  parameters: readonly Parameter<string | number>[],
): Promise<void> => {
  const [names] = await tx.query<Readonly<Record<string, string | null>>>(
    'select tenant_name, tenant_name_en from tenant where tenant_id = $1',
    [tx.tenantId],
  );
  const first = ({ key, initial }: Parameter<string | number>): string =>
    names?.[schoolNameParams[key] ?? ''] ?? String(initial);
  await tx.query(
    `insert into param (tenant_id, id, param_name, param_name_en, param_key, param_key_key, param_value)
     select $1, id, name, english, key, key, value
       from unnest($2::bigint[], $3::text[], $4::text[], $5::text[], $6::text[])
         as given (id, name, english, key, value)
     on conflict (tenant_id, param_key_key) where is_deleted = 0
     do update set param_name_en = excluded.param_name_en
       where param.param_name_en is null and param.param_name = excluded.param_name`,
    [
      tx.tenantId,
      parameters.map(() => ids.next()),
      parameters.map(({ field }) => field.spec.label[0]),
      parameters.map(({ field }) => field.spec.label[1]),
      parameters.map(({ key }) => key),
      parameters.map(first),
    ],
  );
};

const addClients = async (tx: Tx, ids: Ids, now: Date): Promise<void> => {
  for (const [id, secret] of clients) {
    await tx.query(
      `insert into client_app (tenant_id, id, client_id, client_id_key, client_secret,
         authorized_grant_types, scope, access_token_validity, refresh_token_validity, create_user,
         create_time, update_user, update_time)
       values ($1, $2, $3, $3, $4, $5, 'all', 3600, 604800, 0, $6, 0, $6)
       on conflict (tenant_id, client_id_key) where is_deleted = 0 do nothing`,
      [tx.tenantId, ids.next(), id, hashSecret(secret), grantTypes.join(','), now],
    );
  }
};

const addRoles = async (tx: Tx, ids: Ids): Promise<AssignedIds> => {
  const aliases = Object.keys(roles) as RoleAlias[];
  const known = await tx.query<{ code: string; id: string }>(
    'select role_alias as code, id from role where tenant_id = $1 and is_deleted = 0',
    [tx.tenantId],
  );
  const placed = assignIds(aliases, known, ids);
  const rows = aliases.flatMap((alias, index) =>
    placed.added.has(alias)
      ? [
          {
            id: assignedIdOf(placed, alias),
            name: roles[alias].label[0],
            english: roles[alias].label[1],
            alias,
            scope: roles[alias].dataScope,
            sort: index + 1,
          },
        ]
      : [],
  );
  await tx.query(
    `insert into role (tenant_id, id, role_name, role_name_en, role_alias, data_scope, sort)
     select $1, * from unnest($2::bigint[], $3::text[], $4::text[], $5::text[], $6::text[], $7::int[])`,
    [tx.tenantId, ...columnArrays(rows, ['id', 'name', 'english', 'alias', 'scope', 'sort'])],
  );
  return placed;
};
