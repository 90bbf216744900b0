-- Sums of the ledger of funds over all projects, by item and year; year 0 stands for all years.

create table ledger_funds_total (
  tenant_id character varying(12) not null,
  id bigint not null generated always as identity,
  account text not null,
  year integer not null,
  owners bigint not null,
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
  primary key (tenant_id, id)
);
grant select, insert, delete on ledger_funds_total to keyan_app;
alter table ledger_funds_total enable row level security;
create policy tenant on ledger_funds_total using (tenant_id = current_setting('app.tenant', true));
insert into ledger_funds_total (tenant_id, account, year, owners, budget, arrived, carried, taxed, overhead, indirect, booked, held, spent, settled)
select tenant_id, account, year, count(*), sum(budget), sum(arrived), sum(carried), sum(taxed), sum(overhead), sum(indirect), sum(booked), sum(held), sum(spent), sum(settled)
  from ledger_funds_year group by 1, 2, 3
union all
select tenant_id, account, 0, count(*), sum(budget), sum(arrived), sum(carried), sum(taxed), sum(overhead), sum(indirect), sum(booked), sum(held), sum(spent), sum(settled)
  from ledger_funds_balance group by 1, 2;
alter table ledger_funds_total force row level security;
