-- Art works, a kind of achievement: its records, their authors and supporting projects.

create table art (
  tenant_id character varying(12) not null,
  id bigint not null,
  work_name text,
  display_way text,
  display_level text,
  publish_date date,
  award_info text,
  description text,
  occasion text,
  art_type text,
  create_date date,
  size text,
  material text,
  exhibit_name text,
  host_unit text,
  place text,
  is_collected text,
  collect_unit text,
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
  search_text text generated always as (lower(coalesce(work_name, '') || ' ' || coalesce(exhibit_name, '') || ' ' || coalesce(first_author, '') || ' ' || coalesce(author_names, ''))) stored,
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
comment on column art.search_text is 'work_name, exhibit_name, first_author, author_names';
create index art_order on art (tenant_id, publish_date desc nulls last, id desc) where is_deleted = 0;
create index art_listed on art (tenant_id, audit_status, publish_date desc nulls last, id desc, create_user, fk_dept_id, display_way, display_level, art_type, school_sign, stat_year) where is_deleted = 0;
create index art_count on art (tenant_id, audit_status, create_user) where is_deleted = 0;
create index art_create_user_order on art (tenant_id, create_user, publish_date desc nulls last, id desc) where is_deleted = 0;
create index art_fk_dept_id_order on art (tenant_id, fk_dept_id, publish_date desc nulls last, id desc, audit_status, create_user, display_way, display_level, art_type, school_sign, stat_year) where is_deleted = 0;
create index art_by_dw_dl_at_ss_fdi on art (tenant_id, audit_status, display_way, display_level, art_type, school_sign, fk_dept_id, publish_date desc nulls last, id desc) where is_deleted = 0;
create index art_by_dw_dl_at_ss_sy on art (tenant_id, audit_status, display_way, display_level, art_type, school_sign, stat_year, publish_date desc nulls last, id desc) where is_deleted = 0;
create index art_by_fdi_sy on art (tenant_id, audit_status, fk_dept_id, stat_year, publish_date desc nulls last, id desc) where is_deleted = 0;
create index art_count_stat_year on art (tenant_id, audit_status, stat_year) where is_deleted = 0;
create index art_search on art using gin (search_text gin_trgm_ops) where is_deleted = 0;
create unique index art_occasion_unique on art (tenant_id, occasion_key) where is_deleted = 0 and audit_status in ('1', '2');
grant select, insert, update, delete on art to keyan_app;
alter table art enable row level security;
alter table art force row level security;
create policy tenant on art using (tenant_id = current_setting('app.tenant', true));

create table art_authors (
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
  foreign key (tenant_id, parent_id) references art (tenant_id, id)
);
create index art_authors_parent on art_authors (tenant_id, parent_id, sort_order);
create index art_authors_user_id on art_authors (tenant_id, user_id, parent_id);
grant select, insert, update, delete on art_authors to keyan_app;
alter table art_authors enable row level security;
alter table art_authors force row level security;
create policy tenant on art_authors using (tenant_id = current_setting('app.tenant', true));

create table art_projects (
  tenant_id character varying(12) not null,
  id bigint not null,
  parent_id bigint not null,
  sort_order integer not null,
  program_id bigint,
  program_num text,
  program_name text,
  is_marked text,
  primary key (tenant_id, id),
  foreign key (tenant_id, parent_id) references art (tenant_id, id)
);
create index art_projects_parent on art_projects (tenant_id, parent_id, sort_order);
create index art_projects_program_id on art_projects (tenant_id, program_id, parent_id);
grant select, insert, update, delete on art_projects to keyan_app;
alter table art_projects enable row level security;
alter table art_projects force row level security;
create policy tenant on art_projects using (tenant_id = current_setting('app.tenant', true));

