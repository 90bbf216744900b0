-- Advisory reports, a kind of achievement: its records, their authors and supporting projects.

create table advisory (
  tenant_id character varying(12) not null,
  id bigint not null,
  report_num text,
  report_name text,
  report_type text,
  submit_unit text,
  submit_date date,
  adopt_type text,
  adopt_level text,
  adopt_unit text,
  adopt_date date,
  instructor text,
  inner_name text,
  inner_issue text,
  word_count numeric(11,2),
  abstract_text text,
  fk_dept_id bigint,
  subject_class text,
  discipline text,
  moe_discipline text,
  school_sign text,
  stat_year smallint,
  is_statistics text,
  first_author text,
  author_names text,
  author_num integer,
  data_source text,
  secret_level text,
  is_locked text,
  score_total numeric(11,2),
  remarks text,
  report_name_key text,
  search_text text generated always as (lower(coalesce(report_num, '') || ' ' || coalesce(report_name, '') || ' ' || coalesce(submit_unit, '') || ' ' || coalesce(adopt_unit, '') || ' ' || coalesce(first_author, '') || ' ' || coalesce(author_names, ''))) stored,
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
comment on column advisory.search_text is 'report_num, report_name, submit_unit, adopt_unit, first_author, author_names';
create index advisory_order on advisory (tenant_id, submit_date desc nulls last, id desc) where is_deleted = 0;
create index advisory_listed on advisory (tenant_id, audit_status, submit_date desc nulls last, id desc, create_user, fk_dept_id, report_type, adopt_type, adopt_level, subject_class, discipline, school_sign, stat_year, data_source) where is_deleted = 0;
create index advisory_count on advisory (tenant_id, audit_status, create_user) where is_deleted = 0;
create index advisory_create_user_order on advisory (tenant_id, create_user, submit_date desc nulls last, id desc) where is_deleted = 0;
create index advisory_fk_dept_id_order on advisory (tenant_id, fk_dept_id, submit_date desc nulls last, id desc, audit_status, create_user, report_type, adopt_type, adopt_level, subject_class, discipline, school_sign, stat_year, data_source) where is_deleted = 0;
create index advisory_by_rt_at_al_sc_ss on advisory (tenant_id, audit_status, report_type, adopt_type, adopt_level, subject_class, school_sign, submit_date desc nulls last, id desc) where is_deleted = 0;
create index advisory_by_rt_ds_fdi_d_sy on advisory (tenant_id, audit_status, report_type, data_source, fk_dept_id, discipline, stat_year, submit_date desc nulls last, id desc) where is_deleted = 0;
create index advisory_by_at_al_sc_ds_fdi on advisory (tenant_id, audit_status, adopt_type, adopt_level, subject_class, data_source, fk_dept_id, submit_date desc nulls last, id desc) where is_deleted = 0;
create index advisory_by_at_al_sc_d_sy on advisory (tenant_id, audit_status, adopt_type, adopt_level, subject_class, discipline, stat_year, submit_date desc nulls last, id desc) where is_deleted = 0;
create index advisory_by_ss_ds_fdi_d_sy on advisory (tenant_id, audit_status, school_sign, data_source, fk_dept_id, discipline, stat_year, submit_date desc nulls last, id desc) where is_deleted = 0;
create index advisory_count_stat_year on advisory (tenant_id, audit_status, stat_year) where is_deleted = 0;
create index advisory_search on advisory using gin (search_text gin_trgm_ops) where is_deleted = 0;
create unique index advisory_report_name_unique on advisory (tenant_id, report_name_key) where is_deleted = 0 and audit_status in ('1', '2');
grant select, insert, update, delete on advisory to keyan_app;
alter table advisory enable row level security;
alter table advisory force row level security;
create policy tenant on advisory using (tenant_id = current_setting('app.tenant', true));

create table advisory_authors (
  tenant_id character varying(12) not null,
  id bigint not null,
  parent_id bigint not null,
  sort_order integer not null,
  sort integer,
  person_type text,
  user_id bigint,
  job_num text,
  name text,
  unit text,
  author_type text,
  is_first_unit text,
  contribution_rate numeric(11,2),
  credit_roles text[],
  sex text,
  ranks text,
  tl_degree text,
  confirm_status text,
  primary key (tenant_id, id),
  foreign key (tenant_id, parent_id) references advisory (tenant_id, id)
);
create index advisory_authors_parent on advisory_authors (tenant_id, parent_id, sort_order);
create index advisory_authors_user_id on advisory_authors (tenant_id, user_id, parent_id);
grant select, insert, update, delete on advisory_authors to keyan_app;
alter table advisory_authors enable row level security;
alter table advisory_authors force row level security;
create policy tenant on advisory_authors using (tenant_id = current_setting('app.tenant', true));

create table advisory_projects (
  tenant_id character varying(12) not null,
  id bigint not null,
  parent_id bigint not null,
  sort_order integer not null,
  program_id bigint,
  program_num text,
  program_name text,
  is_marked text,
  primary key (tenant_id, id),
  foreign key (tenant_id, parent_id) references advisory (tenant_id, id)
);
create index advisory_projects_parent on advisory_projects (tenant_id, parent_id, sort_order);
create index advisory_projects_program_id on advisory_projects (tenant_id, program_id, parent_id);
grant select, insert, update, delete on advisory_projects to keyan_app;
alter table advisory_projects enable row level security;
alter table advisory_projects force row level security;
create policy tenant on advisory_projects using (tenant_id = current_setting('app.tenant', true));
