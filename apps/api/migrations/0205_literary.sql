-- Literary creations, a kind of achievement: their records, authors and supporting projects.

create table wenyichuangzuo (
  tenant_id character varying(12) not null,
  id bigint not null,
  work_name text,
  display_way text,
  display_level text,
  publish_date date,
  award_info text,
  description text,
  occasion text,
  literary_type text,
  carrier text,
  host_unit text,
  place text,
  word_count numeric(10,1),
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
comment on column wenyichuangzuo.search_text is 'work_name, carrier, first_author, author_names';
create index wenyichuangzuo_order on wenyichuangzuo (tenant_id, publish_date desc nulls last, id desc) where is_deleted = 0;
create index wenyichuangzuo_listed on wenyichuangzuo (tenant_id, audit_status, publish_date desc nulls last, id desc, create_user, fk_dept_id, display_way, display_level, literary_type, school_sign, stat_year) where is_deleted = 0;
create index wenyichuangzuo_count on wenyichuangzuo (tenant_id, audit_status, create_user) where is_deleted = 0;
create index wenyichuangzuo_create_user_order on wenyichuangzuo (tenant_id, create_user, publish_date desc nulls last, id desc) where is_deleted = 0;
create index wenyichuangzuo_fk_dept_id_order on wenyichuangzuo (tenant_id, fk_dept_id, publish_date desc nulls last, id desc, audit_status, create_user, display_way, display_level, literary_type, school_sign, stat_year) where is_deleted = 0;
create index wenyichuangzuo_by_dw_dl_lt_ss_fdi on wenyichuangzuo (tenant_id, audit_status, display_way, display_level, literary_type, school_sign, fk_dept_id, publish_date desc nulls last, id desc) where is_deleted = 0;
create index wenyichuangzuo_by_dw_dl_lt_ss_sy on wenyichuangzuo (tenant_id, audit_status, display_way, display_level, literary_type, school_sign, stat_year, publish_date desc nulls last, id desc) where is_deleted = 0;
create index wenyichuangzuo_by_fdi_sy on wenyichuangzuo (tenant_id, audit_status, fk_dept_id, stat_year, publish_date desc nulls last, id desc) where is_deleted = 0;
create index wenyichuangzuo_count_stat_year on wenyichuangzuo (tenant_id, audit_status, stat_year) where is_deleted = 0;
create index wenyichuangzuo_search on wenyichuangzuo using gin (search_text gin_trgm_ops) where is_deleted = 0;
create unique index wenyichuangzuo_occasion_unique on wenyichuangzuo (tenant_id, occasion_key) where is_deleted = 0 and audit_status in ('1', '2');
grant select, insert, update, delete on wenyichuangzuo to keyan_app;
alter table wenyichuangzuo enable row level security;
alter table wenyichuangzuo force row level security;
create policy tenant on wenyichuangzuo using (tenant_id = current_setting('app.tenant', true));

create table wenyichuangzuo_authors (
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
  foreign key (tenant_id, parent_id) references wenyichuangzuo (tenant_id, id)
);
create index wenyichuangzuo_authors_parent on wenyichuangzuo_authors (tenant_id, parent_id, sort_order);
create index wenyichuangzuo_authors_user_id on wenyichuangzuo_authors (tenant_id, user_id, parent_id);
grant select, insert, update, delete on wenyichuangzuo_authors to keyan_app;
alter table wenyichuangzuo_authors enable row level security;
alter table wenyichuangzuo_authors force row level security;
create policy tenant on wenyichuangzuo_authors using (tenant_id = current_setting('app.tenant', true));

create table wenyichuangzuo_projects (
  tenant_id character varying(12) not null,
  id bigint not null,
  parent_id bigint not null,
  sort_order integer not null,
  program_id bigint,
  program_num text,
  program_name text,
  is_marked text,
  primary key (tenant_id, id),
  foreign key (tenant_id, parent_id) references wenyichuangzuo (tenant_id, id)
);
create index wenyichuangzuo_projects_parent on wenyichuangzuo_projects (tenant_id, parent_id, sort_order);
create index wenyichuangzuo_projects_program_id on wenyichuangzuo_projects (tenant_id, program_id, parent_id);
grant select, insert, update, delete on wenyichuangzuo_projects to keyan_app;
alter table wenyichuangzuo_projects enable row level security;
alter table wenyichuangzuo_projects force row level security;
create policy tenant on wenyichuangzuo_projects using (tenant_id = current_setting('app.tenant', true));
