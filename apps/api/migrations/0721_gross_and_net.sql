-- What arrived for a project in full, was carried over to it, and what tax, overhead and indirect costs took of it
-- (ruling 63).
alter table ledger_funds add column arrived numeric(18,2) not null default 0;
alter table ledger_funds add column carried numeric(18,2) not null default 0;
alter table ledger_funds add column taxed numeric(18,2) not null default 0;
alter table ledger_funds add column overhead numeric(18,2) not null default 0;
alter table ledger_funds add column indirect numeric(18,2) not null default 0;
alter table ledger_funds_balance add column arrived numeric(18,2) not null default 0;
alter table ledger_funds_balance add column carried numeric(18,2) not null default 0;
alter table ledger_funds_balance add column taxed numeric(18,2) not null default 0;
alter table ledger_funds_balance add column overhead numeric(18,2) not null default 0;
alter table ledger_funds_balance add column indirect numeric(18,2) not null default 0;
alter table funding_divide add column fund_mode text;
alter table jfdzys add column fund_mode text;

alter table program no force row level security;
alter table funding_divide no force row level security;
alter table jfdzys no force row level security;
alter table process_surplus no force row level security;
alter table ledger_funds no force row level security;
alter table ledger_funds_balance no force row level security;

update funding_divide d set fund_mode = p.fund_mode from program p
 where p.tenant_id = d.tenant_id and p.id = d.program_id;
update jfdzys b set fund_mode = p.fund_mode from program p
 where p.tenant_id = b.tenant_id and p.id = b.program_id;

-- Accounts of surpluses are no projects under way (rulings 64, 77).
update program p set program_kind = 'surplus' from process_surplus s
 where s.tenant_id = p.tenant_id and s.surplus_program_id = p.id and p.program_kind <> 'surplus';

-- Entries that stand for what was granted, booked and carried over before.
insert into ledger_funds (tenant_id, owner_id, account, arrived, source, source_id, effect, action, time)
select tenant_id, program_id, '0', divide_amount, 'fundingDivide', id, 'post funds', 'migration', now()
  from funding_divide where is_deleted = 0 and status in ('0', '1', '2') and program_id is not null and divide_amount <> 0;
insert into ledger_funds
    (tenant_id, owner_id, account, taxed, overhead, indirect, booked, source, source_id, effect, action, time)
select b.tenant_id, b.program_id, v.account, v.taxed, v.overhead, v.indirect, v.booked, 'jfdzys', b.id, 'post funds', 'migration', now()
  from jfdzys b cross join lateral (values
    ('301', coalesce(b.tax_amount, 0), 0, 0, 0),
    ('201', 0, coalesce(b.manage_fee, 0), coalesce(b.manage_fee, 0), 0),
    ('202', 0, 0, coalesce(b.performance_fee, 0), 0),
    ('203', 0, 0, coalesce(b.indirect_fee, 0) - coalesce(b.manage_fee, 0) - coalesce(b.performance_fee, 0), 0),
    ('104', 0, 0, 0, coalesce(b.out_funds, 0))
  ) v(account, taxed, overhead, indirect, booked)
 where b.is_deleted = 0 and b.status = '2' and b.program_id is not null
   and (v.taxed <> 0 or v.overhead <> 0 or v.indirect <> 0 or v.booked <> 0);
insert into ledger_funds (tenant_id, owner_id, account, carried, source, source_id, effect, action, time)
select tenant_id, owner_id, account, sum(booked), source, source_id, effect, 'migration', now()
  from ledger_funds where source = 'processSurplus' and effect = 'carried'
 group by tenant_id, owner_id, account, source, source_id, effect having sum(booked) <> 0;

-- Balances are what their entries come to.
insert into ledger_funds_balance as b
    (tenant_id, owner_id, account, budget, arrived, carried, taxed, overhead, indirect, booked, held, spent, settled)
select tenant_id, owner_id, coalesce(account, ''), sum(budget), sum(arrived), sum(carried), sum(taxed), sum(overhead),
       sum(indirect), sum(booked), sum(held), sum(spent), sum(settled)
  from ledger_funds group by grouping sets ((tenant_id, owner_id, account), (tenant_id, owner_id))
on conflict (tenant_id, owner_id, account) do update set
  arrived = excluded.arrived, carried = excluded.carried, taxed = excluded.taxed, overhead = excluded.overhead,
  indirect = excluded.indirect, booked = excluded.booked;

alter table program force row level security;
alter table funding_divide force row level security;
alter table jfdzys force row level security;
alter table process_surplus force row level security;
alter table ledger_funds force row level security;
alter table ledger_funds_balance force row level security;
