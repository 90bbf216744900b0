-- Money of projects: arrivals, what each project gets of them, how it is booked and spent; the ledgers behind them.
alter table program add column fund_mode text;
create table program_budget (
  tenant_id character varying(12) not null,
  id bigint not null,
  parent_id bigint not null,
  sort_order integer not null,
  item_code text,
  amount numeric(18,2),
  primary key (tenant_id, id),
  foreign key (tenant_id, parent_id) references program (tenant_id, id)
);
create index program_budget_parent on program_budget (tenant_id, parent_id, sort_order);
grant select, insert, update, delete on program_budget to keyan_app;
alter table program_budget enable row level security;
alter table program_budget force row level security;
create policy tenant on program_budget using (tenant_id = current_setting('app.tenant', true));

create table funding_arrive (
  tenant_id character varying(12) not null,
  id bigint not null,
  arrive_code text,
  funding_source text,
  arrive_date date,
  arrive_amount numeric(18,2),
  is_public text,
  status text,
  finance_num text,
  arrive_type text,
  bank_account text,
  summary text,
  arrive_year smallint,
  rest_waived text,
  remarks text,
  finance_num_key text,
  search_text text generated always as (lower(coalesce(arrive_code, '') || ' ' || coalesce(funding_source, '') || ' ' || coalesce(finance_num, '') || ' ' || coalesce(summary, ''))) stored,
  create_user bigint not null,
  create_dept bigint,
  create_time timestamp with time zone not null,
  update_user bigint not null,
  update_time timestamp with time zone not null,
  is_deleted smallint not null default 0,
  version integer not null default 1,
  primary key (tenant_id, id)
);
comment on column funding_arrive.search_text is 'arrive_code, funding_source, finance_num, summary';
create index funding_arrive_order on funding_arrive (tenant_id, arrive_date desc nulls last, id desc) where is_deleted = 0;
create index funding_arrive_search on funding_arrive using gin (search_text gin_trgm_ops) where is_deleted = 0;
create unique index funding_arrive_finance_num_unique on funding_arrive (tenant_id, finance_num_key) where is_deleted = 0;
grant select, insert, update, delete on funding_arrive to keyan_app;
alter table funding_arrive enable row level security;
alter table funding_arrive force row level security;
create policy tenant on funding_arrive using (tenant_id = current_setting('app.tenant', true));

create table funding_divide (
  tenant_id character varying(12) not null,
  id bigint not null,
  divide_num text,
  arrive_id bigint,
  program_id bigint,
  divide_amount numeric(18,2),
  arrive_code text,
  funding_source text,
  arrive_date date,
  program_name text,
  program_num text,
  program_leader bigint,
  department_id bigint,
  program_kind text,
  remarks text,
  status text,
  search_text text generated always as (lower(coalesce(divide_num, '') || ' ' || coalesce(arrive_code, '') || ' ' || coalesce(funding_source, '') || ' ' || coalesce(program_name, '') || ' ' || coalesce(program_num, ''))) stored,
  create_user bigint not null,
  create_dept bigint,
  create_time timestamp with time zone not null,
  update_user bigint not null,
  update_time timestamp with time zone not null,
  is_deleted smallint not null default 0,
  version integer not null default 1,
  primary key (tenant_id, id)
);
comment on column funding_divide.search_text is 'divide_num, arrive_code, funding_source, program_name, program_num';
create index funding_divide_order on funding_divide (tenant_id, create_time desc nulls last, id desc) where is_deleted = 0;
create index funding_divide_create_user_order on funding_divide (tenant_id, create_user, create_time desc nulls last, id desc) where is_deleted = 0;
create index funding_divide_program_leader_order on funding_divide (tenant_id, program_leader, create_time desc nulls last, id desc) where is_deleted = 0;
create index funding_divide_arrive_id on funding_divide (tenant_id, arrive_id) where is_deleted = 0;
create index funding_divide_program_id on funding_divide (tenant_id, program_id) where is_deleted = 0;
create index funding_divide_department_id on funding_divide (tenant_id, department_id) where is_deleted = 0;
create index funding_divide_search on funding_divide using gin (search_text gin_trgm_ops) where is_deleted = 0;
grant select, insert, update, delete on funding_divide to keyan_app;
alter table funding_divide enable row level security;
alter table funding_divide force row level security;
create policy tenant on funding_divide using (tenant_id = current_setting('app.tenant', true));

