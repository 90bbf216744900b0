-- Copyrights, standards, new varieties, new drugs and high-tech products: kinds of achievements.

create table copyright (
  tenant_id character varying(12) not null,
  id bigint not null,
  copyright_name text,
  short_name text,
  copyright_version text,
  copyright_type text,
  reg_num text,
  cert_num text,
  finish_date date,
  first_pub_date date,
  reg_date date,
  owners text,
  right_get_way text,
  right_scope text,
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
  reg_num_key text,
  search_text text generated always as (lower(coalesce(copyright_name, '') || ' ' || coalesce(reg_num, '') || ' ' || coalesce(cert_num, '') || ' ' || coalesce(first_author, '') || ' ' || coalesce(author_names, ''))) stored,
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
comment on column copyright.search_text is 'copyright_name, reg_num, cert_num, first_author, author_names';
create index copyright_order on copyright (tenant_id, reg_date desc nulls last, id desc) where is_deleted = 0;
create index copyright_listed on copyright (tenant_id, audit_status, reg_date desc nulls last, id desc, create_user, fk_dept_id, copyright_type, subject_class, discipline, school_sign, stat_year, data_source) where is_deleted = 0;
create index copyright_count on copyright (tenant_id, audit_status, create_user) where is_deleted = 0;
create index copyright_create_user_order on copyright (tenant_id, create_user, reg_date desc nulls last, id desc) where is_deleted = 0;
create index copyright_fk_dept_id_order on copyright (tenant_id, fk_dept_id, reg_date desc nulls last, id desc, audit_status, create_user, copyright_type, subject_class, discipline, school_sign, stat_year, data_source) where is_deleted = 0;
create index copyright_by_ct_sc_ss_ds_fdi on copyright (tenant_id, audit_status, copyright_type, subject_class, school_sign, data_source, fk_dept_id, reg_date desc nulls last, id desc) where is_deleted = 0;
create index copyright_by_ct_sc_ss_d_sy on copyright (tenant_id, audit_status, copyright_type, subject_class, school_sign, discipline, stat_year, reg_date desc nulls last, id desc) where is_deleted = 0;
create index copyright_by_ds_fdi_d_sy on copyright (tenant_id, audit_status, data_source, fk_dept_id, discipline, stat_year, reg_date desc nulls last, id desc) where is_deleted = 0;
create index copyright_count_stat_year on copyright (tenant_id, audit_status, stat_year) where is_deleted = 0;
create index copyright_search on copyright using gin (search_text gin_trgm_ops) where is_deleted = 0;
create unique index copyright_reg_num_unique on copyright (tenant_id, reg_num_key) where is_deleted = 0 and audit_status in ('1', '2');
grant select, insert, update, delete on copyright to keyan_app;
alter table copyright enable row level security;
alter table copyright force row level security;
create policy tenant on copyright using (tenant_id = current_setting('app.tenant', true));

create table copyright_authors (
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
  foreign key (tenant_id, parent_id) references copyright (tenant_id, id)
);
create index copyright_authors_parent on copyright_authors (tenant_id, parent_id, sort_order);
create index copyright_authors_user_id on copyright_authors (tenant_id, user_id, parent_id);
grant select, insert, update, delete on copyright_authors to keyan_app;
alter table copyright_authors enable row level security;
alter table copyright_authors force row level security;
create policy tenant on copyright_authors using (tenant_id = current_setting('app.tenant', true));

create table copyright_projects (
  tenant_id character varying(12) not null,
  id bigint not null,
  parent_id bigint not null,
  sort_order integer not null,
  program_id bigint,
  program_num text,
  program_name text,
  is_marked text,
  primary key (tenant_id, id),
  foreign key (tenant_id, parent_id) references copyright (tenant_id, id)
);
create index copyright_projects_parent on copyright_projects (tenant_id, parent_id, sort_order);
create index copyright_projects_program_id on copyright_projects (tenant_id, program_id, parent_id);
grant select, insert, update, delete on copyright_projects to keyan_app;
alter table copyright_projects enable row level security;
alter table copyright_projects force row level security;
create policy tenant on copyright_projects using (tenant_id = current_setting('app.tenant', true));

create table standard (
  tenant_id character varying(12) not null,
  id bigint not null,
  standard_name text,
  standard_name_en text,
  standard_num text,
  standard_level text,
  standard_nature text,
  standard_mode text,
  replace_num text,
  join_mode text,
  unit_sort integer,
  issue_unit text,
  issue_date date,
  effect_date date,
  manage_unit text,
  ics text,
  ccs text,
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
  standard_num_key text,
  search_text text generated always as (lower(coalesce(standard_name, '') || ' ' || coalesce(standard_name_en, '') || ' ' || coalesce(standard_num, '') || ' ' || coalesce(issue_unit, '') || ' ' || coalesce(first_author, '') || ' ' || coalesce(author_names, ''))) stored,
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
comment on column standard.search_text is 'standard_name, standard_name_en, standard_num, issue_unit, first_author, author_names';
create index standard_order on standard (tenant_id, issue_date desc nulls last, id desc) where is_deleted = 0;
create index standard_listed on standard (tenant_id, audit_status, issue_date desc nulls last, id desc, create_user, fk_dept_id, standard_level, standard_nature, join_mode, subject_class, discipline, stat_year, data_source) where is_deleted = 0;
create index standard_count on standard (tenant_id, audit_status, create_user) where is_deleted = 0;
create index standard_create_user_order on standard (tenant_id, create_user, issue_date desc nulls last, id desc) where is_deleted = 0;
create index standard_fk_dept_id_order on standard (tenant_id, fk_dept_id, issue_date desc nulls last, id desc, audit_status, create_user, standard_level, standard_nature, join_mode, subject_class, discipline, stat_year, data_source) where is_deleted = 0;
create index standard_by_sl_sn_jm_sc_ds on standard (tenant_id, audit_status, standard_level, standard_nature, join_mode, subject_class, data_source, issue_date desc nulls last, id desc) where is_deleted = 0;
create index standard_by_sl_sn_fdi_d_sy on standard (tenant_id, audit_status, standard_level, standard_nature, fk_dept_id, discipline, stat_year, issue_date desc nulls last, id desc) where is_deleted = 0;
create index standard_by_jm_sc_ds_fdi_d on standard (tenant_id, audit_status, join_mode, subject_class, data_source, fk_dept_id, discipline, issue_date desc nulls last, id desc) where is_deleted = 0;
create index standard_by_jm_sc_ds_sy on standard (tenant_id, audit_status, join_mode, subject_class, data_source, stat_year, issue_date desc nulls last, id desc) where is_deleted = 0;
create index standard_count_stat_year on standard (tenant_id, audit_status, stat_year) where is_deleted = 0;
create index standard_search on standard using gin (search_text gin_trgm_ops) where is_deleted = 0;
create unique index standard_standard_num_unique on standard (tenant_id, standard_num_key) where is_deleted = 0 and audit_status in ('1', '2');
grant select, insert, update, delete on standard to keyan_app;
alter table standard enable row level security;
alter table standard force row level security;
create policy tenant on standard using (tenant_id = current_setting('app.tenant', true));

create table standard_authors (
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
  foreign key (tenant_id, parent_id) references standard (tenant_id, id)
);
create index standard_authors_parent on standard_authors (tenant_id, parent_id, sort_order);
create index standard_authors_user_id on standard_authors (tenant_id, user_id, parent_id);
grant select, insert, update, delete on standard_authors to keyan_app;
alter table standard_authors enable row level security;
alter table standard_authors force row level security;
create policy tenant on standard_authors using (tenant_id = current_setting('app.tenant', true));

create table standard_projects (
  tenant_id character varying(12) not null,
  id bigint not null,
  parent_id bigint not null,
  sort_order integer not null,
  program_id bigint,
  program_num text,
  program_name text,
  is_marked text,
  primary key (tenant_id, id),
  foreign key (tenant_id, parent_id) references standard (tenant_id, id)
);
create index standard_projects_parent on standard_projects (tenant_id, parent_id, sort_order);
create index standard_projects_program_id on standard_projects (tenant_id, program_id, parent_id);
grant select, insert, update, delete on standard_projects to keyan_app;
alter table standard_projects enable row level security;
alter table standard_projects force row level security;
create policy tenant on standard_projects using (tenant_id = current_setting('app.tenant', true));

create table variety (
  tenant_id character varying(12) not null,
  id bigint not null,
  variety_name text,
  variety_type text,
  variety_mode text,
  species text,
  approve_num text,
  approve_unit text,
  approve_date date,
  level text,
  breed_source text,
  suit_area text,
  promote_area numeric(11,2),
  feature text,
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
  approve_num_key text,
  search_text text generated always as (lower(coalesce(variety_name, '') || ' ' || coalesce(species, '') || ' ' || coalesce(approve_num, '') || ' ' || coalesce(approve_unit, '') || ' ' || coalesce(first_author, '') || ' ' || coalesce(author_names, ''))) stored,
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
comment on column variety.search_text is 'variety_name, species, approve_num, approve_unit, first_author, author_names';
create index variety_order on variety (tenant_id, approve_date desc nulls last, id desc) where is_deleted = 0;
create index variety_listed on variety (tenant_id, audit_status, approve_date desc nulls last, id desc, create_user, fk_dept_id, variety_type, variety_mode, level, discipline, school_sign, stat_year, data_source) where is_deleted = 0;
create index variety_count on variety (tenant_id, audit_status, create_user) where is_deleted = 0;
create index variety_create_user_order on variety (tenant_id, create_user, approve_date desc nulls last, id desc) where is_deleted = 0;
create index variety_fk_dept_id_order on variety (tenant_id, fk_dept_id, approve_date desc nulls last, id desc, audit_status, create_user, variety_type, variety_mode, level, discipline, school_sign, stat_year, data_source) where is_deleted = 0;
create index variety_by_vt_vm_l_ss_ds on variety (tenant_id, audit_status, variety_type, variety_mode, level, school_sign, data_source, approve_date desc nulls last, id desc) where is_deleted = 0;
create index variety_by_vt_vm_fdi_d_sy on variety (tenant_id, audit_status, variety_type, variety_mode, fk_dept_id, discipline, stat_year, approve_date desc nulls last, id desc) where is_deleted = 0;
create index variety_by_l_ss_ds_fdi_d on variety (tenant_id, audit_status, level, school_sign, data_source, fk_dept_id, discipline, approve_date desc nulls last, id desc) where is_deleted = 0;
create index variety_by_l_ss_ds_sy on variety (tenant_id, audit_status, level, school_sign, data_source, stat_year, approve_date desc nulls last, id desc) where is_deleted = 0;
create index variety_count_stat_year on variety (tenant_id, audit_status, stat_year) where is_deleted = 0;
create index variety_search on variety using gin (search_text gin_trgm_ops) where is_deleted = 0;
create unique index variety_approve_num_unique on variety (tenant_id, approve_num_key) where is_deleted = 0 and audit_status in ('1', '2');
grant select, insert, update, delete on variety to keyan_app;
alter table variety enable row level security;
alter table variety force row level security;
create policy tenant on variety using (tenant_id = current_setting('app.tenant', true));

create table variety_authors (
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
  foreign key (tenant_id, parent_id) references variety (tenant_id, id)
);
create index variety_authors_parent on variety_authors (tenant_id, parent_id, sort_order);
create index variety_authors_user_id on variety_authors (tenant_id, user_id, parent_id);
grant select, insert, update, delete on variety_authors to keyan_app;
alter table variety_authors enable row level security;
alter table variety_authors force row level security;
create policy tenant on variety_authors using (tenant_id = current_setting('app.tenant', true));

create table variety_projects (
  tenant_id character varying(12) not null,
  id bigint not null,
  parent_id bigint not null,
  sort_order integer not null,
  program_id bigint,
  program_num text,
  program_name text,
  is_marked text,
  primary key (tenant_id, id),
  foreign key (tenant_id, parent_id) references variety (tenant_id, id)
);
create index variety_projects_parent on variety_projects (tenant_id, parent_id, sort_order);
create index variety_projects_program_id on variety_projects (tenant_id, program_id, parent_id);
grant select, insert, update, delete on variety_projects to keyan_app;
alter table variety_projects enable row level security;
alter table variety_projects force row level security;
create policy tenant on variety_projects using (tenant_id = current_setting('app.tenant', true));

create table drug (
  tenant_id character varying(12) not null,
  id bigint not null,
  drug_name text,
  generic_name text,
  drug_type text,
  reg_class text,
  drug_stage text,
  approve_num text,
  approve_unit text,
  approve_date date,
  dosage_form text,
  spec text,
  indication text,
  coop_unit text,
  transfer_amount numeric(18,2),
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
  approve_num_key text,
  search_text text generated always as (lower(coalesce(drug_name, '') || ' ' || coalesce(generic_name, '') || ' ' || coalesce(approve_num, '') || ' ' || coalesce(first_author, '') || ' ' || coalesce(author_names, ''))) stored,
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
comment on column drug.search_text is 'drug_name, generic_name, approve_num, first_author, author_names';
create index drug_order on drug (tenant_id, approve_date desc nulls last, id desc) where is_deleted = 0;
create index drug_listed on drug (tenant_id, audit_status, approve_date desc nulls last, id desc, create_user, fk_dept_id, drug_type, drug_stage, discipline, school_sign, stat_year, data_source) where is_deleted = 0;
create index drug_count on drug (tenant_id, audit_status, create_user) where is_deleted = 0;
create index drug_create_user_order on drug (tenant_id, create_user, approve_date desc nulls last, id desc) where is_deleted = 0;
create index drug_fk_dept_id_order on drug (tenant_id, fk_dept_id, approve_date desc nulls last, id desc, audit_status, create_user, drug_type, drug_stage, discipline, school_sign, stat_year, data_source) where is_deleted = 0;
create index drug_by_dt_ds_ss_ds_fdi on drug (tenant_id, audit_status, drug_type, drug_stage, school_sign, data_source, fk_dept_id, approve_date desc nulls last, id desc) where is_deleted = 0;
create index drug_by_dt_ds_ss_d_sy on drug (tenant_id, audit_status, drug_type, drug_stage, school_sign, discipline, stat_year, approve_date desc nulls last, id desc) where is_deleted = 0;
create index drug_by_ds_fdi_d_sy on drug (tenant_id, audit_status, data_source, fk_dept_id, discipline, stat_year, approve_date desc nulls last, id desc) where is_deleted = 0;
create index drug_count_stat_year on drug (tenant_id, audit_status, stat_year) where is_deleted = 0;
create index drug_search on drug using gin (search_text gin_trgm_ops) where is_deleted = 0;
create unique index drug_approve_num_unique on drug (tenant_id, approve_num_key) where is_deleted = 0 and audit_status in ('1', '2');
grant select, insert, update, delete on drug to keyan_app;
alter table drug enable row level security;
alter table drug force row level security;
create policy tenant on drug using (tenant_id = current_setting('app.tenant', true));

create table drug_authors (
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
  foreign key (tenant_id, parent_id) references drug (tenant_id, id)
);
create index drug_authors_parent on drug_authors (tenant_id, parent_id, sort_order);
create index drug_authors_user_id on drug_authors (tenant_id, user_id, parent_id);
grant select, insert, update, delete on drug_authors to keyan_app;
alter table drug_authors enable row level security;
alter table drug_authors force row level security;
create policy tenant on drug_authors using (tenant_id = current_setting('app.tenant', true));

create table drug_projects (
  tenant_id character varying(12) not null,
  id bigint not null,
  parent_id bigint not null,
  sort_order integer not null,
  program_id bigint,
  program_num text,
  program_name text,
  is_marked text,
  primary key (tenant_id, id),
  foreign key (tenant_id, parent_id) references drug (tenant_id, id)
);
create index drug_projects_parent on drug_projects (tenant_id, parent_id, sort_order);
create index drug_projects_program_id on drug_projects (tenant_id, program_id, parent_id);
grant select, insert, update, delete on drug_projects to keyan_app;
alter table drug_projects enable row level security;
alter table drug_projects force row level security;
create policy tenant on drug_projects using (tenant_id = current_setting('app.tenant', true));

create table product (
  tenant_id character varying(12) not null,
  id bigint not null,
  product_name text,
  product_type text,
  tech_field text,
  cert_num text,
  approve_unit text,
  approve_date date,
  valid_date date,
  level text,
  produce_unit text,
  sale_amount numeric(11,2),
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
  cert_num_key text,
  search_text text generated always as (lower(coalesce(product_name, '') || ' ' || coalesce(cert_num, '') || ' ' || coalesce(approve_unit, '') || ' ' || coalesce(first_author, '') || ' ' || coalesce(author_names, ''))) stored,
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
comment on column product.search_text is 'product_name, cert_num, approve_unit, first_author, author_names';
create index product_order on product (tenant_id, approve_date desc nulls last, id desc) where is_deleted = 0;
create index product_listed on product (tenant_id, audit_status, approve_date desc nulls last, id desc, create_user, fk_dept_id, product_type, tech_field, level, school_sign, stat_year, data_source) where is_deleted = 0;
create index product_count on product (tenant_id, audit_status, create_user) where is_deleted = 0;
create index product_create_user_order on product (tenant_id, create_user, approve_date desc nulls last, id desc) where is_deleted = 0;
create index product_fk_dept_id_order on product (tenant_id, fk_dept_id, approve_date desc nulls last, id desc, audit_status, create_user, product_type, tech_field, level, school_sign, stat_year, data_source) where is_deleted = 0;
create index product_by_pt_tf_l_ss_ds on product (tenant_id, audit_status, product_type, tech_field, level, school_sign, data_source, approve_date desc nulls last, id desc) where is_deleted = 0;
create index product_by_pt_tf_l_fdi_sy on product (tenant_id, audit_status, product_type, tech_field, level, fk_dept_id, stat_year, approve_date desc nulls last, id desc) where is_deleted = 0;
create index product_by_ss_ds_fdi_sy on product (tenant_id, audit_status, school_sign, data_source, fk_dept_id, stat_year, approve_date desc nulls last, id desc) where is_deleted = 0;
create index product_count_stat_year on product (tenant_id, audit_status, stat_year) where is_deleted = 0;
create index product_search on product using gin (search_text gin_trgm_ops) where is_deleted = 0;
create unique index product_cert_num_unique on product (tenant_id, cert_num_key) where is_deleted = 0 and audit_status in ('1', '2');
grant select, insert, update, delete on product to keyan_app;
alter table product enable row level security;
alter table product force row level security;
create policy tenant on product using (tenant_id = current_setting('app.tenant', true));

create table product_related_patents (
  tenant_id character varying(12) not null,
  id bigint not null,
  parent_id bigint not null,
  sort_order integer not null,
  patent_id bigint,
  primary key (tenant_id, id),
  foreign key (tenant_id, parent_id) references product (tenant_id, id)
);
create index product_related_patents_parent on product_related_patents (tenant_id, parent_id, sort_order);
create index product_related_patents_patent_id on product_related_patents (tenant_id, patent_id, parent_id);
grant select, insert, update, delete on product_related_patents to keyan_app;
alter table product_related_patents enable row level security;
alter table product_related_patents force row level security;
create policy tenant on product_related_patents using (tenant_id = current_setting('app.tenant', true));

create table product_authors (
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
  foreign key (tenant_id, parent_id) references product (tenant_id, id)
);
create index product_authors_parent on product_authors (tenant_id, parent_id, sort_order);
create index product_authors_user_id on product_authors (tenant_id, user_id, parent_id);
grant select, insert, update, delete on product_authors to keyan_app;
alter table product_authors enable row level security;
alter table product_authors force row level security;
create policy tenant on product_authors using (tenant_id = current_setting('app.tenant', true));

create table product_projects (
  tenant_id character varying(12) not null,
  id bigint not null,
  parent_id bigint not null,
  sort_order integer not null,
  program_id bigint,
  program_num text,
  program_name text,
  is_marked text,
  primary key (tenant_id, id),
  foreign key (tenant_id, parent_id) references product (tenant_id, id)
);
create index product_projects_parent on product_projects (tenant_id, parent_id, sort_order);
create index product_projects_program_id on product_projects (tenant_id, program_id, parent_id);
grant select, insert, update, delete on product_projects to keyan_app;
alter table product_projects enable row level security;
alter table product_projects force row level security;
create policy tenant on product_projects using (tenant_id = current_setting('app.tenant', true));

