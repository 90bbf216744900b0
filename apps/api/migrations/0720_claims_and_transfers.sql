-- Why a claim was turned down; claims that wait, counted at the arrival (R-303).
alter table funding_divide add column refused_for text;
alter table ledger_arrivals add column claims bigint not null default 0;
alter table ledger_arrivals_balance add column claims bigint not null default 0;

-- What a project transfers to each partner: planned, on its way, paid (R-310).
create table ledger_transfers (
  tenant_id character varying(12) not null,
  owner_id bigint not null,
  account text not null,
  id bigint not null generated always as identity,
  planned numeric(18,2) not null default 0,
  held numeric(18,2) not null default 0,
  paid numeric(18,2) not null default 0,
  source text not null,
  source_id bigint not null,
  effect text not null,
  action text not null,
  actor_id bigint,
  time timestamp with time zone not null,
  primary key (tenant_id, id)
);
create index ledger_transfers_source on ledger_transfers (tenant_id, source_id, effect);
create index ledger_transfers_account on ledger_transfers (tenant_id, owner_id, account, id);
grant select, insert on ledger_transfers to keyan_app;
alter table ledger_transfers enable row level security;
alter table ledger_transfers force row level security;
create policy tenant on ledger_transfers using (tenant_id = current_setting('app.tenant', true));

create table ledger_transfers_balance (
  tenant_id character varying(12) not null,
  owner_id bigint not null,
  account text not null,
  planned numeric(18,2) not null default 0,
  held numeric(18,2) not null default 0,
  paid numeric(18,2) not null default 0,
  primary key (tenant_id, owner_id, account)
);
grant select, insert, update on ledger_transfers_balance to keyan_app;
alter table ledger_transfers_balance enable row level security;
alter table ledger_transfers_balance force row level security;
create policy tenant on ledger_transfers_balance using (tenant_id = current_setting('app.tenant', true));

alter table funding_divide no force row level security;
alter table ledger_arrivals no force row level security;
alter table ledger_arrivals_balance no force row level security;
alter table program no force row level security;
alter table program_units no force row level security;
alter table ledger_transfers no force row level security;
alter table ledger_transfers_balance no force row level security;
alter table funds_expenditure no force row level security;
alter table funds_expenditure_items no force row level security;
alter table ledger_invoice_numbers no force row level security;
alter table ledger_invoice_numbers_balance no force row level security;

-- Claims that wait now.
insert into ledger_arrivals (tenant_id, owner_id, account, claims, source, source_id, effect, action, actor_id, time)
select tenant_id, arrive_id, '', 1, 'fundingDivide', id, 'claimed', 'migration', null, now()
  from funding_divide where status = '9' and is_deleted = 0 and arrive_id is not null;
insert into ledger_arrivals_balance as b (tenant_id, owner_id, account, claims)
select tenant_id, owner_id, account, sum(claims) from ledger_arrivals where effect = 'claimed' group by 1, 2, 3
on conflict (tenant_id, owner_id, account) do update set claims = excluded.claims;

-- Transfers that projects plan, and those that expenses made.
insert into ledger_transfers (tenant_id, owner_id, account, planned, source, source_id, effect, action, actor_id, time)
select p.tenant_id, p.id, upper(regexp_replace(normalize(u.unit_name, NFKC), '\s+', '', 'g')), sum(u.funds),
       'programInfo', p.id, 'post transfers', 'migration', null, now()
  from program p join program_units u on u.tenant_id = p.tenant_id and u.parent_id = p.id
 where p.is_deleted = 0 and coalesce(u.unit_name, '') <> '' and u.funds <> 0
 group by p.tenant_id, p.id, 3;
insert into ledger_transfers (tenant_id, owner_id, account, held, paid, source, source_id, effect, action, actor_id, time)
select e.tenant_id, e.program_id, upper(regexp_replace(normalize(e.payee, NFKC), '\s+', '', 'g')),
       case when e.status = '3' then 0 else sum(i.amount) end, case when e.status = '3' then sum(i.amount) else 0 end,
       'fundsExpenditure', e.id, case when e.status = '3' then 'transferred' else 'transferring' end, 'migration', null, now()
  from funds_expenditure e join funds_expenditure_items i on i.tenant_id = e.tenant_id and i.parent_id = e.id
 where e.is_deleted = 0 and e.status in ('1', '2', '3') and e.program_id is not null and e.payee is not null
   and (e.expense_type = '05' or i.item_code = '104')
 group by e.tenant_id, e.program_id, e.id, e.payee, e.status;
insert into ledger_transfers_balance (tenant_id, owner_id, account, planned, held, paid)
select tenant_id, owner_id, account, sum(planned), sum(held), sum(paid) from ledger_transfers group by 1, 2, 3;

-- Invoice numbers as numbers: without case, width, blanks and punctuation, each of a cell for itself (R-307).
with named as (
  select distinct e.tenant_id, e.id,
         regexp_replace(upper(normalize(n.number, NFKC)), '(发票号码?|NO\.?|№|[^0-9A-Z])', '', 'g') as account
    from funds_expenditure e
    join funds_expenditure_items i on i.tenant_id = e.tenant_id and i.parent_id = e.id
    cross join lateral regexp_split_to_table(coalesce(i.invoice_num, ''), '[,，、;；/\n]+') as n(number)
   where e.is_deleted = 0 and e.status in ('1', '2', '3')
), wanted as (
  select tenant_id, id as source_id, account, 1 as uses from named where account <> ''
), stands as (
  select tenant_id, source_id, account, sum(uses) as uses from ledger_invoice_numbers
   where source = 'fundsExpenditure' and effect = 'post invoiceNumbers' group by 1, 2, 3
)
insert into ledger_invoice_numbers (tenant_id, owner_id, account, uses, source, source_id, effect, action, actor_id, time)
select tenant_id, 0, account, coalesce(w.uses, 0) - coalesce(s.uses, 0), 'fundsExpenditure', source_id,
       'post invoiceNumbers', 'migration', null, now()
  from wanted w full join stands s using (tenant_id, source_id, account)
 where coalesce(w.uses, 0) <> coalesce(s.uses, 0);
insert into ledger_invoice_numbers_balance as b (tenant_id, owner_id, account, uses)
select tenant_id, owner_id, account, sum(uses) from ledger_invoice_numbers group by 1, 2, 3
on conflict (tenant_id, owner_id, account) do update set uses = excluded.uses;

alter table funding_divide force row level security;
alter table ledger_arrivals force row level security;
alter table ledger_arrivals_balance force row level security;
alter table program force row level security;
alter table program_units force row level security;
alter table ledger_transfers force row level security;
alter table ledger_transfers_balance force row level security;
alter table funds_expenditure force row level security;
alter table funds_expenditure_items force row level security;
alter table ledger_invoice_numbers force row level security;
alter table ledger_invoice_numbers_balance force row level security;