create table jfdzys (
  tenant_id character varying(12) not null,
  id bigint not null,
  ys_num text,
  divide_id bigint,
  arrive_id bigint,
  arrive_code text,
  funding_source text,
  arrive_date date,
  program_id bigint,
  program_name text,
  program_num text,
  program_leader bigint,
  department_id bigint,
  program_kind text,
  divide_amount numeric(18,2),
  tax_amount numeric(18,2),
  out_funds numeric(18,2),
  equip_funds numeric(18,2),
  manage_rate numeric(11,2),
  manage_fee numeric(18,2),
  indirect_fee numeric(18,2),
  performance_fee numeric(18,2),
  net_amount numeric(18,2),
  fund_card_num text,
  remarks text,
  status text,
  search_text text generated always as (lower(coalesce(ys_num, '') || ' ' || coalesce(arrive_code, '') || ' ' || coalesce(funding_source, '') || ' ' || coalesce(program_name, '') || ' ' || coalesce(program_num, ''))) stored,
  process_instance_id bigint,
  steps jsonb not null default '[]',
  audit_status text not null,
  submit_time timestamp with time zone,
  finish_time timestamp with time zone,
  current_node text,
  current_assignee text,
  current_since timestamp with time zone,
  create_user bigint not null,
  create_dept bigint,
  create_time timestamp with time zone not null,
  update_user bigint not null,
  update_time timestamp with time zone not null,
  is_deleted smallint not null default 0,
  version integer not null default 1,
  primary key (tenant_id, id)
);
comment on column jfdzys.search_text is 'ys_num, arrive_code, funding_source, program_name, program_num';
create index jfdzys_order on jfdzys (tenant_id, create_time desc nulls last, id desc) where is_deleted = 0;
create index jfdzys_listed on jfdzys (tenant_id, audit_status, create_time desc nulls last, id desc, create_user, program_leader, department_id, arrive_id, program_id, status) where is_deleted = 0;
create index jfdzys_count on jfdzys (tenant_id, audit_status, create_user) where is_deleted = 0;
create index jfdzys_create_user_order on jfdzys (tenant_id, create_user, create_time desc nulls last, id desc) where is_deleted = 0;
create index jfdzys_program_leader_order on jfdzys (tenant_id, program_leader, create_time desc nulls last, id desc) where is_deleted = 0;
create index jfdzys_department_id_order on jfdzys (tenant_id, department_id, create_time desc nulls last, id desc, audit_status, create_user, program_leader, arrive_id, program_id, status) where is_deleted = 0;
create index jfdzys_by_s_ai_pi_pl_di on jfdzys (tenant_id, audit_status, status, arrive_id, program_id, program_leader, department_id, create_time desc nulls last, id desc) where is_deleted = 0;
create index jfdzys_divide_id on jfdzys (tenant_id, divide_id) where is_deleted = 0;
create index jfdzys_arrive_id on jfdzys (tenant_id, arrive_id) where is_deleted = 0;
create index jfdzys_program_id on jfdzys (tenant_id, program_id) where is_deleted = 0;
create index jfdzys_search on jfdzys using gin (search_text gin_trgm_ops) where is_deleted = 0;
grant select, insert, update, delete on jfdzys to keyan_app;
alter table jfdzys enable row level security;
alter table jfdzys force row level security;
create policy tenant on jfdzys using (tenant_id = current_setting('app.tenant', true));

create table jfdzys_items (
  tenant_id character varying(12) not null,
  id bigint not null,
  parent_id bigint not null,
  sort_order integer not null,
  item_code text,
  amount numeric(18,2),
  primary key (tenant_id, id),
  foreign key (tenant_id, parent_id) references jfdzys (tenant_id, id)
);
create index jfdzys_items_parent on jfdzys_items (tenant_id, parent_id, sort_order);
grant select, insert, update, delete on jfdzys_items to keyan_app;
alter table jfdzys_items enable row level security;
alter table jfdzys_items force row level security;
create policy tenant on jfdzys_items using (tenant_id = current_setting('app.tenant', true));

