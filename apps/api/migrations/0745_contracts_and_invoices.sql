-- Contracts with clients, the catalogue of partners, invoices, and what these come to (R-208, R-401 to R-406).
alter table program add column contract_id bigint;
alter table program add column party_unit_id bigint;
create index program_contract_id on program (tenant_id, contract_id) where is_deleted = 0;
create index program_party_unit_id on program (tenant_id, party_unit_id) where is_deleted = 0;
alter table program_change add column contract_id bigint;
create index program_change_contract_id on program_change (tenant_id, contract_id) where is_deleted = 0;
create table program_change_new_pay_plans (
  tenant_id character varying(12) not null,
  id bigint not null,
  parent_id bigint not null,
  sort_order integer not null,
  sort integer,
  pay_condition text,
  plan_date date,
  plan_amount numeric(18,2),
  primary key (tenant_id, id),
  foreign key (tenant_id, parent_id) references program_change (tenant_id, id)
);
create index program_change_new_pay_plans_parent on program_change_new_pay_plans (tenant_id, parent_id, sort_order);
grant select, insert, update, delete on program_change_new_pay_plans to keyan_app;
alter table program_change_new_pay_plans enable row level security;
alter table program_change_new_pay_plans force row level security;
create policy tenant on program_change_new_pay_plans using (tenant_id = current_setting('app.tenant', true));

alter table process_over add column contract_id bigint;
create index process_over_contract_id on process_over (tenant_id, contract_id) where is_deleted = 0;
alter table process_conclusion add column contract_id bigint;
create index process_conclusion_contract_id on process_conclusion (tenant_id, contract_id) where is_deleted = 0;
create table cooperation (
  tenant_id character varying(12) not null,
  id bigint not null,
  unit_name text,
  credit_code text,
  party_type text,
  region text,
  address text,
  contact text,
  phone text,
  bank_name text,
  bank_account text,
  tax_num text,
  status text,
  aliases text,
  unit_nature text,
  industry text,
  legal_person text,
  email text,
  agreement_date date,
  agreement_end date,
  has_agreement text,
  merged_into bigint,
  remarks text,
  unit_name_key text,
  credit_code_key text,
  search_text text generated always as (lower(coalesce(unit_name, '') || ' ' || coalesce(credit_code, '') || ' ' || coalesce(aliases, ''))) stored,
  create_user bigint not null,
  create_dept bigint,
  create_time timestamp with time zone not null,
  update_user bigint not null,
  update_time timestamp with time zone not null,
  is_deleted smallint not null default 0,
  version integer not null default 1,
  primary key (tenant_id, id)
);
comment on column cooperation.search_text is 'unit_name, credit_code, aliases';
create index cooperation_order on cooperation (tenant_id, unit_name collate "zh-x-icu" asc nulls first, id asc) where is_deleted = 0;
create index cooperation_merged_into on cooperation (tenant_id, merged_into) where is_deleted = 0;
create index cooperation_search on cooperation using gin (search_text gin_trgm_ops) where is_deleted = 0;
create unique index cooperation_unit_name_unique on cooperation (tenant_id, unit_name_key) where is_deleted = 0;
create unique index cooperation_credit_code_unique on cooperation (tenant_id, credit_code_key) where is_deleted = 0;
grant select, insert, update, delete on cooperation to keyan_app;
alter table cooperation enable row level security;
alter table cooperation force row level security;
create policy tenant on cooperation using (tenant_id = current_setting('app.tenant', true));

