-- Approvals of projects, which the office makes from declarations (R-106).
alter table declare_info add column approval_id bigint;
create index declare_info_approval_id on declare_info (tenant_id, approval_id) where is_deleted = 0;
create table program_approval (
  tenant_id character varying(12) not null,
  id bigint not null,
  program_name text,
  program_num text,
  approval_num text,
  declare_info_id bigint,
  program_info_id bigint,
  program_kind text,
  resource text,
  project_type text,
  level text,
  program_leader bigint,
  department_id bigint,
  subject_class text,
  subject text,
  moe_discipline text,
  approval_date date,
  approval_doc text,
  plan_year smallint,
  start_date date,
  end_date date,
  superior_appropriation numeric(18,2),
  match_funds numeric(18,2),
  self_raise_funds numeric(18,2),
  funds numeric(18,2),
  out_funds numeric(18,2),
  fund_mode text,
  fund_card_num text,
  school_sign text,
  host_unit text,
  research_type text,
  cooperation_form text,
  social_target text,
  industry text,
  result_forms text[],
  expect_result text,
  is_statistics text,
  secret_level text,
  remarks text,
  program_num_key text,
  approval_num_key text,
  search_text text generated always as (lower(coalesce(program_name, '') || ' ' || coalesce(program_num, '') || ' ' || coalesce(approval_num, ''))) stored,
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
comment on column program_approval.search_text is 'program_name, program_num, approval_num';
create index program_approval_order on program_approval (tenant_id, create_time desc nulls last, id desc) where is_deleted = 0;
create index program_approval_listed on program_approval (tenant_id, audit_status, create_time desc nulls last, id desc, create_user, program_leader, department_id, resource, level, plan_year) where is_deleted = 0;
create index program_approval_count on program_approval (tenant_id, audit_status, create_user) where is_deleted = 0;
create index program_approval_create_user_order on program_approval (tenant_id, create_user, create_time desc nulls last, id desc) where is_deleted = 0;
create index program_approval_program_leader_order on program_approval (tenant_id, program_leader, create_time desc nulls last, id desc) where is_deleted = 0;
create index program_approval_department_id_order on program_approval (tenant_id, department_id, create_time desc nulls last, id desc, audit_status, create_user, program_leader, resource, level, plan_year) where is_deleted = 0;
create index program_approval_by_l_r_pl_di_py on program_approval (tenant_id, audit_status, level, resource, program_leader, department_id, plan_year, create_time desc nulls last, id desc) where is_deleted = 0;
create index program_approval_count_plan_year on program_approval (tenant_id, audit_status, plan_year) where is_deleted = 0;
create index program_approval_declare_info_id on program_approval (tenant_id, declare_info_id) where is_deleted = 0;
create index program_approval_program_info_id on program_approval (tenant_id, program_info_id) where is_deleted = 0;
create index program_approval_search on program_approval using gin (search_text gin_trgm_ops) where is_deleted = 0;
create unique index program_approval_program_num_unique on program_approval (tenant_id, program_num_key) where is_deleted = 0 and audit_status in ('1', '2');
create unique index program_approval_approval_num_unique on program_approval (tenant_id, approval_num_key) where is_deleted = 0 and audit_status in ('1', '2');
grant select, insert, update, delete on program_approval to keyan_app;
alter table program_approval enable row level security;
alter table program_approval force row level security;
create policy tenant on program_approval using (tenant_id = current_setting('app.tenant', true));

create table program_approval_members (
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
  foreign key (tenant_id, parent_id) references program_approval (tenant_id, id)
);
create index program_approval_members_parent on program_approval_members (tenant_id, parent_id, sort_order);
create index program_approval_members_user_id on program_approval_members (tenant_id, user_id, parent_id);
grant select, insert, update, delete on program_approval_members to keyan_app;
alter table program_approval_members enable row level security;
alter table program_approval_members force row level security;
create policy tenant on program_approval_members using (tenant_id = current_setting('app.tenant', true));

create table program_approval_budget (
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
  foreign key (tenant_id, parent_id) references program_approval (tenant_id, id)
);
create index program_approval_budget_parent on program_approval_budget (tenant_id, parent_id, sort_order);
grant select, insert, update, delete on program_approval_budget to keyan_app;
alter table program_approval_budget enable row level security;
alter table program_approval_budget force row level security;
create policy tenant on program_approval_budget using (tenant_id = current_setting('app.tenant', true));

create table program_approval_units (
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
  foreign key (tenant_id, parent_id) references program_approval (tenant_id, id)
);
create index program_approval_units_parent on program_approval_units (tenant_id, parent_id, sort_order);
grant select, insert, update, delete on program_approval_units to keyan_app;
alter table program_approval_units enable row level security;
alter table program_approval_units force row level security;
create policy tenant on program_approval_units using (tenant_id = current_setting('app.tenant', true));

