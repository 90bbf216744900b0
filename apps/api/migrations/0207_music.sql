-- Music works, a kind of achievement: their records, authors and supporting projects.

create table yyzp (
  tenant_id character varying(12) not null,
  id bigint not null,
  work_name text,
  display_way text,
  display_level text,
  publish_date date,
  award_info text,
  description text,
  occasion text,
  music_type text,
  duration numeric(10,1),
  lyricist text,
  performer text,
  carrier text,
  host_unit text,
  place text,
  is_solo text,
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
  search_text text generated always as (lower(coalesce(work_name, '') || ' ' || coalesce(carrier, '') || ' ' || coalesce(first_author, '') || ' ' || coalesce(author_names, ''))) stored,
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
comment on column yyzp.search_text is 'work_name, carrier, first_author, author_names';
create index yyzp_order on yyzp (tenant_id, publish_date desc nulls last, id desc) where is_deleted = 0;
create index yyzp_listed on yyzp (tenant_id, audit_status, publish_date desc nulls last, id desc, create_user, fk_dept_id, display_way, display_level, music_type, school_sign, stat_year) where is_deleted = 0;
create index yyzp_count on yyzp (tenant_id, audit_status, create_user) where is_deleted = 0;
create index yyzp_create_user_order on yyzp (tenant_id, create_user, publish_date desc nulls last, id desc) where is_deleted = 0;
create index yyzp_fk_dept_id_order on yyzp (tenant_id, fk_dept_id, publish_date desc nulls last, id desc, audit_status, create_user, display_way, display_level, music_type, school_sign, stat_year) where is_deleted = 0;
create index yyzp_by_dw_dl_mt_ss_fdi on yyzp (tenant_id, audit_status, display_way, display_level, music_type, school_sign, fk_dept_id, publish_date desc nulls last, id desc) where is_deleted = 0;
create index yyzp_by_dw_dl_mt_ss_sy on yyzp (tenant_id, audit_status, display_way, display_level, music_type, school_sign, stat_year, publish_date desc nulls last, id desc) where is_deleted = 0;
create index yyzp_by_fdi_sy on yyzp (tenant_id, audit_status, fk_dept_id, stat_year, publish_date desc nulls last, id desc) where is_deleted = 0;
create index yyzp_count_stat_year on yyzp (tenant_id, audit_status, stat_year) where is_deleted = 0;
create index yyzp_search on yyzp using gin (search_text gin_trgm_ops) where is_deleted = 0;
create unique index yyzp_occasion_unique on yyzp (tenant_id, occasion_key) where is_deleted = 0 and audit_status in ('1', '2');
grant select, insert, update, delete on yyzp to keyan_app;
alter table yyzp enable row level security;
alter table yyzp force row level security;
create policy tenant on yyzp using (tenant_id = current_setting('app.tenant', true));

create table yyzp_authors (
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
  foreign key (tenant_id, parent_id) references yyzp (tenant_id, id)
);
create index yyzp_authors_parent on yyzp_authors (tenant_id, parent_id, sort_order);
create index yyzp_authors_user_id on yyzp_authors (tenant_id, user_id, parent_id);
grant select, insert, update, delete on yyzp_authors to keyan_app;
alter table yyzp_authors enable row level security;
alter table yyzp_authors force row level security;
create policy tenant on yyzp_authors using (tenant_id = current_setting('app.tenant', true));

create table yyzp_projects (
  tenant_id character varying(12) not null,
  id bigint not null,
  parent_id bigint not null,
  sort_order integer not null,
  program_id bigint,
  program_num text,
  program_name text,
  is_marked text,
  primary key (tenant_id, id),
  foreign key (tenant_id, parent_id) references yyzp (tenant_id, id)
);
create index yyzp_projects_parent on yyzp_projects (tenant_id, parent_id, sort_order);
create index yyzp_projects_program_id on yyzp_projects (tenant_id, program_id, parent_id);
grant select, insert, update, delete on yyzp_projects to keyan_app;
alter table yyzp_projects enable row level security;
alter table yyzp_projects force row level security;
create policy tenant on yyzp_projects using (tenant_id = current_setting('app.tenant', true));
