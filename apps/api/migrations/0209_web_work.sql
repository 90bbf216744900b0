-- Internet culture, a kind of achievement: its records, authors and supporting projects.

create table yxhlwwhdj (
  tenant_id character varying(12) not null,
  id bigint not null,
  work_name text,
  web_work_type text,
  platform_name text,
  platform_level text,
  publish_date date,
  url text,
  word_count numeric(10,1),
  read_num integer,
  forward_num integer,
  like_num integer,
  stat_date date,
  reprint_media text,
  is_selected text,
  award_info text,
  equal_level text,
  description text,
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
  url_key text,
  search_text text generated always as (lower(coalesce(work_name, '') || ' ' || coalesce(platform_name, '') || ' ' || coalesce(first_author, '') || ' ' || coalesce(author_names, ''))) stored,
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
comment on column yxhlwwhdj.search_text is 'work_name, platform_name, first_author, author_names';
create index yxhlwwhdj_order on yxhlwwhdj (tenant_id, publish_date desc nulls last, id desc) where is_deleted = 0;
create index yxhlwwhdj_listed on yxhlwwhdj (tenant_id, audit_status, publish_date desc nulls last, id desc, create_user, fk_dept_id, web_work_type, platform_level, equal_level, school_sign, stat_year) where is_deleted = 0;
create index yxhlwwhdj_count on yxhlwwhdj (tenant_id, audit_status, create_user) where is_deleted = 0;
create index yxhlwwhdj_create_user_order on yxhlwwhdj (tenant_id, create_user, publish_date desc nulls last, id desc) where is_deleted = 0;
create index yxhlwwhdj_fk_dept_id_order on yxhlwwhdj (tenant_id, fk_dept_id, publish_date desc nulls last, id desc, audit_status, create_user, web_work_type, platform_level, equal_level, school_sign, stat_year) where is_deleted = 0;
create index yxhlwwhdj_by_wwt_pl_el_ss_fdi on yxhlwwhdj (tenant_id, audit_status, web_work_type, platform_level, equal_level, school_sign, fk_dept_id, publish_date desc nulls last, id desc) where is_deleted = 0;
create index yxhlwwhdj_by_wwt_pl_el_ss_sy on yxhlwwhdj (tenant_id, audit_status, web_work_type, platform_level, equal_level, school_sign, stat_year, publish_date desc nulls last, id desc) where is_deleted = 0;
create index yxhlwwhdj_by_fdi_sy on yxhlwwhdj (tenant_id, audit_status, fk_dept_id, stat_year, publish_date desc nulls last, id desc) where is_deleted = 0;
create index yxhlwwhdj_count_stat_year on yxhlwwhdj (tenant_id, audit_status, stat_year) where is_deleted = 0;
create index yxhlwwhdj_search on yxhlwwhdj using gin (search_text gin_trgm_ops) where is_deleted = 0;
create unique index yxhlwwhdj_url_unique on yxhlwwhdj (tenant_id, url_key) where is_deleted = 0 and audit_status in ('1', '2');
grant select, insert, update, delete on yxhlwwhdj to keyan_app;
alter table yxhlwwhdj enable row level security;
alter table yxhlwwhdj force row level security;
create policy tenant on yxhlwwhdj using (tenant_id = current_setting('app.tenant', true));

create table yxhlwwhdj_authors (
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
  foreign key (tenant_id, parent_id) references yxhlwwhdj (tenant_id, id)
);
create index yxhlwwhdj_authors_parent on yxhlwwhdj_authors (tenant_id, parent_id, sort_order);
create index yxhlwwhdj_authors_user_id on yxhlwwhdj_authors (tenant_id, user_id, parent_id);
grant select, insert, update, delete on yxhlwwhdj_authors to keyan_app;
alter table yxhlwwhdj_authors enable row level security;
alter table yxhlwwhdj_authors force row level security;
create policy tenant on yxhlwwhdj_authors using (tenant_id = current_setting('app.tenant', true));

create table yxhlwwhdj_projects (
  tenant_id character varying(12) not null,
  id bigint not null,
  parent_id bigint not null,
  sort_order integer not null,
  program_id bigint,
  program_num text,
  program_name text,
  is_marked text,
  primary key (tenant_id, id),
  foreign key (tenant_id, parent_id) references yxhlwwhdj (tenant_id, id)
);
create index yxhlwwhdj_projects_parent on yxhlwwhdj_projects (tenant_id, parent_id, sort_order);
create index yxhlwwhdj_projects_program_id on yxhlwwhdj_projects (tenant_id, program_id, parent_id);
grant select, insert, update, delete on yxhlwwhdj_projects to keyan_app;
alter table yxhlwwhdj_projects enable row level security;
alter table yxhlwwhdj_projects force row level security;
create policy tenant on yxhlwwhdj_projects using (tenant_id = current_setting('app.tenant', true));