create table funds_expenditure (
  tenant_id character varying(12) not null,
  id bigint not null,
  expense_num text,
  program_id bigint,
  program_name text,
  program_num text,
  program_leader bigint,
  department_id bigint,
  expense_type text,
  expense_date date,
  expense_amount numeric(18,2),
  special text,
  payee text,
  receivables_account text,
  opening_bank text,
  reason text,
  voucher_num text,
  pay_date date,
  finance_user bigint,
  status text,
  search_text text generated always as (lower(coalesce(expense_num, '') || ' ' || coalesce(program_name, '') || ' ' || coalesce(program_num, '') || ' ' || coalesce(payee, '') || ' ' || coalesce(voucher_num, ''))) stored,
  process_instance_id bigint,
  steps jsonb not null default '[]',
  audit_status text not null,
  submit_time timestamp with time zone,
  finish_time timestamp with time zone,
  current_node text,
  current_assignee text,
  current_since timestamp with time zone,
  create_user bigint not null,
  create_dept bigint,
  create_time timestamp with time zone not null,
  update_user bigint not null,
  update_time timestamp with time zone not null,
  is_deleted smallint not null default 0,
  version integer not null default 1,
  primary key (tenant_id, id)
);
comment on column funds_expenditure.search_text is 'expense_num, program_name, program_num, payee, voucher_num';
create index funds_expenditure_order on funds_expenditure (tenant_id, expense_date desc nulls last, id desc) where is_deleted = 0;
create index funds_expenditure_listed on funds_expenditure (tenant_id, audit_status, expense_date desc nulls last, id desc, create_user, program_leader, department_id, program_id, expense_type, status) where is_deleted = 0;
create index funds_expenditure_count on funds_expenditure (tenant_id, audit_status, create_user) where is_deleted = 0;
create index funds_expenditure_create_user_order on funds_expenditure (tenant_id, create_user, expense_date desc nulls last, id desc) where is_deleted = 0;
create index funds_expenditure_program_leader_order on funds_expenditure (tenant_id, program_leader, expense_date desc nulls last, id desc) where is_deleted = 0;
create index funds_expenditure_department_id_order on funds_expenditure (tenant_id, department_id, expense_date desc nulls last, id desc, audit_status, create_user, program_leader, program_id, expense_type, status) where is_deleted = 0;
create index funds_expenditure_by_et_s_pi_pl_di on funds_expenditure (tenant_id, audit_status, expense_type, status, program_id, program_leader, department_id, expense_date desc nulls last, id desc) where is_deleted = 0;
create index funds_expenditure_program_id on funds_expenditure (tenant_id, program_id) where is_deleted = 0;
create index funds_expenditure_finance_user on funds_expenditure (tenant_id, finance_user) where is_deleted = 0;
create index funds_expenditure_search on funds_expenditure using gin (search_text gin_trgm_ops) where is_deleted = 0;
grant select, insert, update, delete on funds_expenditure to keyan_app;
alter table funds_expenditure enable row level security;
alter table funds_expenditure force row level security;
create policy tenant on funds_expenditure using (tenant_id = current_setting('app.tenant', true));

create table funds_expenditure_items (
  tenant_id character varying(12) not null,
  id bigint not null,
  parent_id bigint not null,
  sort_order integer not null,
  item_code text,
  amount numeric(18,2),
  invoice_num text,
  remark text,
  primary key (tenant_id, id),
  foreign key (tenant_id, parent_id) references funds_expenditure (tenant_id, id)
);
create index funds_expenditure_items_parent on funds_expenditure_items (tenant_id, parent_id, sort_order);
grant select, insert, update, delete on funds_expenditure_items to keyan_app;
alter table funds_expenditure_items enable row level security;
alter table funds_expenditure_items force row level security;
create policy tenant on funds_expenditure_items using (tenant_id = current_setting('app.tenant', true));

create table funds_expenditure_labors (
  tenant_id character varying(12) not null,
  id bigint not null,
  parent_id bigint not null,
  sort_order integer not null,
  name text,
  id_number text,
  person_type text,
  bank_account text,
  gross numeric(18,2),
  tax numeric(18,2),
  net numeric(18,2),
  primary key (tenant_id, id),
  foreign key (tenant_id, parent_id) references funds_expenditure (tenant_id, id)
);
create index funds_expenditure_labors_parent on funds_expenditure_labors (tenant_id, parent_id, sort_order);
grant select, insert, update, delete on funds_expenditure_labors to keyan_app;
alter table funds_expenditure_labors enable row level security;
alter table funds_expenditure_labors force row level security;
create policy tenant on funds_expenditure_labors using (tenant_id = current_setting('app.tenant', true));

