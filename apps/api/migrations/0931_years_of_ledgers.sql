-- Sums of ledgers by year, beside those by month: a year of the university reads one row for each project.

create table ledger_contracts_year (
  tenant_id character varying(12) not null,
  owner_id bigint not null,
  account text not null,
  year integer not null,
  amount numeric(18,2) not null default 0,
  arrived numeric(18,2) not null default 0,
  applied numeric(18,2) not null default 0,
  billed numeric(18,2) not null default 0,
  free_quota numeric(18,2) not null default 0,
  free_applied numeric(18,2) not null default 0,
  free_billed numeric(18,2) not null default 0,
  primary key (tenant_id, account, year, owner_id)
);
grant select, insert, update on ledger_contracts_year to keyan_app;
alter table ledger_contracts_year enable row level security;
create policy tenant on ledger_contracts_year using (tenant_id = current_setting('app.tenant', true));
alter table ledger_contracts_month no force row level security;
insert into ledger_contracts_year (tenant_id, owner_id, account, year, amount, arrived, applied, billed, free_quota, free_applied, free_billed)
select tenant_id, owner_id, account, extract(year from month)::int, sum(amount), sum(arrived), sum(applied), sum(billed), sum(free_quota), sum(free_applied), sum(free_billed)
  from ledger_contracts_month group by 1, 2, 3, 4;
alter table ledger_contracts_month force row level security;
alter table ledger_contracts_year force row level security;
drop index ledger_contracts_month_year;

create table ledger_funds_year (
  tenant_id character varying(12) not null,
  owner_id bigint not null,
  account text not null,
  year integer not null,
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
  primary key (tenant_id, account, year, owner_id)
);
grant select, insert, update on ledger_funds_year to keyan_app;
alter table ledger_funds_year enable row level security;
create policy tenant on ledger_funds_year using (tenant_id = current_setting('app.tenant', true));
alter table ledger_funds_month no force row level security;
insert into ledger_funds_year (tenant_id, owner_id, account, year, budget, arrived, carried, taxed, overhead, indirect, booked, held, spent, settled)
select tenant_id, owner_id, account, extract(year from month)::int, sum(budget), sum(arrived), sum(carried), sum(taxed), sum(overhead), sum(indirect), sum(booked), sum(held), sum(spent), sum(settled)
  from ledger_funds_month group by 1, 2, 3, 4;
alter table ledger_funds_month force row level security;
alter table ledger_funds_year force row level security;
drop index ledger_funds_month_year;
