import { university } from '@keyan/product/demo/university.server.ts';
import type pg from 'pg';
import { columnsOf } from './copy.ts';

const { tenantId } = university;

/** How many people share the papers that one of the demo's teachers would have: 1 and stand-ins. */
export const variants = 40;

/**
 * Makes stand-ins for the demo's teachers, so that papers spread over as many people as a large
 * university has. They have the teacher's name and rights and no password: nobody signs in as one.
 * Fills the temporary table `stand_ins`.
 *
 * @param firstId an id that is new; theirs count up from it
 */
export const makeStandIns = async (client: pg.Client, firstId: bigint): Promise<void> => {
  const own: Readonly<Record<string, string>> = {
    id: `$2::bigint + row_number() over (order by t.id, v)`,
    account: `'copy_' || v || '_' || t.code`,
    code: `t.code || '-' || v`,
    personel_id: 'null',
  };
  const columns = await columnsOf(client, 'users');
  await client.query(
    `insert into users (${columns.map((one) => one.name).join(', ')})
     select ${columns.map((one) => own[one.name] ?? `t.${one.name}`).join(', ')}
       from users t cross join generate_series(1, $3::int) v
      where t.tenant_id = $1 and t.account not like 'copy\\_%' and exists (
        select 1 from user_role ur join role r on r.tenant_id = ur.tenant_id and r.id = ur.role_id
         where ur.tenant_id = $1 and ur.user_id = t.id and r.role_alias = 'teacher')
        and not exists (select 1 from users u
         where u.tenant_id = $1 and u.account = 'copy_' || v || '_' || t.code)`,
    [tenantId, String(firstId), variants - 1],
  );
  await client.query(
    'create temporary table stand_ins (old_id bigint, variant int, new_id bigint, primary key (old_id, variant)) on commit drop',
  );
  await client.query(
    `insert into stand_ins
     select t.id, v, u.id from users t cross join generate_series(1, $2::int) v
       join users u on u.tenant_id = $1 and u.account = 'copy_' || v || '_' || t.code
      where t.tenant_id = $1`,
    [tenantId, variants - 1],
  );
  await client.query(
    `insert into user_role (tenant_id, user_id, role_id)
     select $1, s.new_id, r.id from stand_ins s
       join role r on r.tenant_id = $1 and r.role_alias = 'teacher'
     on conflict do nothing`,
    [tenantId],
  );
};
