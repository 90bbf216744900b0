-- Books, a kind of achievement: its records, their authors and supporting projects.

create table book (
  tenant_id character varying(12) not null,
  id bigint not null,
  book_num text,
  book_name text,
  book_name_en text,
  book_type text,
  isbn text,
  cip text,
  press_name text,
  press_level text,
  publish_place text,
  publish_date date,
  edition text,
  print_num text,
  language text,
  total_words numeric(11,2),
  self_words numeric(11,2),
  series_name text,
  is_translated text,
  textbook_level text,
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
  isbn_key text,
  search_text text generated always as (lower(coalesce(book_num, '') || ' ' || coalesce(book_name, '') || ' ' || coalesce(book_name_en, '') || ' ' || coalesce(isbn, '') || ' ' || coalesce(press_name, '') || ' ' || coalesce(first_author, '') || ' ' || coalesce(author_names, ''))) stored,
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
comment on column book.search_text is 'book_num, book_name, book_name_en, isbn, press_name, first_author, author_names';
create index book_order on book (tenant_id, publish_date desc nulls last, id desc) where is_deleted = 0;
create index book_listed on book (tenant_id, audit_status, publish_date desc nulls last, id desc, create_user, fk_dept_id, book_type, press_level, subject_class, discipline, school_sign, stat_year, data_source) where is_deleted = 0;
create index book_count on book (tenant_id, audit_status, create_user) where is_deleted = 0;
create index book_create_user_order on book (tenant_id, create_user, publish_date desc nulls last, id desc) where is_deleted = 0;
create index book_fk_dept_id_order on book (tenant_id, fk_dept_id, publish_date desc nulls last, id desc, audit_status, create_user, book_type, press_level, subject_class, discipline, school_sign, stat_year, data_source) where is_deleted = 0;
create index book_by_bt_pl_sc_ss_ds on book (tenant_id, audit_status, book_type, press_level, subject_class, school_sign, data_source, publish_date desc nulls last, id desc) where is_deleted = 0;
create index book_by_bt_pl_fdi_d_sy on book (tenant_id, audit_status, book_type, press_level, fk_dept_id, discipline, stat_year, publish_date desc nulls last, id desc) where is_deleted = 0;
create index book_by_sc_ss_ds_fdi_d on book (tenant_id, audit_status, subject_class, school_sign, data_source, fk_dept_id, discipline, publish_date desc nulls last, id desc) where is_deleted = 0;
create index book_by_sc_ss_ds_sy on book (tenant_id, audit_status, subject_class, school_sign, data_source, stat_year, publish_date desc nulls last, id desc) where is_deleted = 0;
create index book_count_stat_year on book (tenant_id, audit_status, stat_year) where is_deleted = 0;
create index book_search on book using gin (search_text gin_trgm_ops) where is_deleted = 0;
create unique index book_isbn_unique on book (tenant_id, isbn_key) where is_deleted = 0 and audit_status in ('1', '2');
grant select, insert, update, delete on book to keyan_app;
alter table book enable row level security;
alter table book force row level security;
create policy tenant on book using (tenant_id = current_setting('app.tenant', true));

create table book_authors (
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
  word_count numeric(11,2),
  primary key (tenant_id, id),
  foreign key (tenant_id, parent_id) references book (tenant_id, id)
);
create index book_authors_parent on book_authors (tenant_id, parent_id, sort_order);
create index book_authors_user_id on book_authors (tenant_id, user_id, parent_id);
grant select, insert, update, delete on book_authors to keyan_app;
alter table book_authors enable row level security;
alter table book_authors force row level security;
create policy tenant on book_authors using (tenant_id = current_setting('app.tenant', true));

create table book_projects (
  tenant_id character varying(12) not null,
  id bigint not null,
  parent_id bigint not null,
  sort_order integer not null,
  program_id bigint,
  program_num text,
  program_name text,
  is_marked text,
  primary key (tenant_id, id),
  foreign key (tenant_id, parent_id) references book (tenant_id, id)
);
create index book_projects_parent on book_projects (tenant_id, parent_id, sort_order);
create index book_projects_program_id on book_projects (tenant_id, program_id, parent_id);
grant select, insert, update, delete on book_projects to keyan_app;
alter table book_projects enable row level security;
alter table book_projects force row level security;
create policy tenant on book_projects using (tenant_id = current_setting('app.tenant', true));

