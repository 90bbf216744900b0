-- Entries of funds and of contracts have a day and a department; their sums by month are kept (ruling 75).
-- The first entry of an effect in an account gets the day of its record, later ones the day on which they were
-- posted. Departments are those of the owners today: which ones they had is not known.

alter table ledger_contracts no force row level security;
alter table ledger_funds no force row level security;
alter table horizontal_record no force row level security;
alter table program no force row level security;
alter table funding_divide no force row level security;
alter table jfdzys no force row level security;
alter table funds_expenditure no force row level security;
alter table billapplyinfo no force row level security;

alter table ledger_contracts add column on_day date;
alter table ledger_contracts add column dept_id bigint;
create table ledger_contracts_month (
  tenant_id character varying(12) not null,
  owner_id bigint not null,
  account text not null,
  dept_id bigint not null,
  month date not null,
  amount numeric(18,2) not null default 0,
  arrived numeric(18,2) not null default 0,
  applied numeric(18,2) not null default 0,
  billed numeric(18,2) not null default 0,
  free_quota numeric(18,2) not null default 0,
  free_applied numeric(18,2) not null default 0,
  free_billed numeric(18,2) not null default 0,
  primary key (tenant_id, owner_id, account, dept_id, month)
);
create index ledger_contracts_month_year on ledger_contracts_month (tenant_id, month, dept_id) where account = '';
grant select, insert, update on ledger_contracts_month to keyan_app;
alter table ledger_contracts_month enable row level security;
create policy tenant on ledger_contracts_month using (tenant_id = current_setting('app.tenant', true));

update ledger_contracts set on_day = (time at time zone 'Asia/Shanghai')::date;
update ledger_contracts e set on_day = r.sign_date from horizontal_record r
 where e.source = 'horizontalRecord' and r.tenant_id = e.tenant_id and r.id = e.source_id and r.sign_date is not null
   and not exists (select 1 from ledger_contracts f where f.tenant_id = e.tenant_id and f.source_id = e.source_id
     and f.effect = e.effect and f.source = e.source and f.owner_id = e.owner_id and f.account = e.account and f.id < e.id);
update ledger_contracts e set on_day = r.arrive_date from funding_divide r
 where e.source = 'fundingDivide' and r.tenant_id = e.tenant_id and r.id = e.source_id and r.arrive_date is not null
   and not exists (select 1 from ledger_contracts f where f.tenant_id = e.tenant_id and f.source_id = e.source_id
     and f.effect = e.effect and f.source = e.source and f.owner_id = e.owner_id and f.account = e.account and f.id < e.id);
update ledger_contracts e set on_day = r.invoice_date from billapplyinfo r
 where e.source = 'billapplyinfo' and e.effect in ('billed', 'billed free of tax') and r.tenant_id = e.tenant_id and r.id = e.source_id and r.invoice_date is not null
   and not exists (select 1 from ledger_contracts f where f.tenant_id = e.tenant_id and f.source_id = e.source_id
     and f.effect = e.effect and f.source = e.source and f.owner_id = e.owner_id and f.account = e.account and f.id < e.id);
update ledger_contracts e set dept_id = o.department_id from horizontal_record o where o.tenant_id = e.tenant_id and o.id = e.owner_id;
alter table ledger_contracts alter column on_day set not null;
insert into ledger_contracts_month (tenant_id, owner_id, account, dept_id, month, amount, arrived, applied, billed, free_quota, free_applied, free_billed)
select tenant_id, owner_id, account, coalesce(dept_id, 0), date_trunc('month', on_day)::date, sum(amount), sum(arrived), sum(applied), sum(billed), sum(free_quota), sum(free_applied), sum(free_billed)
  from ledger_contracts group by 1, 2, 3, 4, 5;

