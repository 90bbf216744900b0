import type { Session } from '@keyan/engine/store/connection/database.ts';

/**
 * College of a department: its ancestor directly below the university, or the department itself;
 * null for an unknown department.
 */
export const collegeOf = async (session: Session, department: string): Promise<string | null> => {
  const [found] = await session.query<{ id: string }>(
    `with recursive line as (
       select id, parent_id, 0 as height from dept where tenant_id = $1 and id = $2
       union all
       select d.id, d.parent_id, line.height + 1 from dept d join line on d.id = line.parent_id
        where d.tenant_id = $1 and line.height < 20
     )
     select id::text from line
      order by exists (select 1 from line above where above.id = line.parent_id) desc, height desc
      limit 1`,
    [session.tenantId, department],
  );
  return found?.id ?? null;
};
