import type { Session } from '@keyan/engine/store/connection/database.ts';

/** Returns an unused code for a department without one: the parent's code with two more digits. */
export const freeDepartmentCode = async (
  session: Session,
  parentId: string | null,
): Promise<string> => {
  const [row] = await session.query<{ code: string }>(
    `select coalesce(p.dept_code, '') || lpad(n::text, 2, '0') as code
       from generate_series(1, 9999) n
       left join dept p on p.tenant_id = $1 and p.id = $2
      where not exists (select from dept d where d.tenant_id = $1 and d.is_deleted = 0
        and d.dept_code = coalesce(p.dept_code, '') || lpad(n::text, 2, '0'))
      order by n limit 1`,
    [session.tenantId, parentId],
  );
  return row?.code ?? '';
};
