import type { Session } from '@keyan/engine/store/database.ts';
import type { RoleAlias } from './roles.ts';

/** Accounts in use that hold one of these roles. */
export const peopleWithRole = async (
  session: Session,
  ...roles: readonly RoleAlias[]
): Promise<readonly string[]> => {
  const rows = await session.query<{ id: string }>(
    `select distinct u.id::text as id from users u
       join user_role ur on ur.tenant_id = u.tenant_id and ur.user_id = u.id
       join role r on r.tenant_id = ur.tenant_id and r.id = ur.role_id and r.is_deleted = 0
      where u.tenant_id = $1 and u.is_deleted = 0 and u.status = '1' and r.role_alias = any($2)`,
    [session.tenantId, roles],
  );
  return rows.map(({ id }) => id);
};