alter table ledger_funds add column on_day date;
alter table ledger_funds add column dept_id bigint;
create table ledger_funds_month (
  tenant_id character varying(12) not null,
  owner_id bigint not null,
  account text not null,
  dept_id bigint not null,
  month date not null,
  budget numeric(18,2) not null default 0,
  arrived numeric(18,2) not null default 0,
  carried numeric(18,2) not null default 0,
  taxed numeric(18,2) not null default 0,
  overhead numeric(18,2) not null default 0,
  indirect numeric(18,2) not null default 0,
  booked numeric(18,2) not null default 0,
  held numeric(18,2) not null default 0,
  spent numeric(18,2) not null default 0,
  settled numeric(18,2) not null default 0,
  primary key (tenant_id, owner_id, account, dept_id, month)
);
create index ledger_funds_month_year on ledger_funds_month (tenant_id, month, dept_id) where account = '';
grant select, insert, update on ledger_funds_month to keyan_app;
alter table ledger_funds_month enable row level security;
create policy tenant on ledger_funds_month using (tenant_id = current_setting('app.tenant', true));

update ledger_funds set on_day = (time at time zone 'Asia/Shanghai')::date;
update ledger_funds e set on_day = r.start_date from program r
 where e.source = 'programInfo' and r.tenant_id = e.tenant_id and r.id = e.source_id and r.start_date is not null
   and not exists (select 1 from ledger_funds f where f.tenant_id = e.tenant_id and f.source_id = e.source_id
     and f.effect = e.effect and f.source = e.source and f.owner_id = e.owner_id and f.account = e.account and f.id < e.id);
update ledger_funds e set on_day = r.arrive_date from funding_divide r
 where e.source = 'fundingDivide' and r.tenant_id = e.tenant_id and r.id = e.source_id and r.arrive_date is not null
   and not exists (select 1 from ledger_funds f where f.tenant_id = e.tenant_id and f.source_id = e.source_id
     and f.effect = e.effect and f.source = e.source and f.owner_id = e.owner_id and f.account = e.account and f.id < e.id);
update ledger_funds e set on_day = r.arrive_date from jfdzys r
 where e.source = 'jfdzys' and r.tenant_id = e.tenant_id and r.id = e.source_id and r.arrive_date is not null
   and not exists (select 1 from ledger_funds f where f.tenant_id = e.tenant_id and f.source_id = e.source_id
     and f.effect = e.effect and f.source = e.source and f.owner_id = e.owner_id and f.account = e.account and f.id < e.id);
update ledger_funds e set on_day = r.pay_date from funds_expenditure r
 where e.source = 'fundsExpenditure' and e.effect in ('spent') and r.tenant_id = e.tenant_id and r.id = e.source_id and r.pay_date is not null
   and not exists (select 1 from ledger_funds f where f.tenant_id = e.tenant_id and f.source_id = e.source_id
     and f.effect = e.effect and f.source = e.source and f.owner_id = e.owner_id and f.account = e.account and f.id < e.id);
update ledger_funds e set dept_id = o.department_id from program o where o.tenant_id = e.tenant_id and o.id = e.owner_id;
alter table ledger_funds alter column on_day set not null;
insert into ledger_funds_month (tenant_id, owner_id, account, dept_id, month, budget, arrived, carried, taxed, overhead, indirect, booked, held, spent, settled)
select tenant_id, owner_id, a.account, coalesce(dept_id, 0), date_trunc('month', on_day)::date, sum(budget), sum(arrived), sum(carried), sum(taxed), sum(overhead), sum(indirect), sum(booked), sum(held), sum(spent), sum(settled)
  from ledger_funds e cross join lateral (values (e.account), ('')) as a(account) group by 1, 2, 3, 4, 5;

alter table ledger_contracts force row level security;
alter table ledger_contracts_month force row level security;
alter table ledger_funds force row level security;
alter table ledger_funds_month force row level security;
alter table horizontal_record force row level security;
alter table program force row level security;
alter table funding_divide force row level security;
alter table jfdzys force row level security;
alter table funds_expenditure force row level security;
alter table billapplyinfo force row level security;
