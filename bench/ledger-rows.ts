import type pg from 'pg';

/** Fills the ledger as posting would: entries over five years, their balances and monthly sums. */
export const fillLedger = async (
  admin: pg.Client,
  tenant: string,
  { entries, projects }: { readonly entries: number; readonly projects: number },
): Promise<void> => {
  const measures = [
    'budget',
    'arrived',
    'carried',
    'taxed',
    'overhead',
    'indirect',
    'booked',
    'held',
    'spent',
    'settled',
  ];
  await admin.query(
    `insert into program (tenant_id, id, program_name, program_num, program_kind, level, program_leader, department_id,
        start_date, end_date, fund_mode, status, funds, create_user, create_time, update_user, update_time)
     select $1::varchar, 900000000 + n, '项目' || n, 'B' || lpad(n::text, 8, '0'), (array['vertical', 'horizontal', 'school'])[1 + n % 3], '02',
            case when n % 400 = 0 then (select id from users where tenant_id = $1::varchar and account = 'teacher') else n end,
            (select id from dept where tenant_id = $1::varchar and dept_code = '310'), date '2022-01-01' + n % 700, date '2026-06-01' + n % 900,
            '2', '20', 300000, 0, now(), 0, now() from generate_series(1, $2::int) n`,
    [tenant, projects],
  );
  await admin.query(
    `insert into ledger_funds (tenant_id, owner_id, account, arrived, booked, spent, source, source_id, effect, action, time, on_day, dept_id)
     select $1::varchar, 900000000 + 1 + n % $2::int, (array['10201', '10202', '10302', '0'])[1 + (n / $2::int) % 4],
            case when (n / $2::int) % 5 = 0 then 30000 else 0 end, case when (n / $2::int) % 5 = 0 then 26000 else 0 end,
            case when (n / $2::int) % 5 > 0 then 120.5 else 0 end, 'fundsExpenditure', n, 'spent', 'pay',
            timestamptz '2022-01-01' + (n % 1780) * interval '1 day', date '2022-01-01' + n % 1780,
            (select id from dept where tenant_id = $1::varchar and dept_code = '310')
       from generate_series(0, $3::int - 1) n`,
    [tenant, projects, entries],
  );
  const sums = measures.map((one) => `sum(${one})`).join(', ');
  const names = measures.join(', ');
  await admin.query(
    `insert into ledger_funds_balance (tenant_id, owner_id, account, ${names})
     select tenant_id, owner_id, a.account, ${sums} from ledger_funds e cross join lateral (values (e.account), ('')) a(account)
      where e.owner_id between 900000001 and 900000000 + $1::int group by 1, 2, 3`,
    [projects],
  );
  await admin.query(
    `insert into ledger_funds_month (tenant_id, owner_id, account, dept_id, month, ${names})
     select tenant_id, owner_id, a.account, dept_id, date_trunc('month', on_day)::date, ${sums}
       from ledger_funds e cross join lateral (values (e.account), ('')) a(account)
      where e.owner_id between 900000001 and 900000000 + $1::int group by 1, 2, 3, 4, 5`,
    [projects],
  );
  await admin.query(
    `insert into ledger_funds_year (tenant_id, owner_id, account, year, ${names})
     select tenant_id, owner_id, account, extract(year from month)::int, ${sums} from ledger_funds_month
      where owner_id between 900000001 and 900000000 + $1::int group by 1, 2, 3, 4`,
    [projects],
  );
  await admin.query('delete from ledger_funds_total where tenant_id = $1', [tenant]);
  await admin.query(
    `insert into ledger_funds_total (tenant_id, account, year, owners, ${names})
     select tenant_id, account, year, count(*), ${sums} from ledger_funds_year where tenant_id = $1 group by 1, 2, 3
     union all
     select tenant_id, account, 0, count(*), ${sums} from ledger_funds_balance where tenant_id = $1 group by 1, 2`,
    [tenant],
  );
  for (const table of [
    'program',
    'ledger_funds',
    'ledger_funds_balance',
    'ledger_funds_month',
    'ledger_funds_year',
    'ledger_funds_total',
  ]) {
    await admin.query(`vacuum analyze ${table}`);
  }
};
