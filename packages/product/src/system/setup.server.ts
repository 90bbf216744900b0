import { hashSecret } from '@keyan/engine/identity/clients.ts';
import type { Database, Tx } from '@keyan/engine/store/database.ts';
import type { Ids } from '@keyan/engine/store/ids.ts';
import type { Dictionary, Entry } from '@keyan/kernel/dictionary.ts';
import { columnsOf } from './columns.server.ts';
import { type MenuNode, menus } from './menus.ts';
import { params } from './params.ts';
import { type RoleAlias, roles } from './roles.ts';

/** What setting up needs of the engine; an `Engine` is one. */
export interface SetupParts {
  readonly database: Database;
  readonly ids: Ids;
  readonly clock: () => Date;
}

export interface TenantGiven {
  readonly tenantId: string;
  readonly name: string;
  readonly nameEn?: string;
  /** Host name of its login page. */
  readonly domain?: string;
}

/** The pages' own clients (contract §1): their secrets are public by nature. */
const clients = [
  ['saber', 'saber_secret'],
  ['sword', 'sword_secret'],
] as const;

const grantTypes = ['password', 'captcha', 'refresh_token'];

/** Setting up the same tenant twice at the same time would make everything twice. */
const setupLock = 7_203_501_907;

/**
 * Makes a tenant and everything that it needs before its first person: roles, menus, default
 * grants, dictionaries, parameters. Run again it adds what a newer version brings and leaves
 * alone what administrators changed.
 */
export const setUpTenant = async (
  parts: SetupParts,
  tenant: TenantGiven,
  dictionaries: Iterable<Dictionary>,
): Promise<void> => {
  const now = parts.clock();
  await parts.database.transaction(tenant.tenantId, async (tx) => {
    await tx.query('select pg_advisory_xact_lock($1)', [setupLock]);
    for (const [id, secret] of clients) {
      await tx.query(
        `insert into client (client_id, secret_hash, grant_types) values ($1, $2, $3)
         on conflict (client_id) do nothing`,
        [id, hashSecret(secret), grantTypes],
      );
    }
    await tx.query(
      `insert into tenant (tenant_id, tenant_name, tenant_name_en, domain, create_time, update_time)
       values ($1, $2, $3, $4, $5, $5) on conflict (tenant_id) do nothing`,
      [tenant.tenantId, tenant.name, tenant.nameEn ?? null, tenant.domain ?? null, now],
    );
    const roleIds = await addRoles(tx, parts.ids);
    await addMenus(tx, parts.ids, roleIds);
    await addDictionaries(tx, parts.ids, dictionaries);
    await tx.query(
      `insert into param (tenant_id, id, param_name, param_key, param_value)
       select $1, * from unnest($2::bigint[], $3::text[], $4::text[], $5::text[])
       on conflict (tenant_id, param_key) where is_deleted = 0 do nothing`,
      [
        tx.tenantId,
        params.map(() => parts.ids.next()),
        params.map((param) => param.label[0]),
        params.map((param) => param.key),
        params.map((param) => param.value),
      ],
    );
  });
};

/** Ids by code, and which of them are new: only those get default grants. */
interface Placed {
  readonly ids: ReadonlyMap<string, string>;
  readonly added: ReadonlySet<string>;
}

/** Gives an id to every code that has none yet. */
const place = (
  codes: readonly string[],
  known: readonly { readonly code: string; readonly id: string }[],
  ids: Ids,
): Placed => {
  const found = new Map(known.map(({ code, id }) => [code, id]));
  const added = codes.filter((code) => !found.has(code));
  for (const code of added) found.set(code, ids.next());
  return { ids: found, added: new Set(added) };
};

const idOf = ({ ids }: Placed, code: string): string => {
  const id = ids.get(code);
  if (!id) throw new Error(`${code}: nothing of this code was set up`);
  return id;
};

