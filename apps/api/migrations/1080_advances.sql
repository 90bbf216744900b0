-- Advances of expenses stay held until they are settled, and a ledger of their own says what is open of each.

alter table funds_expenditure add column advance_item text;
alter table funds_expenditure add column advance_id bigint;
alter table funds_expenditure add column cash_returned numeric(18,2);
create index funds_expenditure_advance_id on funds_expenditure (tenant_id, advance_id) where is_deleted = 0;
create table ledger_advances (
  tenant_id character varying(12) not null,
  owner_id bigint not null,
  account text not null,
  id bigint not null generated always as identity,
  paid numeric(18,2) not null default 0,
  repaid numeric(18,2) not null default 0,
  source text not null,
  source_id bigint not null,
  effect text not null,
  action text not null,
  actor_id bigint,
  time timestamp with time zone not null,
  primary key (tenant_id, id)
);
create index ledger_advances_source on ledger_advances (tenant_id, source_id, effect);
create index ledger_advances_account on ledger_advances (tenant_id, owner_id, account, id);
grant select, insert on ledger_advances to keyan_app;
alter table ledger_advances enable row level security;
create policy tenant on ledger_advances using (tenant_id = current_setting('app.tenant', true));

create table ledger_advances_balance (
  tenant_id character varying(12) not null,
  owner_id bigint not null,
  account text not null,
  paid numeric(18,2) not null default 0,
  repaid numeric(18,2) not null default 0,
  primary key (tenant_id, owner_id, account)
);
grant select, insert, update on ledger_advances_balance to keyan_app;
alter table ledger_advances_balance enable row level security;
create policy tenant on ledger_advances_balance using (tenant_id = current_setting('app.tenant', true));

update funds_expenditure x set advance_item = i.item_code
  from (select distinct on (tenant_id, parent_id) tenant_id, parent_id, item_code
          from funds_expenditure_items order by tenant_id, parent_id, sort_order, id) i
 where i.tenant_id = x.tenant_id and i.parent_id = x.id;

-- Advances that were paid: held, not spent, in entries, balances, months and years alike.
create temporary table moved as
select e.tenant_id, e.id, e.owner_id, e.account, coalesce(e.dept_id, 0) as dept_id, e.on_day, e.spent as amount
  from ledger_funds e join funds_expenditure x on x.tenant_id = e.tenant_id and x.id = e.source_id
 where e.source = 'fundsExpenditure' and x.expense_type = '03' and e.effect = 'spent' and e.spent <> 0;
create temporary table shifted as
select tenant_id, owner_id, account, dept_id, on_day, amount from moved
union all
select tenant_id, owner_id, '', dept_id, on_day, amount from moved;
update ledger_funds e set held = e.held + m.amount, spent = e.spent - m.amount
  from moved m where m.tenant_id = e.tenant_id and m.id = e.id;
update ledger_funds_balance b set held = b.held + s.amount, spent = b.spent - s.amount
  from (select tenant_id, owner_id, account, sum(amount) as amount from shifted group by 1, 2, 3) s
 where s.tenant_id = b.tenant_id and s.owner_id = b.owner_id and s.account = b.account;
update ledger_funds_month b set held = b.held + s.amount, spent = b.spent - s.amount
  from (select tenant_id, owner_id, account, dept_id, date_trunc('month', on_day)::date as month, sum(amount) as amount
          from shifted group by 1, 2, 3, 4, 5) s
 where s.tenant_id = b.tenant_id and s.owner_id = b.owner_id and s.account = b.account
   and s.dept_id = b.dept_id and s.month = b.month;
update ledger_funds_year b set held = b.held + s.amount, spent = b.spent - s.amount
  from (select tenant_id, owner_id, account, extract(year from on_day)::int as year, sum(amount) as amount
          from shifted group by 1, 2, 3, 4) s
 where s.tenant_id = b.tenant_id and s.owner_id = b.owner_id and s.account = b.account and s.year = b.year;

drop table shifted;
drop table moved;

insert into ledger_advances (tenant_id, owner_id, account, paid, source, source_id, effect, action, time)
select tenant_id, id, '', expense_amount, 'fundsExpenditure', id, 'lent', 'pay', now()
  from funds_expenditure where expense_type = '03' and status = '3' and is_deleted = 0;
insert into ledger_advances_balance (tenant_id, owner_id, account, paid)
select tenant_id, owner_id, account, sum(paid) from ledger_advances group by 1, 2, 3;

alter table ledger_advances force row level security;
alter table ledger_advances_balance force row level security;
