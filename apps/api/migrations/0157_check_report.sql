-- Progress reports of projects, and the ledger of projects as a page.
drop index program_program_leader;
drop index program_department_id;
create index program_program_leader_order on program (tenant_id, program_leader, start_date desc nulls last, id desc) where is_deleted = 0;
create index program_department_id_order on program (tenant_id, department_id, start_date desc nulls last, id desc) where is_deleted = 0;
create table check_report (
  tenant_id character varying(12) not null,
  id bigint not null,
  report_num text,
  program_id bigint,
  program_name text,
  program_num text,
  program_kind text,
  program_leader bigint,
  department_id bigint,
  end_date date,
  check_type text,
  check_year smallint,
  check_date date,
  finish_rate integer,
  is_change text,
  progress text,
  stage_result text,
  funds_usage text,
  problem text,
  next_plan text,
  check_result text,
  check_opinion text,
  occasion text,
  occasion_key text,
  search_text text generated always as (lower(coalesce(report_num, '') || ' ' || coalesce(program_name, '') || ' ' || coalesce(program_num, ''))) stored,
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
comment on column check_report.search_text is 'report_num, program_name, program_num';
create index check_report_order on check_report (tenant_id, check_date desc nulls last, id desc) where is_deleted = 0;
create index check_report_listed on check_report (tenant_id, audit_status, check_date desc nulls last, id desc, create_user, department_id, program_id, check_type, check_year, check_result) where is_deleted = 0;
create index check_report_count on check_report (tenant_id, audit_status, create_user) where is_deleted = 0;
create index check_report_create_user_order on check_report (tenant_id, create_user, check_date desc nulls last, id desc) where is_deleted = 0;
create index check_report_department_id_order on check_report (tenant_id, department_id, check_date desc nulls last, id desc, audit_status, create_user, program_id, check_type, check_year, check_result) where is_deleted = 0;
create index check_report_by_ct_cr_pi_di_cy on check_report (tenant_id, audit_status, check_type, check_result, program_id, department_id, check_year, check_date desc nulls last, id desc) where is_deleted = 0;
create index check_report_count_check_year on check_report (tenant_id, audit_status, check_year) where is_deleted = 0;
create index check_report_program_id on check_report (tenant_id, program_id) where is_deleted = 0;
create index check_report_program_leader on check_report (tenant_id, program_leader) where is_deleted = 0;
create index check_report_search on check_report using gin (search_text gin_trgm_ops) where is_deleted = 0;
create unique index check_report_occasion_unique on check_report (tenant_id, occasion_key) where is_deleted = 0 and audit_status in ('1', '2');
grant select, insert, update, delete on check_report to keyan_app;
alter table check_report enable row level security;
alter table check_report force row level security;
create policy tenant on check_report using (tenant_id = current_setting('app.tenant', true));

create table check_report_results (
  tenant_id character varying(12) not null,
  id bigint not null,
  parent_id bigint not null,
  sort_order integer not null,
  biz_type text,
  title text,
  primary key (tenant_id, id),
  foreign key (tenant_id, parent_id) references check_report (tenant_id, id)
);
create index check_report_results_parent on check_report_results (tenant_id, parent_id, sort_order);
grant select, insert, update, delete on check_report_results to keyan_app;
alter table check_report_results enable row level security;
alter table check_report_results force row level security;
create policy tenant on check_report_results using (tenant_id = current_setting('app.tenant', true));
