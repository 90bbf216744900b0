-- Requests to file a patent, and the request that a patent comes from.
alter table patent add column declare_id bigint;
alter table patent add column declare_num text;
alter table patent add column declare_name text;
alter table patent add column accept_num text;
alter table patent add column accept_date date;
alter table patent drop column search_text;
alter table patent add column search_text text generated always as (lower(coalesce(declare_num, '') || ' ' || coalesce(declare_name, '') || ' ' || coalesce(accept_num, '') || ' ' || coalesce(patent_name, '') || ' ' || coalesce(apply_num, '') || ' ' || coalesce(public_num, '') || ' ' || coalesce(grant_num, '') || ' ' || coalesce(applicants, '') || ' ' || coalesce(first_author, '') || ' ' || coalesce(author_names, ''))) stored;
comment on column patent.search_text is 'declare_num, declare_name, accept_num, patent_name, apply_num, public_num, grant_num, applicants, first_author, author_names';
create index patent_declare_id on patent (tenant_id, declare_id) where is_deleted = 0;
create index patent_search on patent using gin (search_text gin_trgm_ops) where is_deleted = 0;
create table patent_declaration (
  tenant_id character varying(12) not null,
  id bigint not null,
  declare_num text,
  patent_name text,
  patent_type text,
  tech_field text,
  is_first_apply text,
  novelty text,
  background text,
  scheme text,
  is_published text,
  publish_note text,
  market_value text,
  is_co_apply text,
  co_applicants text,
  fee_source text,
  fee_program_id bigint,
  agency text,
  urgent text,
  apply_num text,
  accept_date date,
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
  search_text text generated always as (lower(coalesce(declare_num, '') || ' ' || coalesce(patent_name, '') || ' ' || coalesce(apply_num, '') || ' ' || coalesce(first_author, '') || ' ' || coalesce(author_names, ''))) stored,
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
comment on column patent_declaration.search_text is 'declare_num, patent_name, apply_num, first_author, author_names';
create index patent_declaration_order on patent_declaration (tenant_id, create_time desc nulls last, id desc) where is_deleted = 0;
create index patent_declaration_listed on patent_declaration (tenant_id, audit_status, create_time desc nulls last, id desc, create_user, fk_dept_id, patent_type, tech_field, fee_source, urgent) where is_deleted = 0;
create index patent_declaration_count on patent_declaration (tenant_id, audit_status, create_user) where is_deleted = 0;
create index patent_declaration_create_user_order on patent_declaration (tenant_id, create_user, create_time desc nulls last, id desc) where is_deleted = 0;
create index patent_declaration_fk_dept_id_order on patent_declaration (tenant_id, fk_dept_id, create_time desc nulls last, id desc, audit_status, create_user, patent_type, tech_field, fee_source, urgent) where is_deleted = 0;
create index patent_declaration_by_pt_tf_fs_u_fdi on patent_declaration (tenant_id, audit_status, patent_type, tech_field, fee_source, urgent, fk_dept_id, create_time desc nulls last, id desc) where is_deleted = 0;
create index patent_declaration_fee_program_id on patent_declaration (tenant_id, fee_program_id) where is_deleted = 0;
create index patent_declaration_search on patent_declaration using gin (search_text gin_trgm_ops) where is_deleted = 0;
grant select, insert, update, delete on patent_declaration to keyan_app;
alter table patent_declaration enable row level security;
alter table patent_declaration force row level security;
create policy tenant on patent_declaration using (tenant_id = current_setting('app.tenant', true));

create table patent_declaration_authors (
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
  foreign key (tenant_id, parent_id) references patent_declaration (tenant_id, id)
);
create index patent_declaration_authors_parent on patent_declaration_authors (tenant_id, parent_id, sort_order);
create index patent_declaration_authors_user_id on patent_declaration_authors (tenant_id, user_id, parent_id);
grant select, insert, update, delete on patent_declaration_authors to keyan_app;
alter table patent_declaration_authors enable row level security;
alter table patent_declaration_authors force row level security;
create policy tenant on patent_declaration_authors using (tenant_id = current_setting('app.tenant', true));

create table patent_declaration_projects (
  tenant_id character varying(12) not null,
  id bigint not null,
  parent_id bigint not null,
  sort_order integer not null,
  program_id bigint,
  program_num text,
  program_name text,
  is_marked text,
  primary key (tenant_id, id),
  foreign key (tenant_id, parent_id) references patent_declaration (tenant_id, id)
);
create index patent_declaration_projects_parent on patent_declaration_projects (tenant_id, parent_id, sort_order);
create index patent_declaration_projects_program_id on patent_declaration_projects (tenant_id, program_id, parent_id);
grant select, insert, update, delete on patent_declaration_projects to keyan_app;
alter table patent_declaration_projects enable row level security;
alter table patent_declaration_projects force row level security;
create policy tenant on patent_declaration_projects using (tenant_id = current_setting('app.tenant', true));

