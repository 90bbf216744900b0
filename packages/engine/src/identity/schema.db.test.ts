import { afterAll, expect, test } from 'vitest';
import { testDatabase } from '../testing/database.ts';

const database = await testDatabase();
afterAll(() => database.drop());

test('every table of a tenant is behind a forced policy', async () => {
  const open = await database.query<{ table: string }>(
    `select c.relname as "table" from pg_class c
       join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id'
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
        and c.relname <> 'tenant' and not (c.relrowsecurity and c.relforcerowsecurity)`,
  );
  expect(open).toEqual([]);
});
