-- Sports achievements, a kind of achievement: their records, authors and supporting projects.

create table tycgdj (
  tenant_id character varying(12) not null,
  id bigint not null,
  ach_name text,
  sport_type text,
  match_name text,
  sport_level text,
  event_name text,
  ranking text,
  result text,
  is_record text,
  host_unit text,
  match_date date,
  place text,
  identity text,
  student_names text,
  cert_num text,
  occasion text,
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
  occasion_key text,
  search_text text generated always as (lower(coalesce(ach_name, '') || ' ' || coalesce(match_name, '') || ' ' || coalesce(first_author, '') || ' ' || coalesce(author_names, ''))) stored,
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
comment on column tycgdj.search_text is 'ach_name, match_name, first_author, author_names';
create index tycgdj_order on tycgdj (tenant_id, match_date desc nulls last, id desc) where is_deleted = 0;
create index tycgdj_listed on tycgdj (tenant_id, audit_status, match_date desc nulls last, id desc, create_user, fk_dept_id, sport_type, sport_level, school_sign, stat_year) where is_deleted = 0;
create index tycgdj_count on tycgdj (tenant_id, audit_status, create_user) where is_deleted = 0;
create index tycgdj_create_user_order on tycgdj (tenant_id, create_user, match_date desc nulls last, id desc) where is_deleted = 0;
create index tycgdj_fk_dept_id_order on tycgdj (tenant_id, fk_dept_id, match_date desc nulls last, id desc, audit_status, create_user, sport_type, sport_level, school_sign, stat_year) where is_deleted = 0;
create index tycgdj_by_st_sl_ss_fdi_sy on tycgdj (tenant_id, audit_status, sport_type, sport_level, school_sign, fk_dept_id, stat_year, match_date desc nulls last, id desc) where is_deleted = 0;
create index tycgdj_count_stat_year on tycgdj (tenant_id, audit_status, stat_year) where is_deleted = 0;
create index tycgdj_search on tycgdj using gin (search_text gin_trgm_ops) where is_deleted = 0;
create unique index tycgdj_occasion_unique on tycgdj (tenant_id, occasion_key) where is_deleted = 0 and audit_status in ('1', '2');
grant select, insert, update, delete on tycgdj to keyan_app;
alter table tycgdj enable row level security;
alter table tycgdj force row level security;
create policy tenant on tycgdj using (tenant_id = current_setting('app.tenant', true));

create table tycgdj_authors (
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
  foreign key (tenant_id, parent_id) references tycgdj (tenant_id, id)
);
create index tycgdj_authors_parent on tycgdj_authors (tenant_id, parent_id, sort_order);
create index tycgdj_authors_user_id on tycgdj_authors (tenant_id, user_id, parent_id);
grant select, insert, update, delete on tycgdj_authors to keyan_app;
alter table tycgdj_authors enable row level security;
alter table tycgdj_authors force row level security;
create policy tenant on tycgdj_authors using (tenant_id = current_setting('app.tenant', true));

create table tycgdj_projects (
  tenant_id character varying(12) not null,
  id bigint not null,
  parent_id bigint not null,
  sort_order integer not null,
  program_id bigint,
  program_num text,
  program_name text,
  is_marked text,
  primary key (tenant_id, id),
  foreign key (tenant_id, parent_id) references tycgdj (tenant_id, id)
);
create index tycgdj_projects_parent on tycgdj_projects (tenant_id, parent_id, sort_order);
create index tycgdj_projects_program_id on tycgdj_projects (tenant_id, program_id, parent_id);
grant select, insert, update, delete on tycgdj_projects to keyan_app;
alter table tycgdj_projects enable row level security;
alter table tycgdj_projects force row level security;
create policy tenant on tycgdj_projects using (tenant_id = current_setting('app.tenant', true));