create table ledger_arrivals (
  tenant_id character varying(12) not null,
  owner_id bigint not null,
  account text not null,
  id bigint not null generated always as identity,
  arrived numeric(18,2) not null default 0,
  divided numeric(18,2) not null default 0,
  booked numeric(18,2) not null default 0,
  source text not null,
  source_id bigint not null,
  effect text not null,
  action text not null,
  actor_id bigint,
  time timestamp with time zone not null,
  primary key (tenant_id, id)
);
create index ledger_arrivals_source on ledger_arrivals (tenant_id, source_id, effect);
create index ledger_arrivals_account on ledger_arrivals (tenant_id, owner_id, account, id);
grant select, insert on ledger_arrivals to keyan_app;
alter table ledger_arrivals enable row level security;
alter table ledger_arrivals force row level security;
create policy tenant on ledger_arrivals using (tenant_id = current_setting('app.tenant', true));

create table ledger_arrivals_balance (
  tenant_id character varying(12) not null,
  owner_id bigint not null,
  account text not null,
  arrived numeric(18,2) not null default 0,
  divided numeric(18,2) not null default 0,
  booked numeric(18,2) not null default 0,
  primary key (tenant_id, owner_id, account)
);
grant select, insert, update on ledger_arrivals_balance to keyan_app;
alter table ledger_arrivals_balance enable row level security;
alter table ledger_arrivals_balance force row level security;
create policy tenant on ledger_arrivals_balance using (tenant_id = current_setting('app.tenant', true));

create table ledger_funds (
  tenant_id character varying(12) not null,
  owner_id bigint not null,
  account text not null,
  id bigint not null generated always as identity,
  budget numeric(18,2) not null default 0,
  booked numeric(18,2) not null default 0,
  held numeric(18,2) not null default 0,
  spent numeric(18,2) not null default 0,
  source text not null,
  source_id bigint not null,
  effect text not null,
  action text not null,
  actor_id bigint,
  time timestamp with time zone not null,
  primary key (tenant_id, id)
);
create index ledger_funds_source on ledger_funds (tenant_id, source_id, effect);
create index ledger_funds_account on ledger_funds (tenant_id, owner_id, account, id);
grant select, insert on ledger_funds to keyan_app;
alter table ledger_funds enable row level security;
alter table ledger_funds force row level security;
create policy tenant on ledger_funds using (tenant_id = current_setting('app.tenant', true));

create table ledger_funds_balance (
  tenant_id character varying(12) not null,
  owner_id bigint not null,
  account text not null,
  budget numeric(18,2) not null default 0,
  booked numeric(18,2) not null default 0,
  held numeric(18,2) not null default 0,
  spent numeric(18,2) not null default 0,
  primary key (tenant_id, owner_id, account)
);
grant select, insert, update on ledger_funds_balance to keyan_app;
alter table ledger_funds_balance enable row level security;
alter table ledger_funds_balance force row level security;
create policy tenant on ledger_funds_balance using (tenant_id = current_setting('app.tenant', true));

create table ledger_invoice_numbers (
  tenant_id character varying(12) not null,
  owner_id bigint not null,
  account text not null,
  id bigint not null generated always as identity,
  uses bigint not null default 0,
  source text not null,
  source_id bigint not null,
  effect text not null,
  action text not null,
  actor_id bigint,
  time timestamp with time zone not null,
  primary key (tenant_id, id)
);
create index ledger_invoice_numbers_source on ledger_invoice_numbers (tenant_id, source_id, effect);
create index ledger_invoice_numbers_account on ledger_invoice_numbers (tenant_id, owner_id, account, id);
grant select, insert on ledger_invoice_numbers to keyan_app;
alter table ledger_invoice_numbers enable row level security;
alter table ledger_invoice_numbers force row level security;
create policy tenant on ledger_invoice_numbers using (tenant_id = current_setting('app.tenant', true));

create table ledger_invoice_numbers_balance (
  tenant_id character varying(12) not null,
  owner_id bigint not null,
  account text not null,
  uses bigint not null default 0,
  primary key (tenant_id, owner_id, account)
);
grant select, insert, update on ledger_invoice_numbers_balance to keyan_app;
alter table ledger_invoice_numbers_balance enable row level security;
alter table ledger_invoice_numbers_balance force row level security;
create policy tenant on ledger_invoice_numbers_balance using (tenant_id = current_setting('app.tenant', true));
