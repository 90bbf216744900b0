-- Papers, journals, projects and personnel, as their definitions ask for them (npm run plan).

create table paper (
  tenant_id character varying(12) not null,
  id bigint not null,
  paper_num text,
  art_name text,
  art_name_en text,
  paper_type text,
  publish_language text,
  journal_id bigint,
  journal_name text,
  issn text,
  cn text,
  publish_date date,
  online_date date,
  volume text,
  issue text,
  pages text,
  article_no text,
  doi text,
  word_count numeric(11,2),
  publish_scope text,
  journal_level text,
  index_types text[],
  jcr_zone text,
  cas_zone text,
  is_top text,
  impact_factor numeric(12,3),
  cited_num integer,
  is_esi text,
  reprint_types text[],
  conf_name text,
  conf_date date,
  conf_place text,
  conf_level text,
  keywords text,
  abstract_text text,
  first_author_role text,
  corr_authors text,
  is_inter_coop text,
  is_o_a text,
  url text,
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
  art_name_key text,
  doi_key text,
  search_text text generated always as (lower(coalesce(paper_num, '') || ' ' || coalesce(art_name, '') || ' ' || coalesce(art_name_en, '') || ' ' || coalesce(journal_name, '') || ' ' || coalesce(doi, '') || ' ' || coalesce(first_author, '') || ' ' || coalesce(author_names, ''))) stored,
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
comment on column paper.search_text is 'paper_num, art_name, art_name_en, journal_name, doi, first_author, author_names';
create index paper_order on paper (tenant_id, publish_date desc nulls last, id desc) where is_deleted = 0;
create index paper_status on paper (tenant_id, audit_status, publish_date desc nulls last, id desc) where is_deleted = 0;
create index paper_count on paper (tenant_id, audit_status, create_user) where is_deleted = 0;
create index paper_count_paper_type on paper (tenant_id, audit_status, paper_type) where is_deleted = 0;
create index paper_count_journal_level on paper (tenant_id, audit_status, journal_level) where is_deleted = 0;
create index paper_count_jcr_zone on paper (tenant_id, audit_status, jcr_zone) where is_deleted = 0;
create index paper_count_cas_zone on paper (tenant_id, audit_status, cas_zone) where is_deleted = 0;
create index paper_count_first_author_role on paper (tenant_id, audit_status, first_author_role) where is_deleted = 0;
create index paper_count_fk_dept_id on paper (tenant_id, audit_status, fk_dept_id) where is_deleted = 0;
create index paper_count_subject_class on paper (tenant_id, audit_status, subject_class) where is_deleted = 0;
create index paper_count_discipline on paper (tenant_id, audit_status, discipline) where is_deleted = 0;
create index paper_count_school_sign on paper (tenant_id, audit_status, school_sign) where is_deleted = 0;
create index paper_count_stat_year on paper (tenant_id, audit_status, stat_year) where is_deleted = 0;
create index paper_count_data_source on paper (tenant_id, audit_status, data_source) where is_deleted = 0;
create index paper_create_user_order on paper (tenant_id, create_user, publish_date desc nulls last, id desc) where is_deleted = 0;
create index paper_fk_dept_id_order on paper (tenant_id, fk_dept_id, publish_date desc nulls last, id desc) where is_deleted = 0;
create index paper_journal_id on paper (tenant_id, journal_id) where is_deleted = 0;
create index paper_search on paper using gin (search_text gin_trgm_ops) where is_deleted = 0;
create unique index paper_art_name_unique on paper (tenant_id, art_name_key) where is_deleted = 0 and audit_status in ('1', '2');
create unique index paper_doi_unique on paper (tenant_id, doi_key) where is_deleted = 0 and audit_status in ('1', '2');
grant select, insert, update, delete on paper to keyan_app;
alter table paper enable row level security;
alter table paper force row level security;
create policy tenant on paper using (tenant_id = current_setting('app.tenant', true));

create table paper_index_records (
  tenant_id character varying(12) not null,
  id bigint not null,
  parent_id bigint not null,
  sort_order integer not null,
  index_type text,
  index_num text,
  index_date date,
  primary key (tenant_id, id),
  foreign key (tenant_id, parent_id) references paper (tenant_id, id)
);
create index paper_index_records_parent on paper_index_records (tenant_id, parent_id, sort_order);
grant select, insert, update, delete on paper_index_records to keyan_app;
alter table paper_index_records enable row level security;
alter table paper_index_records force row level security;
create policy tenant on paper_index_records using (tenant_id = current_setting('app.tenant', true));

create table paper_authors (
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
  foreign key (tenant_id, parent_id) references paper (tenant_id, id)
);
create index paper_authors_parent on paper_authors (tenant_id, parent_id, sort_order);
create index paper_authors_user_id on paper_authors (tenant_id, user_id);
grant select, insert, update, delete on paper_authors to keyan_app;
alter table paper_authors enable row level security;
alter table paper_authors force row level security;
create policy tenant on paper_authors using (tenant_id = current_setting('app.tenant', true));

create table paper_projects (
  tenant_id character varying(12) not null,
  id bigint not null,
  parent_id bigint not null,
  sort_order integer not null,
  program_id bigint,
  program_num text,
  program_name text,
  is_marked text,
  primary key (tenant_id, id),
  foreign key (tenant_id, parent_id) references paper (tenant_id, id)
);
create index paper_projects_parent on paper_projects (tenant_id, parent_id, sort_order);
create index paper_projects_program_id on paper_projects (tenant_id, program_id);
grant select, insert, update, delete on paper_projects to keyan_app;
alter table paper_projects enable row level security;
alter table paper_projects force row level security;
create policy tenant on paper_projects using (tenant_id = current_setting('app.tenant', true));

create table journal (
  tenant_id character varying(12) not null,
  id bigint not null,
  journal_name text,
  journal_name_en text,
  abbr text,
  issn text,
  eissn text,
  cn text,
  publisher text,
  publish_place text,
  language text,
  publish_scope text,
  journal_level text,
  index_types text[],
  jcr_zone text,
  cas_zone text,
  cas_category text,
  is_top text,
  impact_factor numeric(12,3),
  is_warning text,
  year smallint,
  status text,
  search_text text generated always as (lower(coalesce(journal_name, '') || ' ' || coalesce(journal_name_en, '') || ' ' || coalesce(abbr, '') || ' ' || coalesce(issn, ''))) stored,
  create_user bigint not null,
  create_dept bigint,
  create_time timestamp with time zone not null,
  update_user bigint not null,
  update_time timestamp with time zone not null,
  is_deleted smallint not null default 0,
  version integer not null default 1,
  primary key (tenant_id, id)
);
comment on column journal.search_text is 'journal_name, journal_name_en, abbr, issn';
create index journal_order on journal (tenant_id, journal_name collate "zh-x-icu" asc nulls first, id asc) where is_deleted = 0;
create index journal_search on journal using gin (search_text gin_trgm_ops) where is_deleted = 0;
grant select, insert, update, delete on journal to keyan_app;
alter table journal enable row level security;
alter table journal force row level security;
create policy tenant on journal using (tenant_id = current_setting('app.tenant', true));

create table program (
  tenant_id character varying(12) not null,
  id bigint not null,
  program_name text,
  program_num text,
  program_kind text,
  level text,
  program_leader bigint,
  department_id bigint,
  funds numeric(18,2),
  start_date date,
  end_date date,
  status text,
  search_text text generated always as (lower(coalesce(program_name, '') || ' ' || coalesce(program_num, ''))) stored,
  create_user bigint not null,
  create_dept bigint,
  create_time timestamp with time zone not null,
  update_user bigint not null,
  update_time timestamp with time zone not null,
  is_deleted smallint not null default 0,
  version integer not null default 1,
  primary key (tenant_id, id)
);
comment on column program.search_text is 'program_name, program_num';
create index program_order on program (tenant_id, start_date desc nulls last, id desc) where is_deleted = 0;
create index program_program_leader on program (tenant_id, program_leader) where is_deleted = 0;
create index program_department_id on program (tenant_id, department_id) where is_deleted = 0;
create index program_search on program using gin (search_text gin_trgm_ops) where is_deleted = 0;
grant select, insert, update, delete on program to keyan_app;
alter table program enable row level security;
alter table program force row level security;
create policy tenant on program using (tenant_id = current_setting('app.tenant', true));

create table personnel (
  tenant_id character varying(12) not null,
  id bigint not null,
  subject_class text,
  sorter text,
  fk_dept_id bigint,
  job_num text,
  appointment_time date,
  name text,
  english_name text,
  name_used text,
  account text,
  dwmc text,
  sex text,
  birth_date date,
  id_number text,
  birthplace text,
  nationality text,
  nation text,
  poli_status text,
  education text,
  tl_degree text,
  ranks text,
  subject_title text,
  relevant_discipline text,
  major text,
  job_category text,
  position text,
  duty text,
  research_direction text,
  further_education text,
  academic_part_time text,
  academic_expertise text,
  email text,
  office_phone text,
  fax text,
  phone text,
  qq_number text,
  postcode text,
  is_doctoral text,
  is_statistics text,
  zzzt text,
  first_foreign_language text,
  first_language_level text,
  second_foreign_language text,
  second_language_level text,
  website text,
  contact_address text,
  intro text,
  orcid text,
  scopus_id text,
  researcher_id text,
  name_variants text,
  job_num_key text,
  search_text text generated always as (lower(coalesce(job_num, '') || ' ' || coalesce(name, '') || ' ' || coalesce(english_name, '') || ' ' || coalesce(research_direction, '') || ' ' || coalesce(name_variants, ''))) stored,
  create_user bigint not null,
  create_dept bigint,
  create_time timestamp with time zone not null,
  update_user bigint not null,
  update_time timestamp with time zone not null,
  is_deleted smallint not null default 0,
  version integer not null default 1,
  primary key (tenant_id, id)
);
comment on column personnel.search_text is 'job_num, name, english_name, research_direction, name_variants';
create index personnel_order on personnel (tenant_id, job_num collate "zh-x-icu" asc nulls first, id asc) where is_deleted = 0;
create index personnel_fk_dept_id on personnel (tenant_id, fk_dept_id) where is_deleted = 0;
create index personnel_search on personnel using gin (search_text gin_trgm_ops) where is_deleted = 0;
create unique index personnel_job_num_unique on personnel (tenant_id, job_num_key) where is_deleted = 0;
grant select, insert, update, delete on personnel to keyan_app;
alter table personnel enable row level security;
alter table personnel force row level security;
create policy tenant on personnel using (tenant_id = current_setting('app.tenant', true));
