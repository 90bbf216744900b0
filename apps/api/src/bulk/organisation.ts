import { chanceOf } from '@keyan/product/demo/random.server.ts';
import { university } from '@keyan/product/demo/university.server.ts';
import pg from 'pg';
import { drawName } from './people.ts';
import { vacuumTables } from './vacuum.ts';

const { tenantId } = university;

/** Target numbers of people, departments, roles and menus, those of the demo included. */
export interface Organisation {
  readonly people: number;
  readonly departments: number;
  readonly roles: number;
  readonly menus: number;
}

/** Menus per group: the group, ten pages, and four buttons of each page. */
const menusPerGroup = 51;

/**
 * SQL that makes the missing rows of a table. Parameters: the tenant, the id of the first row, the
 * number of rows to make, and the number of existing rows (which makes codes unique).
 */
const fillStatements: Readonly<
  Record<keyof Organisation, { readonly table: string; readonly sql: string }>
> = {
  // Every hundred departments are a college, ten departments, and their offices.
  departments: {
    table: 'dept',
    sql: `
      insert into dept (tenant_id, id, dept_name, full_name, dept_code, parent_id, dept_category, sort, status)
      select $1, $2::bigint + n, name, name, 'B' || lpad(($4::int + n)::text, 5, '0'),
        case when n % 100 = 0 then root.id when n % 10 = 0 then $2 + n - n % 100 else $2 + n - n % 10 end,
        case when n % 100 = 0 then '2' else '3' end, 1000 + n, '1'
        from generate_series(0, $3::int - 1) n
        cross join (select id from dept where tenant_id = $1 and parent_id is null and is_deleted = 0
                     order by sort, id limit 1) root
        cross join lateral (select
          (array['东湖', '南湖', '江北', '青山', '黄陂', '汉阳', '洪山', '江夏'])[n / 100 % 8 + 1] || '第'
          || (n / 100 + 1) || '学院'
          || case when n % 100 > 0 then '第' || (n / 10 % 10 + 1) || '系' else '' end
          || case when n % 10 > 0 then '第' || n % 10 || '教研室' else '' end as name) named`,
  },
  // Every twenty roles are a group: a role and nineteen below it.
  roles: {
    table: 'role',
    sql: `
      insert into role (tenant_id, id, role_name, role_name_en, role_alias, parent_id, data_scope, sort)
      select $1, $2::bigint + n, '岗位角色' || number, 'Role ' || number, 'bulk_' || ($4::int + n),
        case when n % 20 > 0 then $2 + n - n % 20 end, '2', 1000 + n
        from generate_series(0, $3::int - 1) n
        cross join lateral (select (n / 20 + 1) || case when n % 20 = 0 then '' else '-' || n % 20 end
          as number) numbered`,
  },
  menus: {
    table: 'menu',
    sql: `
      insert into menu (tenant_id, id, parent_id, code, code_key, name, name_en, path, category, sort, is_hidden,
        origin)
      select $1, $2::bigint + n,
        case kind when 'page' then $2 + n - place when 'button' then $2 + n - (place - 1) % 5 end,
        code, code, case kind when 'group' then '业务分组' when 'page' then '业务页面' else '按钮' end || ($4::int + n),
        kind || ' ' || ($4 + n), case kind when 'page' then '/' || code end,
        case kind when 'button' then '2' else '1' end, 1000 + n, '0', '0'
        from generate_series(0, $3::int - 1) n
        cross join lateral (select n % ${menusPerGroup} as place, 'bulk' || ($4 + n) as code) placed
        cross join lateral (select case when place = 0 then 'group' when place % 5 = 1 then 'page' else 'button' end
          as kind) sorted`,
  },
  // These accounts have no password, so nobody can sign in with them. All are teachers; a third has
  // a second role.
  people: {
    table: 'users',
    sql: `
      insert into users (tenant_id, id, account, name, real_name, code, user_type, dept_id, roles)
      select $1, $2::bigint + n, 'b' || number, name, name, number, '2', d.ids[n % cardinality(d.ids) + 1],
        case when n % 3 = 0 and r.aliases is not null
          then array['teacher', r.aliases[n % cardinality(r.aliases) + 1]] else array['teacher'] end
        from unnest($5::text[]) with ordinality as one (name, place)
        cross join (select array_agg(id order by id) as ids from dept where tenant_id = $1 and is_deleted = 0) d
        cross join (select array_agg(role_alias order by id) as aliases from role
                     where tenant_id = $1 and is_deleted = 0 and role_alias like 'bulk%') r
        cross join lateral (select (place - 1)::int as n, '9' || lpad(($4::int + place)::text, 9, '0') as number)
          numbered
       where place <= $3::int`,
  },
};

/** Grants all bulk menus to administrators, and one group of them to each bulk role. */
const grantStatement = `
  insert into role_menu (tenant_id, role_id, menu_id)
  select $1, r.id, m.id
    from (select id, row_number() over (order by id) as place, (row_number() over (order by id) - 1) / ${menusPerGroup} as turn
            from menu where tenant_id = $1 and is_deleted = 0 and code like 'bulk%') m
    join (select id, role_alias, row_number() over (order by id) as place from role
           where tenant_id = $1 and is_deleted = 0
             and (role_alias in ('administrator', 'admin') or role_alias like 'bulk%')) r
      on r.role_alias not like 'bulk%' or r.place % 39 = m.turn
  on conflict do nothing`;

/** Assigns to each account of the bulk data the roles whose aliases it names, if they exist. */
const assignRolesStatement = `
  insert into user_role (tenant_id, user_id, role_id)
  select $1, u.id, r.id from users u
    join role r on r.tenant_id = $1 and r.role_alias = any(u.roles) and r.is_deleted = 0
   where u.tenant_id = $1 and u.account like 'b%' and u.is_deleted = 0
  on conflict do nothing`;

/**
 * Adds people, departments, roles and menus to the demo university for measurements, in one
 * transaction.
 *
 * @param ownerUrl address of the schema's owner
 * @param firstId an unused id; all new ids count up from it
 */
export const seedOrganisation = async (
  ownerUrl: string,
  wanted: Organisation,
  firstId: string,
  say: (line: string) => void,
): Promise<void> => {
  const client = new pg.Client({ connectionString: ownerUrl });
  // A lost connection also rejects the running query; without a listener it would end the process.
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query(`select set_config('app.tenant', $1, false)`, [tenantId]);
    await client.query('begin');
    let next = BigInt(firstId);
    for (const name of ['departments', 'roles', 'menus', 'people'] as const) {
      const { table, sql } = fillStatements[name];
      const { rows } = await client.query<{ count: number }>(
        `select count(*)::int as count from ${table} where tenant_id = $1`,
        [tenantId],
      );
      const there = rows[0]?.count ?? 0;
      const count = wanted[name] - there;
      if (count <= 0) continue;
      const random = chanceOf(there);
      const names = Array.from({ length: count }, () => drawName(random));
      const own = name === 'people' ? [names] : [];
      await client.query(sql, [tenantId, String(next), count, there, ...own]);
      next += BigInt(count);
      say(`${count} ${name}`);
    }
    if (next > BigInt(firstId)) {
      for (const statement of [grantStatement, assignRolesStatement])
        await client.query(statement, [tenantId]);
    }
    await client.query('commit');
    // Autovacuum would come a minute later; until then, plans would be made for empty dictionaries.
    await vacuumTables(ownerUrl);
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  } finally {
    await client.end();
  }
};
