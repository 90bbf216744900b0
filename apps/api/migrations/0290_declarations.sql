-- Declarations of projects under a plan, with the ledgers of their quotas and people (R-101 to R-105).
alter table declare_plan add column exclude_overdue text;
create table declare_info (
  tenant_id character varying(12) not null,
  id bigint not null,
  program_name text,
  declare_num text,
  plan_id bigint,
  plan_year smallint,
  program_kind text,
  resource text,
  level text,
  fund_mode text,
  end_time timestamp with time zone,
  project_type text,
  program_leader bigint,
  department_id bigint,
  college_id bigint,
  leader_phone text,
  leader_email text,
  subject_class text,
  subject text,
  subject_code text,
  keywords text,
  research_type text,
  result_forms text[],
  start_date date,
  end_date date,
  apply_funds numeric(18,2),
  match_funds numeric(18,2),
  abstract_text text,
  innovation text,
  basis text,
  ethics text,
  integrity text,
  dept_opinion_rank integer,
  formal_result text,
  review_score numeric(11,2),
  review_rank integer,
  declare_status text,
  declare_num_key text,
  search_text text generated always as (lower(coalesce(program_name, '') || ' ' || coalesce(declare_num, ''))) stored,
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
comment on column declare_info.search_text is 'program_name, declare_num';
create index declare_info_order on declare_info (tenant_id, create_time desc nulls last, id desc) where is_deleted = 0;
create index declare_info_listed on declare_info (tenant_id, audit_status, create_time desc nulls last, id desc, create_user, program_leader, department_id, plan_id, plan_year, project_type, declare_status) where is_deleted = 0;
create index declare_info_count on declare_info (tenant_id, audit_status, create_user) where is_deleted = 0;
create index declare_info_create_user_order on declare_info (tenant_id, create_user, create_time desc nulls last, id desc) where is_deleted = 0;
create index declare_info_program_leader_order on declare_info (tenant_id, program_leader, create_time desc nulls last, id desc) where is_deleted = 0;
create index declare_info_department_id_order on declare_info (tenant_id, department_id, create_time desc nulls last, id desc, audit_status, create_user, program_leader, plan_id, plan_year, project_type, declare_status) where is_deleted = 0;
create index declare_info_by_ds_pi_py_pt_pl on declare_info (tenant_id, audit_status, declare_status, plan_id, plan_year, project_type, program_leader, create_time desc nulls last, id desc) where is_deleted = 0;
create index declare_info_by_ds_pi_py_pt_di on declare_info (tenant_id, audit_status, declare_status, plan_id, plan_year, project_type, department_id, create_time desc nulls last, id desc) where is_deleted = 0;
create index declare_info_by_pl_di on declare_info (tenant_id, audit_status, program_leader, department_id, create_time desc nulls last, id desc) where is_deleted = 0;
create index declare_info_count_plan_year on declare_info (tenant_id, audit_status, plan_year) where is_deleted = 0;
create index declare_info_plan_id on declare_info (tenant_id, plan_id) where is_deleted = 0;
create index declare_info_college_id on declare_info (tenant_id, college_id) where is_deleted = 0;
create index declare_info_search on declare_info using gin (search_text gin_trgm_ops) where is_deleted = 0;
create unique index declare_info_declare_num_unique on declare_info (tenant_id, declare_num_key) where is_deleted = 0 and audit_status in ('1', '2');
grant select, insert, update, delete on declare_info to keyan_app;
alter table declare_info enable row level security;
alter table declare_info force row level security;
create policy tenant on declare_info using (tenant_id = current_setting('app.tenant', true));

create table declare_info_members (
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
  foreign key (tenant_id, parent_id) references declare_info (tenant_id, id)
);
create index declare_info_members_parent on declare_info_members (tenant_id, parent_id, sort_order);
create index declare_info_members_user_id on declare_info_members (tenant_id, user_id, parent_id);
grant select, insert, update, delete on declare_info_members to keyan_app;
alter table declare_info_members enable row level security;
alter table declare_info_members force row level security;
create policy tenant on declare_info_members using (tenant_id = current_setting('app.tenant', true));

create table declare_info_budget (
  tenant_id character varying(12) not null,
  id bigint not null,
  parent_id bigint not null,
  sort_order integer not null,
  item_code text,
  superior_appropriation numeric(18,2),
  self_raise_funds numeric(18,2),
  sums numeric(18,2),
  basis text,
  primary key (tenant_id, id),
  foreign key (tenant_id, parent_id) references declare_info (tenant_id, id)
);
create index declare_info_budget_parent on declare_info_budget (tenant_id, parent_id, sort_order);
grant select, insert, update, delete on declare_info_budget to keyan_app;
alter table declare_info_budget enable row level security;
alter table declare_info_budget force row level security;
create policy tenant on declare_info_budget using (tenant_id = current_setting('app.tenant', true));

create table declare_info_units (
  tenant_id character varying(12) not null,
  id bigint not null,
  parent_id bigint not null,
  sort_order integer not null,
  unit_name text,
  unit_nature text,
  unit_role text,
  funds numeric(18,2),
  contact text,
  primary key (tenant_id, id),
  foreign key (tenant_id, parent_id) references declare_info (tenant_id, id)
);
create index declare_info_units_parent on declare_info_units (tenant_id, parent_id, sort_order);
grant select, insert, update, delete on declare_info_units to keyan_app;
alter table declare_info_units enable row level security;
alter table declare_info_units force row level security;
create policy tenant on declare_info_units using (tenant_id = current_setting('app.tenant', true));

create table ledger_declare_persons (
  tenant_id character varying(12) not null,
  owner_id bigint not null,
  account text not null,
  id bigint not null generated always as identity,
  led bigint not null default 0,
  joined bigint not null default 0,
  source text not null,
  source_id bigint not null,
  effect text not null,
  action text not null,
  actor_id bigint,
  time timestamp with time zone not null,
  primary key (tenant_id, id)
);
create index ledger_declare_persons_source on ledger_declare_persons (tenant_id, source_id, effect);
create index ledger_declare_persons_account on ledger_declare_persons (tenant_id, owner_id, account, id);
grant select, insert on ledger_declare_persons to keyan_app;
alter table ledger_declare_persons enable row level security;
alter table ledger_declare_persons force row level security;
create policy tenant on ledger_declare_persons using (tenant_id = current_setting('app.tenant', true));

create table ledger_declare_persons_balance (
  tenant_id character varying(12) not null,
  owner_id bigint not null,
  account text not null,
  led bigint not null default 0,
  joined bigint not null default 0,
  primary key (tenant_id, owner_id, account)
);
grant select, insert, update on ledger_declare_persons_balance to keyan_app;
alter table ledger_declare_persons_balance enable row level security;
alter table ledger_declare_persons_balance force row level security;
create policy tenant on ledger_declare_persons_balance using (tenant_id = current_setting('app.tenant', true));

create table ledger_declare_quotas (
  tenant_id character varying(12) not null,
  owner_id bigint not null,
  account text not null,
  id bigint not null generated always as identity,
  declared bigint not null default 0,
  recommended bigint not null default 0,
  approved bigint not null default 0,
  source text not null,
  source_id bigint not null,
  effect text not null,
  action text not null,
  actor_id bigint,
  time timestamp with time zone not null,
  primary key (tenant_id, id)
);
create index ledger_declare_quotas_source on ledger_declare_quotas (tenant_id, source_id, effect);
create index ledger_declare_quotas_account on ledger_declare_quotas (tenant_id, owner_id, account, id);
grant select, insert on ledger_declare_quotas to keyan_app;
alter table ledger_declare_quotas enable row level security;
alter table ledger_declare_quotas force row level security;
create policy tenant on ledger_declare_quotas using (tenant_id = current_setting('app.tenant', true));

create table ledger_declare_quotas_balance (
  tenant_id character varying(12) not null,
  owner_id bigint not null,
  account text not null,
  declared bigint not null default 0,
  recommended bigint not null default 0,
  approved bigint not null default 0,
  primary key (tenant_id, owner_id, account)
);
grant select, insert, update on ledger_declare_quotas_balance to keyan_app;
alter table ledger_declare_quotas_balance enable row level security;
alter table ledger_declare_quotas_balance force row level security;
create policy tenant on ledger_declare_quotas_balance using (tenant_id = current_setting('app.tenant', true));

