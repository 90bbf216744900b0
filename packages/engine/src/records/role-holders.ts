import type { Session } from '../store/connection/database.ts';

/**
 * Returns the SQL condition that an account has one of these roles, for a statement whose first parameter is the
 * tenant.
 * @param user SQL of the account's id
 * @param aliases SQL of an array of role aliases
 */
export const holdsRole = (user: string, aliases: string): string => `exists (
  select from user_role ur
    join role r on r.tenant_id = ur.tenant_id and r.id = ur.role_id and r.is_deleted = 0
   where ur.tenant_id = $1 and ur.user_id = ${user} and r.role_alias = any(${aliases}))`;

/** Departments, and whether their parents or sub-departments belong to them. */
export interface DepartmentVicinity {
  readonly departments: readonly string[];
  readonly and: 'below' | 'above';
}

/** Closed departments are skipped on the way up: people below them still have the departments above. */
const nextOne: Readonly<Record<DepartmentVicinity['and'], string>> = {
  below: 'd.parent_id = around.id and d.is_deleted = 0',
  above: 'd.id = around.parent_id',
};

/**
 * Returns enabled accounts that have one of these roles; with `vicinity`, only those whose main department is in it.
 */
export const roleHolders = async (
  session: Session,
  aliases: readonly string[],
  vicinity?: DepartmentVicinity,
): Promise<readonly string[]> => {
  const around = vicinity
    ? `with recursive around as (
         select id, parent_id from dept where tenant_id = $1 and id = any($3::bigint[])
         union
         select d.id, d.parent_id from dept d join around on ${nextOne[vicinity.and]}
          where d.tenant_id = $1)`
    : '';
  const rows = await session.query<{ id: string }>(
    `${around} select u.id::text as id from users u
      where u.tenant_id = $1 and u.is_deleted = 0 and u.status = '1'
        and ${holdsRole('u.id', '$2::text[]')}
        ${vicinity ? 'and u.dept_id in (select id from around)' : ''}
      order by u.id`,
    [session.tenantId, aliases, ...(vicinity ? [vicinity.departments] : [])],
  );
  return rows.map(({ id }) => id);
};
