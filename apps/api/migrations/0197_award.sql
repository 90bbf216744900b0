-- Awards, a kind of achievement: its records, their units, authors and supporting projects.

create table award (
  tenant_id character varying(12) not null,
  id bigint not null,
  award_num text,
  award_name text,
  ach_name text,
  award_type text,
  award_level text,
  award_grade text,
  award_unit text,
  award_date date,
  cert_num text,
  result_form text,
  paper_id bigint,
  book_id bigint,
  unit_sort integer,
  unit_num integer,
  is_first_unit text,
  bonus numeric(18,2),
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
  ach_name_key text,
  search_text text generated always as (lower(coalesce(award_num, '') || ' ' || coalesce(award_name, '') || ' ' || coalesce(ach_name, '') || ' ' || coalesce(award_unit, '') || ' ' || coalesce(cert_num, '') || ' ' || coalesce(first_author, '') || ' ' || coalesce(author_names, ''))) stored,
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
comment on column award.search_text is 'award_num, award_name, ach_name, award_unit, cert_num, first_author, author_names';
create index award_order on award (tenant_id, award_date desc nulls last, id desc) where is_deleted = 0;
create index award_listed on award (tenant_id, audit_status, award_date desc nulls last, id desc, create_user, fk_dept_id, award_type, award_level, award_grade, subject_class, discipline, school_sign, stat_year, data_source) where is_deleted = 0;
create index award_count on award (tenant_id, audit_status, create_user) where is_deleted = 0;
create index award_create_user_order on award (tenant_id, create_user, award_date desc nulls last, id desc) where is_deleted = 0;
create index award_fk_dept_id_order on award (tenant_id, fk_dept_id, award_date desc nulls last, id desc, audit_status, create_user, award_type, award_level, award_grade, subject_class, discipline, school_sign, stat_year, data_source) where is_deleted = 0;
create index award_by_at_al_ag_sc_ss on award (tenant_id, audit_status, award_type, award_level, award_grade, subject_class, school_sign, award_date desc nulls last, id desc) where is_deleted = 0;
create index award_by_at_ds_fdi_d_sy on award (tenant_id, audit_status, award_type, data_source, fk_dept_id, discipline, stat_year, award_date desc nulls last, id desc) where is_deleted = 0;
create index award_by_al_ag_sc_ds_fdi on award (tenant_id, audit_status, award_level, award_grade, subject_class, data_source, fk_dept_id, award_date desc nulls last, id desc) where is_deleted = 0;
create index award_by_al_ag_sc_d_sy on award (tenant_id, audit_status, award_level, award_grade, subject_class, discipline, stat_year, award_date desc nulls last, id desc) where is_deleted = 0;
create index award_by_ss_ds_fdi_d_sy on award (tenant_id, audit_status, school_sign, data_source, fk_dept_id, discipline, stat_year, award_date desc nulls last, id desc) where is_deleted = 0;
create index award_count_stat_year on award (tenant_id, audit_status, stat_year) where is_deleted = 0;
create index award_paper_id on award (tenant_id, paper_id) where is_deleted = 0;
create index award_book_id on award (tenant_id, book_id) where is_deleted = 0;
create index award_search on award using gin (search_text gin_trgm_ops) where is_deleted = 0;
create unique index award_ach_name_unique on award (tenant_id, ach_name_key) where is_deleted = 0 and audit_status in ('1', '2');
grant select, insert, update, delete on award to keyan_app;
alter table award enable row level security;
alter table award force row level security;
create policy tenant on award using (tenant_id = current_setting('app.tenant', true));

create table award_units (
  tenant_id character varying(12) not null,
  id bigint not null,
  parent_id bigint not null,
  sort_order integer not null,
  sort integer,
  unit_name text,
  primary key (tenant_id, id),
  foreign key (tenant_id, parent_id) references award (tenant_id, id)
);
create index award_units_parent on award_units (tenant_id, parent_id, sort_order);
grant select, insert, update, delete on award_units to keyan_app;
alter table award_units enable row level security;
alter table award_units force row level security;
create policy tenant on award_units using (tenant_id = current_setting('app.tenant', true));

create table award_authors (
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
  foreign key (tenant_id, parent_id) references award (tenant_id, id)
);
create index award_authors_parent on award_authors (tenant_id, parent_id, sort_order);
create index award_authors_user_id on award_authors (tenant_id, user_id, parent_id);
grant select, insert, update, delete on award_authors to keyan_app;
alter table award_authors enable row level security;
alter table award_authors force row level security;
create policy tenant on award_authors using (tenant_id = current_setting('app.tenant', true));

create table award_projects (
  tenant_id character varying(12) not null,
  id bigint not null,
  parent_id bigint not null,
  sort_order integer not null,
  program_id bigint,
  program_num text,
  program_name text,
  is_marked text,
  primary key (tenant_id, id),
  foreign key (tenant_id, parent_id) references award (tenant_id, id)
);
create index award_projects_parent on award_projects (tenant_id, parent_id, sort_order);
create index award_projects_program_id on award_projects (tenant_id, program_id, parent_id);
grant select, insert, update, delete on award_projects to keyan_app;
alter table award_projects enable row level security;
alter table award_projects force row level security;
create policy tenant on award_projects using (tenant_id = current_setting('app.tenant', true));
