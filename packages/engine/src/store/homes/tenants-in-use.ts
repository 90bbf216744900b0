import type { Database } from '../connection/database.ts';

/** Returns the ids of the tenants in use, in a fixed order. */
export const tenantsInUse = async (database: Database): Promise<readonly string[]> => {
  const rows = await database.read('', (session) =>
    session.query<{ id: string }>(
      'select tenant_id as id from tenant where is_deleted = 0 order by tenant_id',
    ),
  );
  return rows.map(({ id }) => id);
};
