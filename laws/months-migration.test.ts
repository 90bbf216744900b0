import { join } from 'node:path';
import { migrate, readMigrations } from '@keyan/engine/store/schema/migrate.ts';
import { testDatabase } from '@keyan/engine/testing/database.ts';
import { expect, test } from 'vitest';

test('entries of before get the day of their record and a department, and their months are built', async () => {
  const older = await testDatabase({ empty: true });
  const all = await readMigrations(join(import.meta.dirname, '../apps/api/migrations'));
  await migrate(
    older.ownerUrl,
    all.filter(({ name }) => name < '0850'),
  );
  await older.query(
    `insert into program (tenant_id, id, department_id, start_date, create_user, create_time, update_user, update_time)
     values ('100001', 7, 310, '2024-01-01', 0, now(), 0, now()),
            ('100002', 7, null, '2024-01-01', 0, now(), 0, now())`,
  );
  await older.query(
    `insert into funding_divide (tenant_id, id, arrive_date, create_user, create_time, update_user, update_time)
     values ('100001', 8, '2024-05-09', 0, now(), 0, now())`,
  );
  await older.query(
    `insert into ledger_funds (tenant_id, owner_id, account, arrived, budget, source, source_id, effect, action, time) values
     ('100001', 7, '0', 100, 0, 'fundingDivide', 8, 'post funds', 'grant', '2026-01-31 17:00Z'),
     ('100001', 7, '0', -100, 0, 'fundingDivide', 8, 'post funds', 'unassign', '2026-01-31 17:00Z'),
     ('100001', 7, '0', 60, 0, 'fundingDivide', 8, 'post funds', 'grant', '2026-03-01 02:00Z'),
     ('100002', 7, '10201', 0, 5, 'programInfo', 7, 'post funds', 'add', '2026-03-01 02:00Z')`,
  );
  await migrate(older.ownerUrl, all);
  expect(
    await older.query(
      `select tenant_id as tenant, account, dept_id::text as dept, month::text, arrived::text, budget::text
         from ledger_funds_month order by 1, 2, 4`,
    ),
  ).toEqual(
    [
      ['100001', '', '310', '2024-05-01', '100.00', '0.00'],
      ['100001', '', '310', '2026-02-01', '-100.00', '0.00'],
      ['100001', '', '310', '2026-03-01', '60.00', '0.00'],
      ['100001', '0', '310', '2024-05-01', '100.00', '0.00'],
      ['100001', '0', '310', '2026-02-01', '-100.00', '0.00'],
      ['100001', '0', '310', '2026-03-01', '60.00', '0.00'],
      ['100002', '', '0', '2024-01-01', '0.00', '5.00'],
      ['100002', '10201', '0', '2024-01-01', '0.00', '5.00'],
    ].map(([tenant, account, dept, month, arrived, budget]) => ({
      tenant,
      account,
      dept,
      month,
      arrived,
      budget,
    })),
  );
  await older.drop();
});
