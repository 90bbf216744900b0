-- The account of an ended project is settled (R-311), a surplus that is paid out has a payment, money of an arrival goes back
-- (R-301), and a part of an arrival may be meant for a later year.
alter table program add column is_closed text;
alter table program add column closed_on date;
alter table process_surplus add column pending_funds numeric(18,2);
alter table process_surplus add column payee text;
alter table process_surplus add column payee_account text;
alter table process_surplus add column payee_bank text;
alter table process_surplus add column voucher_num text;
alter table process_surplus add column pay_date date;
alter table process_surplus add column finance_user bigint;
alter table process_surplus add column status text;
alter table process_surplus drop column search_text;
alter table process_surplus add column search_text text generated always as (lower(coalesce(surplus_num, '') || ' ' || coalesce(program_name, '') || ' ' || coalesce(program_num, '') || ' ' || coalesce(payee, '') || ' ' || coalesce(voucher_num, ''))) stored;
comment on column process_surplus.search_text is 'surplus_num, program_name, program_num, payee, voucher_num';
drop index process_surplus_by_sh_pi_pl_di;
create index process_surplus_by_sh_s_pi_pl_di on process_surplus (tenant_id, audit_status, surplus_handle, status, program_id, program_leader, department_id, create_time desc nulls last, id desc) where is_deleted = 0;
drop index process_surplus_listed;
create index process_surplus_listed on process_surplus (tenant_id, audit_status, create_time desc nulls last, id desc, create_user, department_id, program_id, program_leader, surplus_handle, status) where is_deleted = 0;
drop index process_surplus_department_id_order;
create index process_surplus_department_id_order on process_surplus (tenant_id, department_id, create_time desc nulls last, id desc, audit_status, create_user, program_id, program_leader, surplus_handle, status) where is_deleted = 0;
create index process_surplus_finance_user on process_surplus (tenant_id, finance_user) where is_deleted = 0;
create index process_surplus_due_remind on process_surplus (tenant_id, status, use_until) where is_deleted = 0;
create index process_surplus_due_lapse on process_surplus (tenant_id, status, use_until) where is_deleted = 0;
create index process_surplus_search on process_surplus using gin (search_text gin_trgm_ops) where is_deleted = 0;
create table process_surplus_shares (
  tenant_id character varying(12) not null,
  id bigint not null,
  parent_id bigint not null,
  sort_order integer not null,
  user_id bigint,
  amount numeric(18,2),
  primary key (tenant_id, id),
  foreign key (tenant_id, parent_id) references process_surplus (tenant_id, id)
);
create index process_surplus_shares_parent on process_surplus_shares (tenant_id, parent_id, sort_order);
create index process_surplus_shares_user_id on process_surplus_shares (tenant_id, user_id, parent_id);
grant select, insert, update, delete on process_surplus_shares to keyan_app;
alter table process_surplus_shares enable row level security;
alter table process_surplus_shares force row level security;
create policy tenant on process_surplus_shares using (tenant_id = current_setting('app.tenant', true));

