-- Conclusions and terminations of projects, and what an approved conclusion leaves on the project.
alter table program add column real_end_date date;
alter table program add column conclusion_grade text;
create table process_over (
  tenant_id character varying(12) not null,
  id bigint not null,
  over_num text,
  program_id bigint,
  program_name text,
  program_num text,
  program_kind text,
  program_leader bigint,
  department_id bigint,
  balance numeric(18,2),
  over_type text,
  over_date date,
  over_reason text,
  finished text,
  funds_handle text,
  surplus_handle text,
  return_funds numeric(18,2),
  is_breach text,
  asset_handle text,
  punish text,
  ban_until date,
  search_text text generated always as (lower(coalesce(over_num, '') || ' ' || coalesce(program_name, '') || ' ' || coalesce(program_num, ''))) stored,
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
comment on column process_over.search_text is 'over_num, program_name, program_num';
create index process_over_order on process_over (tenant_id, create_time desc nulls last, id desc) where is_deleted = 0;
create index process_over_listed on process_over (tenant_id, audit_status, create_time desc nulls last, id desc, create_user, department_id, program_id, program_leader, over_type) where is_deleted = 0;
create index process_over_count on process_over (tenant_id, audit_status, create_user) where is_deleted = 0;
create index process_over_create_user_order on process_over (tenant_id, create_user, create_time desc nulls last, id desc) where is_deleted = 0;
create index process_over_department_id_order on process_over (tenant_id, department_id, create_time desc nulls last, id desc, audit_status, create_user, program_id, program_leader, over_type) where is_deleted = 0;
create index process_over_by_ot_pi_pl_di on process_over (tenant_id, audit_status, over_type, program_id, program_leader, department_id, create_time desc nulls last, id desc) where is_deleted = 0;
create index process_over_program_id on process_over (tenant_id, program_id) where is_deleted = 0;
create index process_over_program_leader on process_over (tenant_id, program_leader) where is_deleted = 0;
create index process_over_search on process_over using gin (search_text gin_trgm_ops) where is_deleted = 0;
grant select, insert, update, delete on process_over to keyan_app;
alter table process_over enable row level security;
alter table process_over force row level security;
create policy tenant on process_over using (tenant_id = current_setting('app.tenant', true));

create table process_conclusion (
  tenant_id character varying(12) not null,
  id bigint not null,
  conclusion_num text,
  program_id bigint,
  program_name text,
  program_num text,
  program_kind text,
  program_leader bigint,
  department_id bigint,
  end_date date,
  funds numeric(18,2),
  arrived_funds numeric(18,2),
  expend_funds numeric(18,2),
  frozen_funds numeric(18,2),
  surplus_funds numeric(18,2),
  needs_audit text,
  conclusion_type text,
  apply_date date,
  real_end_date date,
  exempt_reason text,
  is_secret_result text,
  summary text,
  result_summary text,
  target_finish text,
  benefit text,
  conclusion_grade text,
  certificate_num text,
  conclusion_date date,
  search_text text generated always as (lower(coalesce(conclusion_num, '') || ' ' || coalesce(program_name, '') || ' ' || coalesce(program_num, '') || ' ' || coalesce(certificate_num, ''))) stored,
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
comment on column process_conclusion.search_text is 'conclusion_num, program_name, program_num, certificate_num';
create index process_conclusion_order on process_conclusion (tenant_id, apply_date desc nulls last, id desc) where is_deleted = 0;
create index process_conclusion_listed on process_conclusion (tenant_id, audit_status, apply_date desc nulls last, id desc, create_user, department_id, program_id, program_leader, conclusion_type, conclusion_grade) where is_deleted = 0;
create index process_conclusion_count on process_conclusion (tenant_id, audit_status, create_user) where is_deleted = 0;
create index process_conclusion_create_user_order on process_conclusion (tenant_id, create_user, apply_date desc nulls last, id desc) where is_deleted = 0;
create index process_conclusion_department_id_order on process_conclusion (tenant_id, department_id, apply_date desc nulls last, id desc, audit_status, create_user, program_id, program_leader, conclusion_type, conclusion_grade) where is_deleted = 0;
create index process_conclusion_by_ct_cg_pi_pl_di on process_conclusion (tenant_id, audit_status, conclusion_type, conclusion_grade, program_id, program_leader, department_id, apply_date desc nulls last, id desc) where is_deleted = 0;
create index process_conclusion_program_id on process_conclusion (tenant_id, program_id) where is_deleted = 0;
create index process_conclusion_program_leader on process_conclusion (tenant_id, program_leader) where is_deleted = 0;
create index process_conclusion_search on process_conclusion using gin (search_text gin_trgm_ops) where is_deleted = 0;
grant select, insert, update, delete on process_conclusion to keyan_app;
alter table process_conclusion enable row level security;
alter table process_conclusion force row level security;
create policy tenant on process_conclusion using (tenant_id = current_setting('app.tenant', true));

create table process_conclusion_results (
  tenant_id character varying(12) not null,
  id bigint not null,
  parent_id bigint not null,
  sort_order integer not null,
  biz_type text,
  title text,
  is_marked text,
  primary key (tenant_id, id),
  foreign key (tenant_id, parent_id) references process_conclusion (tenant_id, id)
);
create index process_conclusion_results_parent on process_conclusion_results (tenant_id, parent_id, sort_order);
grant select, insert, update, delete on process_conclusion_results to keyan_app;
alter table process_conclusion_results enable row level security;
alter table process_conclusion_results force row level security;
create policy tenant on process_conclusion_results using (tenant_id = current_setting('app.tenant', true));

create table process_conclusion_accounts (
  tenant_id character varying(12) not null,
  id bigint not null,
  parent_id bigint not null,
  sort_order integer not null,
  item_code text,
  primary key (tenant_id, id),
  foreign key (tenant_id, parent_id) references process_conclusion (tenant_id, id)
);
create index process_conclusion_accounts_parent on process_conclusion_accounts (tenant_id, parent_id, sort_order);
grant select, insert, update, delete on process_conclusion_accounts to keyan_app;
alter table process_conclusion_accounts enable row level security;
alter table process_conclusion_accounts force row level security;
create policy tenant on process_conclusion_accounts using (tenant_id = current_setting('app.tenant', true));