const addRoles = async (tx: Tx, ids: Ids): Promise<Placed> => {
  const aliases = Object.keys(roles) as RoleAlias[];
  const known = await tx.query<{ code: string; id: string }>(
    'select role_alias as code, id from role where tenant_id = $1 and is_deleted = 0',
    [tx.tenantId],
  );
  const placed = place(aliases, known, ids);
  const rows = aliases.flatMap((alias, index) =>
    placed.added.has(alias)
      ? [
          {
            id: idOf(placed, alias),
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
    [tx.tenantId, ...columnsOf(rows, ['id', 'name', 'english', 'alias', 'scope', 'sort'])],
  );
  return placed;
};

/** A node of the shipped menus as the table has it. */
interface MenuRow {
  readonly code: string;
  readonly parent: string | null;
  readonly name: string;
  readonly english: string;
  readonly path: string;
  readonly source: string | null;
  readonly category: 1 | 2;
  readonly sort: number;
  readonly roles: readonly RoleAlias[];
}

const pageRows = (page: MenuNode, parent: string | null, sort: number): readonly MenuRow[] => [
  {
    code: page.code,
    parent,
    name: page.label[0],
    english: page.label[1],
    path: page.path,
    source: page.icon ?? null,
    category: 1,
    sort,
    roles: page.roles,
  },
  ...(page.pages ?? []).flatMap((child, index) => pageRows(child, page.code, index + 1)),
  ...(page.buttons ?? []).map(
    (button, index): MenuRow => ({
      code: button.code,
      parent: page.code,
      name: button.label[0],
      english: button.label[1],
      path: button.code,
      source: null,
      category: 2,
      sort: index + 1,
      roles: button.roles,
    }),
  ),
];

/** Has every right of its tenant, whatever comes to the menus. */
const almighty: RoleAlias = 'administrator';

const addMenus = async (tx: Tx, ids: Ids, roleIds: Placed): Promise<void> => {
  const known = await tx.query<{ code: string; id: string }>(
    'select code, id from menu where tenant_id = $1 and is_deleted = 0',
    [tx.tenantId],
  );
  const shipped = menus.map((top) => ({
    top,
    rows: top.pages.flatMap((page, index) => pageRows(page, null, index + 1)),
  }));
  const rows = shipped.flatMap((menu) => menu.rows);
  const placed = place(
    rows.map((row) => row.code),
    known,
    ids,
  );
  const added = rows
    .filter((row) => placed.added.has(row.code))
    .map(({ roles: _roles, parent, ...row }) => ({
      ...row,
      id: idOf(placed, row.code),
      parent: parent === null ? null : idOf(placed, parent),
    }));
  await tx.query(
    `insert into menu (tenant_id, id, parent_id, code, name, name_en, path, source, category, sort)
     select $1, * from unnest($2::bigint[], $3::bigint[], $4::text[], $5::text[], $6::text[],
       $7::text[], $8::text[], $9::smallint[], $10::int[])`,
    [
      tx.tenantId,
      ...columnsOf(added, [
        'id',
        'parent',
        'code',
        'name',
        'english',
        'path',
        'source',
        'category',
        'sort',
      ]),
    ],
  );
  // A page may move in a new version; what it is called and where it stands are the school's.
  await tx.query(
    `update menu set path = given.path from unnest($2::bigint[], $3::text[]) as given (id, path)
      where menu.tenant_id = $1 and menu.id = given.id and menu.path <> given.path`,
    [tx.tenantId, rows.map((row) => idOf(placed, row.code)), rows.map((row) => row.path)],
  );
  const grants = rows.flatMap((row) =>
    [almighty, ...row.roles]
      .filter((role) => placed.added.has(row.code) || roleIds.added.has(role))
      .map((role) => ({ role: idOf(roleIds, role), menu: idOf(placed, row.code) })),
  );
  await tx.query(
    `insert into role_menu (tenant_id, role_id, menu_id)
     select $1, * from unnest($2::bigint[], $3::bigint[]) on conflict do nothing`,
    [tx.tenantId, ...columnsOf(grants, ['role', 'menu'])],
  );
  await addTopMenus(tx, ids, placed, shipped);
};

const addTopMenus = async (
  tx: Tx,
  ids: Ids,
  placed: Placed,
  shipped: readonly { readonly top: (typeof menus)[number]; readonly rows: readonly MenuRow[] }[],
): Promise<void> => {
  const known = await tx.query<{ code: string; id: string }>(
    'select code, id from top_menu where tenant_id = $1 and is_deleted = 0',
    [tx.tenantId],
  );
  const codes = shipped.map(({ top }) => top.code);
  const tops = place(codes, known, ids);
  const added = shipped.flatMap(({ top }, index) =>
    tops.added.has(top.code)
      ? [
          {
            id: idOf(tops, top.code),
            code: top.code,
            name: top.label[0],
            english: top.label[1],
            source: top.icon ?? null,
            path: top.path,
            sort: index + 1,
          },
        ]
      : [],
  );
  await tx.query(
    `insert into top_menu (tenant_id, id, code, name, name_en, source, path, sort)
     select $1, * from unnest($2::bigint[], $3::text[], $4::text[], $5::text[], $6::text[],
       $7::text[], $8::int[])`,
    [tx.tenantId, ...columnsOf(added, ['id', 'code', 'name', 'english', 'source', 'path', 'sort'])],
  );
  const links = shipped.flatMap(({ top, rows }) =>
    rows
      .filter((row) => row.category === 1)
      .filter((row) => placed.added.has(row.code) || tops.added.has(top.code))
      .map((row) => ({ top: idOf(tops, top.code), menu: idOf(placed, row.code) })),
  );
  await tx.query(
    `insert into top_menu_menu (tenant_id, top_menu_id, menu_id)
     select $1, * from unnest($2::bigint[], $3::bigint[]) on conflict do nothing`,
    [tx.tenantId, ...columnsOf(links, ['top', 'menu'])],
  );
};

/** The key of the row that stands for a dictionary as a whole (contract §4). */
export const dictionaryRoot = '-1';

interface EntryRow {
  readonly code: string;
  readonly key: string;
  readonly parent: string | null;
  readonly value: string;
  readonly english: string;
  readonly sort: number;
  readonly heading: 0 | 1;
}

const entryRows = (code: string, entries: readonly Entry[], parent: string): readonly EntryRow[] =>
  entries.flatMap((entry, index) => [
    {
      code,
      key: entry.code,
      parent,
      value: entry.label[0],
      english: entry.label[1],
      sort: index + 1,
      heading: entry.heading ? 1 : 0,
    },
    ...entryRows(code, entry.children ?? [], entry.code),
  ]);

const addDictionaries = async (
  tx: Tx,
  ids: Ids,
  dictionaries: Iterable<Dictionary>,
): Promise<void> => {
  const rows = [...dictionaries].flatMap((dict): readonly EntryRow[] => [
    {
      code: dict.key,
      key: dictionaryRoot,
      parent: null,
      value: dict.label[0],
      english: dict.label[1],
      sort: 0,
      heading: 1,
    },
    ...entryRows(dict.key, dict.entries, dictionaryRoot),
  ]);
  const name = (code: string, key: string): string => `${code} ${key}`;
  const known = await tx.query<{ code: string; id: string }>(
    `select code || ' ' || dict_key as code, id from dict_entry
      where tenant_id = $1 and is_deleted = 0`,
    [tx.tenantId],
  );
  const placed = place(
    rows.map((row) => name(row.code, row.key)),
    known,
    ids,
  );
  const added = rows
    .filter((row) => placed.added.has(name(row.code, row.key)))
    .map((row) => ({
      ...row,
      id: idOf(placed, name(row.code, row.key)),
      parent: row.parent === null ? null : idOf(placed, name(row.code, row.parent)),
    }));
  if (added.length === 0) return;
  await tx.query(
    `insert into dict_entry
       (tenant_id, id, parent_id, code, dict_key, dict_value, dict_value_en, sort, is_heading)
     select $1, * from unnest($2::bigint[], $3::bigint[], $4::text[], $5::text[], $6::text[],
       $7::text[], $8::int[], $9::smallint[])`,
    [
      tx.tenantId,
      ...columnsOf(added, ['id', 'parent', 'code', 'key', 'value', 'english', 'sort', 'heading']),
    ],
  );
};