alter table funding_divide add column use_year smallint;
alter table jfdzys add column use_year smallint;
alter table jfdzys add column book_day date;
create table funding_refund (
  tenant_id character varying(12) not null,
  id bigint not null,
  refund_num text,
  arrive_id bigint,
  arrive_code text,
  funding_source text,
  arrive_date date,
  divide_id bigint,
  program_id bigint,
  program_name text,
  program_num text,
  program_leader bigint,
  department_id bigint,
  contract_id bigint,
  party_unit_id bigint,
  divide_amount numeric(18,2),
  bill_id bigint,
  bill_settled numeric(18,2),
  refund_amount numeric(18,2),
  tax_back numeric(18,2),
  fee_back numeric(18,2),
  performance_back numeric(18,2),
  rest_back numeric(18,2),
  out_back numeric(18,2),
  net_back numeric(18,2),
  earlier_funds numeric(18,2),
  refund_reason text,
  red_bill_id bigint,
  red_number text,
  red_date date,
  red_amount numeric(18,2),
  free_back numeric(18,2),
  free_contract_id bigint,
  red_arrive_id bigint,
  voucher_num text,
  refund_date date,
  finance_user bigint,
  remarks text,
  status text,
  search_text text generated always as (lower(coalesce(refund_num, '') || ' ' || coalesce(arrive_code, '') || ' ' || coalesce(funding_source, '') || ' ' || coalesce(program_name, '') || ' ' || coalesce(program_num, '') || ' ' || coalesce(voucher_num, ''))) stored,
  create_user bigint not null,
  create_dept bigint,
  create_time timestamp with time zone not null,
  update_user bigint not null,
  update_time timestamp with time zone not null,
  is_deleted smallint not null default 0,
  version integer not null default 1,
  primary key (tenant_id, id)
);
comment on column funding_refund.search_text is 'refund_num, arrive_code, funding_source, program_name, program_num, voucher_num';
create index funding_refund_order on funding_refund (tenant_id, create_time desc nulls last, id desc) where is_deleted = 0;
create index funding_refund_program_leader_order on funding_refund (tenant_id, program_leader, create_time desc nulls last, id desc) where is_deleted = 0;
create index funding_refund_department_id_order on funding_refund (tenant_id, department_id, create_time desc nulls last, id desc) where is_deleted = 0;
create index funding_refund_arrive_id on funding_refund (tenant_id, arrive_id) where is_deleted = 0;
create index funding_refund_divide_id on funding_refund (tenant_id, divide_id) where is_deleted = 0;
create index funding_refund_program_id on funding_refund (tenant_id, program_id) where is_deleted = 0;
create index funding_refund_contract_id on funding_refund (tenant_id, contract_id) where is_deleted = 0;
create index funding_refund_party_unit_id on funding_refund (tenant_id, party_unit_id) where is_deleted = 0;
create index funding_refund_bill_id on funding_refund (tenant_id, bill_id) where is_deleted = 0;
create index funding_refund_red_bill_id on funding_refund (tenant_id, red_bill_id) where is_deleted = 0;
create index funding_refund_free_contract_id on funding_refund (tenant_id, free_contract_id) where is_deleted = 0;
create index funding_refund_red_arrive_id on funding_refund (tenant_id, red_arrive_id) where is_deleted = 0;
create index funding_refund_finance_user on funding_refund (tenant_id, finance_user) where is_deleted = 0;
create index funding_refund_search on funding_refund using gin (search_text gin_trgm_ops) where is_deleted = 0;
grant select, insert, update, delete on funding_refund to keyan_app;
alter table funding_refund enable row level security;
alter table funding_refund force row level security;
create policy tenant on funding_refund using (tenant_id = current_setting('app.tenant', true));

create table funding_refund_items (
  tenant_id character varying(12) not null,
  id bigint not null,
  parent_id bigint not null,
  sort_order integer not null,
  item_code text,
  amount numeric(18,2),
  primary key (tenant_id, id),
  foreign key (tenant_id, parent_id) references funding_refund (tenant_id, id)
);
create index funding_refund_items_parent on funding_refund_items (tenant_id, parent_id, sort_order);
grant select, insert, update, delete on funding_refund_items to keyan_app;
alter table funding_refund_items enable row level security;
alter table funding_refund_items force row level security;
create policy tenant on funding_refund_items using (tenant_id = current_setting('app.tenant', true));

alter table ledger_arrivals add column refunded numeric(18,2) not null default 0;
alter table ledger_arrivals_balance add column refunded numeric(18,2) not null default 0;
alter table ledger_lifecycle add column surpluses bigint not null default 0;
alter table ledger_lifecycle_balance add column surpluses bigint not null default 0;

-- What stands already: open accounts, surpluses as far as their approval went, bookings of the day of arrival.
alter table program no force row level security;
alter table process_surplus no force row level security;
alter table jfdzys no force row level security;
update program set is_closed = '0';
update process_surplus set status = audit_status;
update jfdzys set book_day = arrive_date;
alter table program force row level security;
alter table process_surplus force row level security;
alter table jfdzys force row level security;