create table horizontal_record (
  tenant_id character varying(12) not null,
  id bigint not null,
  program_name text,
  contract_num text,
  program_leader bigint,
  department_id bigint,
  contract_type text,
  contract_amount numeric(18,2),
  out_funds numeric(18,2),
  party_unit_id bigint,
  party_name text,
  is_tech_register text,
  tech_reg_num text,
  is_tax_free text,
  tax_free_num text,
  tax_free_amount numeric(18,2),
  contract_status text,
  program_num text,
  program_info_id bigint,
  funds numeric(18,2),
  equip_funds numeric(18,2),
  sign_date date,
  start_date date,
  end_date date,
  sign_place text,
  party_credit_code text,
  party_type text,
  party_region text,
  party_contact text,
  party_phone text,
  party_address text,
  third_party text,
  pay_mode text,
  ip_ownership text,
  tech_field text,
  tech_reg_date date,
  tech_amount numeric(18,2),
  is_sealed text,
  is_transform text,
  transform_patents bigint[],
  fund_mode text,
  subject_class text,
  subject text,
  research_type text,
  social_target text,
  industry text,
  content text,
  performance_terms text,
  is_related text,
  related_note text,
  is_alike text,
  is_pending text,
  has_open_period text,
  due_no integer,
  due_date date,
  due_amount numeric(18,2),
  over_funds numeric(18,2),
  ends_soon_from date,
  ended_amount numeric(18,2),
  remarks text,
  contract_num_key text,
  search_text text generated always as (lower(coalesce(program_name, '') || ' ' || coalesce(contract_num, '') || ' ' || coalesce(party_name, '') || ' ' || coalesce(tech_reg_num, '') || ' ' || coalesce(program_num, '') || ' ' || coalesce(party_credit_code, ''))) stored,
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
comment on column horizontal_record.search_text is 'program_name, contract_num, party_name, tech_reg_num, program_num, party_credit_code';
create index horizontal_record_order on horizontal_record (tenant_id, sign_date desc nulls last, id desc) where is_deleted = 0;
create index horizontal_record_listed on horizontal_record (tenant_id, audit_status, sign_date desc nulls last, id desc, create_user, program_leader, department_id, contract_type, party_unit_id, is_tax_free, contract_status, party_type) where is_deleted = 0;
create index horizontal_record_count on horizontal_record (tenant_id, audit_status, create_user) where is_deleted = 0;
create index horizontal_record_create_user_order on horizontal_record (tenant_id, create_user, sign_date desc nulls last, id desc) where is_deleted = 0;
create index horizontal_record_program_leader_order on horizontal_record (tenant_id, program_leader, sign_date desc nulls last, id desc) where is_deleted = 0;
create index horizontal_record_department_id_order on horizontal_record (tenant_id, department_id, sign_date desc nulls last, id desc, audit_status, create_user, program_leader, contract_type, party_unit_id, is_tax_free, contract_status, party_type) where is_deleted = 0;
create index horizontal_record_by_itf_cs_pt_pl_di on horizontal_record (tenant_id, audit_status, is_tax_free, contract_status, party_type, program_leader, department_id, sign_date desc nulls last, id desc) where is_deleted = 0;
create index horizontal_record_by_itf_cs_pt_ct_pui on horizontal_record (tenant_id, audit_status, is_tax_free, contract_status, party_type, contract_type, party_unit_id, sign_date desc nulls last, id desc) where is_deleted = 0;
create index horizontal_record_by_pl_di_ct_pui on horizontal_record (tenant_id, audit_status, program_leader, department_id, contract_type, party_unit_id, sign_date desc nulls last, id desc) where is_deleted = 0;
create index horizontal_record_party_unit_id on horizontal_record (tenant_id, party_unit_id) where is_deleted = 0;
create index horizontal_record_program_info_id on horizontal_record (tenant_id, program_info_id) where is_deleted = 0;
create index horizontal_record_transform_patents on horizontal_record using gin (transform_patents) where is_deleted = 0;
create index horizontal_record_due_begin on horizontal_record (tenant_id, contract_status, start_date) where is_deleted = 0;
create index horizontal_record_search on horizontal_record using gin (search_text gin_trgm_ops) where is_deleted = 0;
create unique index horizontal_record_contract_num_unique on horizontal_record (tenant_id, contract_num_key) where is_deleted = 0 and audit_status in ('1', '2');
grant select, insert, update, delete on horizontal_record to keyan_app;
alter table horizontal_record enable row level security;
alter table horizontal_record force row level security;
create policy tenant on horizontal_record using (tenant_id = current_setting('app.tenant', true));

create table horizontal_record_pay_plans (
  tenant_id character varying(12) not null,
  id bigint not null,
  parent_id bigint not null,
  sort_order integer not null,
  sort integer,
  pay_condition text,
  plan_date date,
  plan_amount numeric(18,2),
  arrived_amount numeric(18,2),
  primary key (tenant_id, id),
  foreign key (tenant_id, parent_id) references horizontal_record (tenant_id, id)
);
create index horizontal_record_pay_plans_parent on horizontal_record_pay_plans (tenant_id, parent_id, sort_order);
grant select, insert, update, delete on horizontal_record_pay_plans to keyan_app;
alter table horizontal_record_pay_plans enable row level security;
alter table horizontal_record_pay_plans force row level security;
create policy tenant on horizontal_record_pay_plans using (tenant_id = current_setting('app.tenant', true));

create table horizontal_record_units (
  tenant_id character varying(12) not null,
  id bigint not null,
  parent_id bigint not null,
  sort_order integer not null,
  unit_name text,
  funds numeric(18,2),
  reason text,
  primary key (tenant_id, id),
  foreign key (tenant_id, parent_id) references horizontal_record (tenant_id, id)
);
create index horizontal_record_units_parent on horizontal_record_units (tenant_id, parent_id, sort_order);
grant select, insert, update, delete on horizontal_record_units to keyan_app;
alter table horizontal_record_units enable row level security;
alter table horizontal_record_units force row level security;
create policy tenant on horizontal_record_units using (tenant_id = current_setting('app.tenant', true));

create table horizontal_record_members (
  tenant_id character varying(12) not null,
  id bigint not null,
  parent_id bigint not null,
  sort_order integer not null,
  sort integer,
  person_type text,
  user_id bigint,
  name text,
  unit text,
  member_role text,
  task text,
  work_months numeric(10,1),
  ranks text,
  tl_degree text,
  sex text,
  birth_date date,
  primary key (tenant_id, id),
  foreign key (tenant_id, parent_id) references horizontal_record (tenant_id, id)
);
create index horizontal_record_members_parent on horizontal_record_members (tenant_id, parent_id, sort_order);
create index horizontal_record_members_user_id on horizontal_record_members (tenant_id, user_id, parent_id);
grant select, insert, update, delete on horizontal_record_members to keyan_app;
alter table horizontal_record_members enable row level security;
alter table horizontal_record_members force row level security;
create policy tenant on horizontal_record_members using (tenant_id = current_setting('app.tenant', true));

create table horizontal_record_budget (
  tenant_id character varying(12) not null,
  id bigint not null,
  parent_id bigint not null,
  sort_order integer not null,
  item_code text,
  amount numeric(18,2),
  basis text,
  primary key (tenant_id, id),
  foreign key (tenant_id, parent_id) references horizontal_record (tenant_id, id)
);
create index horizontal_record_budget_parent on horizontal_record_budget (tenant_id, parent_id, sort_order);
grant select, insert, update, delete on horizontal_record_budget to keyan_app;
alter table horizontal_record_budget enable row level security;
alter table horizontal_record_budget force row level security;
create policy tenant on horizontal_record_budget using (tenant_id = current_setting('app.tenant', true));

alter table funding_divide add column bill_id bigint;
alter table funding_divide add column bill_settled numeric(18,2);
alter table funding_divide add column contract_id bigint;
alter table funding_divide add column party_unit_id bigint;
create index funding_divide_bill_id on funding_divide (tenant_id, bill_id) where is_deleted = 0;
create index funding_divide_contract_id on funding_divide (tenant_id, contract_id) where is_deleted = 0;
create index funding_divide_party_unit_id on funding_divide (tenant_id, party_unit_id) where is_deleted = 0;
create table billapplyinfo (
  tenant_id character varying(12) not null,
  id bigint not null,
  pj_number text,
  program_id bigint,
  program_leader bigint,
  bill_mode text,
  bill_amount numeric(18,2),
  buyer_name text,
  invoice_number text,
  invoice_date date,
  expect_arrive_date date,
  status text,
  program_name text,
  program_num text,
  department_id bigint,
  program_kind text,
  contract_id bigint,
  party_unit_id bigint,
  contract_num text,
  contract_type text,
  contract_amount numeric(18,2),
  ticket_type text,
  related_contract_id bigint,
  tax_free_num text,
  tax_free_amount numeric(18,2),
  tax_rate numeric(11,2),
  tax_amount numeric(18,2),
  no_tax_amount numeric(18,2),
  surtax numeric(18,2),
  bill_content text,
  specs text,
  buyer_tax_num text,
  buyer_address text,
  buyer_phone text,
  buyer_bank text,
  buyer_account text,
  receive_email text,
  receive_phone text,
  tax_card_num text,
  arrive_id bigint,
  invoice_code text,
  apply_user bigint,
  apply_date date,
  settled_on date,
  red_funds numeric(18,2),
  remarks text,
  pj_number_key text,
  invoice_number_key text,
  search_text text generated always as (lower(coalesce(pj_number, '') || ' ' || coalesce(buyer_name, '') || ' ' || coalesce(invoice_number, '') || ' ' || coalesce(program_name, '') || ' ' || coalesce(program_num, '') || ' ' || coalesce(contract_num, ''))) stored,
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
comment on column billapplyinfo.search_text is 'pj_number, buyer_name, invoice_number, program_name, program_num, contract_num';
create index billapplyinfo_order on billapplyinfo (tenant_id, create_time desc nulls last, id desc) where is_deleted = 0;
create index billapplyinfo_listed on billapplyinfo (tenant_id, audit_status, create_time desc nulls last, id desc, create_user, program_leader, department_id, program_id, bill_mode, status, ticket_type) where is_deleted = 0;
create index billapplyinfo_count on billapplyinfo (tenant_id, audit_status, create_user) where is_deleted = 0;
create index billapplyinfo_create_user_order on billapplyinfo (tenant_id, create_user, create_time desc nulls last, id desc) where is_deleted = 0;
create index billapplyinfo_program_leader_order on billapplyinfo (tenant_id, program_leader, create_time desc nulls last, id desc) where is_deleted = 0;
create index billapplyinfo_department_id_order on billapplyinfo (tenant_id, department_id, create_time desc nulls last, id desc, audit_status, create_user, program_leader, program_id, bill_mode, status, ticket_type) where is_deleted = 0;
create index billapplyinfo_by_bm_s_tt_pi_pl on billapplyinfo (tenant_id, audit_status, bill_mode, status, ticket_type, program_id, program_leader, create_time desc nulls last, id desc) where is_deleted = 0;
create index billapplyinfo_by_bm_s_tt_pi_di on billapplyinfo (tenant_id, audit_status, bill_mode, status, ticket_type, program_id, department_id, create_time desc nulls last, id desc) where is_deleted = 0;
create index billapplyinfo_by_pl_di on billapplyinfo (tenant_id, audit_status, program_leader, department_id, create_time desc nulls last, id desc) where is_deleted = 0;
create index billapplyinfo_program_id on billapplyinfo (tenant_id, program_id) where is_deleted = 0;
create index billapplyinfo_contract_id on billapplyinfo (tenant_id, contract_id) where is_deleted = 0;
create index billapplyinfo_party_unit_id on billapplyinfo (tenant_id, party_unit_id) where is_deleted = 0;
create index billapplyinfo_related_contract_id on billapplyinfo (tenant_id, related_contract_id) where is_deleted = 0;
create index billapplyinfo_arrive_id on billapplyinfo (tenant_id, arrive_id) where is_deleted = 0;
create index billapplyinfo_apply_user on billapplyinfo (tenant_id, apply_user) where is_deleted = 0;
create index billapplyinfo_due_remind on billapplyinfo (tenant_id, status, expect_arrive_date) where is_deleted = 0;
create index billapplyinfo_due_expire on billapplyinfo (tenant_id, status, expect_arrive_date) where is_deleted = 0;
create index billapplyinfo_search on billapplyinfo using gin (search_text gin_trgm_ops) where is_deleted = 0;
create unique index billapplyinfo_pj_number_unique on billapplyinfo (tenant_id, pj_number_key) where is_deleted = 0 and audit_status in ('1', '2');
create unique index billapplyinfo_invoice_number_unique on billapplyinfo (tenant_id, invoice_number_key) where is_deleted = 0 and audit_status in ('1', '2');
grant select, insert, update, delete on billapplyinfo to keyan_app;
alter table billapplyinfo enable row level security;
alter table billapplyinfo force row level security;
create policy tenant on billapplyinfo using (tenant_id = current_setting('app.tenant', true));

create table billapplyinfo_reds (
  tenant_id character varying(12) not null,
  id bigint not null,
  parent_id bigint not null,
  sort_order integer not null,
  red_number text,
  red_date date,
  red_amount numeric(18,2),
  confirm_num text,
  reason text,
  primary key (tenant_id, id),
  foreign key (tenant_id, parent_id) references billapplyinfo (tenant_id, id)
);
create index billapplyinfo_reds_parent on billapplyinfo_reds (tenant_id, parent_id, sort_order);
grant select, insert, update, delete on billapplyinfo_reds to keyan_app;
alter table billapplyinfo_reds enable row level security;
alter table billapplyinfo_reds force row level security;
create policy tenant on billapplyinfo_reds using (tenant_id = current_setting('app.tenant', true));

alter table ledger_arrivals add column invoiced numeric(18,2) not null default 0;
alter table ledger_arrivals_balance add column invoiced numeric(18,2) not null default 0;
create table ledger_bills (
  tenant_id character varying(12) not null,
  owner_id bigint not null,
  account text not null,
  id bigint not null generated always as identity,
  billed numeric(18,2) not null default 0,
  red numeric(18,2) not null default 0,
  settled numeric(18,2) not null default 0,
  source text not null,
  source_id bigint not null,
  effect text not null,
  action text not null,
  actor_id bigint,
  time timestamp with time zone not null,
  primary key (tenant_id, id)
);
create index ledger_bills_source on ledger_bills (tenant_id, source_id, effect);
create index ledger_bills_account on ledger_bills (tenant_id, owner_id, account, id);
grant select, insert on ledger_bills to keyan_app;
alter table ledger_bills enable row level security;
alter table ledger_bills force row level security;
create policy tenant on ledger_bills using (tenant_id = current_setting('app.tenant', true));

create table ledger_bills_balance (
  tenant_id character varying(12) not null,
  owner_id bigint not null,
  account text not null,
  billed numeric(18,2) not null default 0,
  red numeric(18,2) not null default 0,
  settled numeric(18,2) not null default 0,
  primary key (tenant_id, owner_id, account)
);
grant select, insert, update on ledger_bills_balance to keyan_app;
alter table ledger_bills_balance enable row level security;
alter table ledger_bills_balance force row level security;
create policy tenant on ledger_bills_balance using (tenant_id = current_setting('app.tenant', true));

create table ledger_contracts (
  tenant_id character varying(12) not null,
  owner_id bigint not null,
  account text not null,
  id bigint not null generated always as identity,
  amount numeric(18,2) not null default 0,
  arrived numeric(18,2) not null default 0,
  applied numeric(18,2) not null default 0,
  billed numeric(18,2) not null default 0,
  free_quota numeric(18,2) not null default 0,
  free_applied numeric(18,2) not null default 0,
  free_billed numeric(18,2) not null default 0,
  source text not null,
  source_id bigint not null,
  effect text not null,
  action text not null,
  actor_id bigint,
  time timestamp with time zone not null,
  primary key (tenant_id, id)
);
create index ledger_contracts_source on ledger_contracts (tenant_id, source_id, effect);
create index ledger_contracts_account on ledger_contracts (tenant_id, owner_id, account, id);
grant select, insert on ledger_contracts to keyan_app;
alter table ledger_contracts enable row level security;
alter table ledger_contracts force row level security;
create policy tenant on ledger_contracts using (tenant_id = current_setting('app.tenant', true));

create table ledger_contracts_balance (
  tenant_id character varying(12) not null,
  owner_id bigint not null,
  account text not null,
  amount numeric(18,2) not null default 0,
  arrived numeric(18,2) not null default 0,
  applied numeric(18,2) not null default 0,
  billed numeric(18,2) not null default 0,
  free_quota numeric(18,2) not null default 0,
  free_applied numeric(18,2) not null default 0,
  free_billed numeric(18,2) not null default 0,
  primary key (tenant_id, owner_id, account)
);
grant select, insert, update on ledger_contracts_balance to keyan_app;
alter table ledger_contracts_balance enable row level security;
alter table ledger_contracts_balance force row level security;
create policy tenant on ledger_contracts_balance using (tenant_id = current_setting('app.tenant', true));

create table ledger_partners (
  tenant_id character varying(12) not null,
  owner_id bigint not null,
  account text not null,
  id bigint not null generated always as identity,
  contracts bigint not null default 0,
  amount numeric(18,2) not null default 0,
  arrived numeric(18,2) not null default 0,
  source text not null,
  source_id bigint not null,
  effect text not null,
  action text not null,
  actor_id bigint,
  time timestamp with time zone not null,
  primary key (tenant_id, id)
);
create index ledger_partners_source on ledger_partners (tenant_id, source_id, effect);
create index ledger_partners_account on ledger_partners (tenant_id, owner_id, account, id);
grant select, insert on ledger_partners to keyan_app;
alter table ledger_partners enable row level security;
alter table ledger_partners force row level security;
create policy tenant on ledger_partners using (tenant_id = current_setting('app.tenant', true));

create table ledger_partners_balance (
  tenant_id character varying(12) not null,
  owner_id bigint not null,
  account text not null,
  contracts bigint not null default 0,
  amount numeric(18,2) not null default 0,
  arrived numeric(18,2) not null default 0,
  primary key (tenant_id, owner_id, account)
);
grant select, insert, update on ledger_partners_balance to keyan_app;
alter table ledger_partners_balance enable row level security;
alter table ledger_partners_balance force row level security;
create policy tenant on ledger_partners_balance using (tenant_id = current_setting('app.tenant', true));

