-- Appraisals, a kind of achievement: its records, their authors and supporting projects.

create table appraisal (
  tenant_id character varying(12) not null,
  id bigint not null,
  record_num text,
  ach_name text,
  appraisal_num text,
  reg_num text,
  appraisal_form text,
  appraisal_unit text,
  host_unit text,
  appraisal_date date,
  appraisal_level text,
  expert_num integer,
  chair_expert text,
  opinion text,
  economic text,
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
  appraisal_num_key text,
  search_text text generated always as (lower(coalesce(record_num, '') || ' ' || coalesce(ach_name, '') || ' ' || coalesce(appraisal_num, '') || ' ' || coalesce(appraisal_unit, '') || ' ' || coalesce(first_author, '') || ' ' || coalesce(author_names, ''))) stored,
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
comment on column appraisal.search_text is 'record_num, ach_name, appraisal_num, appraisal_unit, first_author, author_names';
create index appraisal_order on appraisal (tenant_id, appraisal_date desc nulls last, id desc) where is_deleted = 0;
create index appraisal_listed on appraisal (tenant_id, audit_status, appraisal_date desc nulls last, id desc, create_user, fk_dept_id, appraisal_form, appraisal_level, subject_class, discipline, school_sign, stat_year, data_source) where is_deleted = 0;
create index appraisal_count on appraisal (tenant_id, audit_status, create_user) where is_deleted = 0;
create index appraisal_create_user_order on appraisal (tenant_id, create_user, appraisal_date desc nulls last, id desc) where is_deleted = 0;
create index appraisal_fk_dept_id_order on appraisal (tenant_id, fk_dept_id, appraisal_date desc nulls last, id desc, audit_status, create_user, appraisal_form, appraisal_level, subject_class, discipline, school_sign, stat_year, data_source) where is_deleted = 0;
create index appraisal_by_af_al_sc_ss_ds on appraisal (tenant_id, audit_status, appraisal_form, appraisal_level, subject_class, school_sign, data_source, appraisal_date desc nulls last, id desc) where is_deleted = 0;
create index appraisal_by_af_al_fdi_d_sy on appraisal (tenant_id, audit_status, appraisal_form, appraisal_level, fk_dept_id, discipline, stat_year, appraisal_date desc nulls last, id desc) where is_deleted = 0;
create index appraisal_by_sc_ss_ds_fdi_d on appraisal (tenant_id, audit_status, subject_class, school_sign, data_source, fk_dept_id, discipline, appraisal_date desc nulls last, id desc) where is_deleted = 0;
create index appraisal_by_sc_ss_ds_sy on appraisal (tenant_id, audit_status, subject_class, school_sign, data_source, stat_year, appraisal_date desc nulls last, id desc) where is_deleted = 0;
create index appraisal_count_stat_year on appraisal (tenant_id, audit_status, stat_year) where is_deleted = 0;
create index appraisal_search on appraisal using gin (search_text gin_trgm_ops) where is_deleted = 0;
create unique index appraisal_appraisal_num_unique on appraisal (tenant_id, appraisal_num_key) where is_deleted = 0 and audit_status in ('1', '2');
grant select, insert, update, delete on appraisal to keyan_app;
alter table appraisal enable row level security;
alter table appraisal force row level security;
create policy tenant on appraisal using (tenant_id = current_setting('app.tenant', true));

create table appraisal_authors (
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
  foreign key (tenant_id, parent_id) references appraisal (tenant_id, id)
);
create index appraisal_authors_parent on appraisal_authors (tenant_id, parent_id, sort_order);
create index appraisal_authors_user_id on appraisal_authors (tenant_id, user_id, parent_id);
grant select, insert, update, delete on appraisal_authors to keyan_app;
alter table appraisal_authors enable row level security;
alter table appraisal_authors force row level security;
create policy tenant on appraisal_authors using (tenant_id = current_setting('app.tenant', true));

create table appraisal_projects (
  tenant_id character varying(12) not null,
  id bigint not null,
  parent_id bigint not null,
  sort_order integer not null,
  program_id bigint,
  program_num text,
  program_name text,
  is_marked text,
  primary key (tenant_id, id),
  foreign key (tenant_id, parent_id) references appraisal (tenant_id, id)
);
create index appraisal_projects_parent on appraisal_projects (tenant_id, parent_id, sort_order);
create index appraisal_projects_program_id on appraisal_projects (tenant_id, program_id, parent_id);
grant select, insert, update, delete on appraisal_projects to keyan_app;
alter table appraisal_projects enable row level security;
alter table appraisal_projects force row level security;
create policy tenant on appraisal_projects using (tenant_id = current_setting('app.tenant', true));
