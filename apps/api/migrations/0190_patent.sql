-- Patents (专利): their records, legal events, annual fees, inventors and supporting projects.

create table patent (
  tenant_id character varying(12) not null,
  id bigint not null,
  patent_name text,
  patent_type text,
  patent_status text,
  apply_num text,
  apply_date date,
  public_num text,
  public_date date,
  grant_num text,
  grant_date date,
  cert_num text,
  ipc text,
  applicants text,
  is_service text,
  country text,
  agency text,
  agent text,
  claim_num integer,
  fee_paid_to date,
  fee_due date,
  expire_date date,
  patent_use text,
  use_amount numeric(18,2),
  use_contract bigint,
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
  apply_num_key text,
  search_text text generated always as (lower(coalesce(patent_name, '') || ' ' || coalesce(apply_num, '') || ' ' || coalesce(public_num, '') || ' ' || coalesce(grant_num, '') || ' ' || coalesce(applicants, '') || ' ' || coalesce(first_author, '') || ' ' || coalesce(author_names, ''))) stored,
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
comment on column patent.search_text is 'patent_name, apply_num, public_num, grant_num, applicants, first_author, author_names';
create index patent_order on patent (tenant_id, apply_date desc nulls last, id desc) where is_deleted = 0;
create index patent_listed on patent (tenant_id, audit_status, apply_date desc nulls last, id desc, create_user, fk_dept_id, patent_type, patent_status, patent_use, subject_class, discipline, school_sign, stat_year, data_source) where is_deleted = 0;
create index patent_count on patent (tenant_id, audit_status, create_user) where is_deleted = 0;
create index patent_create_user_order on patent (tenant_id, create_user, apply_date desc nulls last, id desc) where is_deleted = 0;
create index patent_fk_dept_id_order on patent (tenant_id, fk_dept_id, apply_date desc nulls last, id desc, audit_status, create_user, patent_type, patent_status, patent_use, subject_class, discipline, school_sign, stat_year, data_source) where is_deleted = 0;
create index patent_by_pt_ps_pu_sc_ss on patent (tenant_id, audit_status, patent_type, patent_status, patent_use, subject_class, school_sign, apply_date desc nulls last, id desc) where is_deleted = 0;
create index patent_by_pt_ds_fdi_d_sy on patent (tenant_id, audit_status, patent_type, data_source, fk_dept_id, discipline, stat_year, apply_date desc nulls last, id desc) where is_deleted = 0;
create index patent_by_ps_pu_sc_ds_fdi on patent (tenant_id, audit_status, patent_status, patent_use, subject_class, data_source, fk_dept_id, apply_date desc nulls last, id desc) where is_deleted = 0;
create index patent_by_ps_pu_sc_d_sy on patent (tenant_id, audit_status, patent_status, patent_use, subject_class, discipline, stat_year, apply_date desc nulls last, id desc) where is_deleted = 0;
create index patent_by_ss_ds_fdi_d_sy on patent (tenant_id, audit_status, school_sign, data_source, fk_dept_id, discipline, stat_year, apply_date desc nulls last, id desc) where is_deleted = 0;
create index patent_count_stat_year on patent (tenant_id, audit_status, stat_year) where is_deleted = 0;
create index patent_use_contract on patent (tenant_id, use_contract) where is_deleted = 0;
create index patent_search on patent using gin (search_text gin_trgm_ops) where is_deleted = 0;
create unique index patent_apply_num_unique on patent (tenant_id, apply_num_key) where is_deleted = 0 and audit_status in ('1', '2');
grant select, insert, update, delete on patent to keyan_app;
alter table patent enable row level security;
alter table patent force row level security;
create policy tenant on patent using (tenant_id = current_setting('app.tenant', true));

create table patent_annual_fees (
  tenant_id character varying(12) not null,
  id bigint not null,
  parent_id bigint not null,
  sort_order integer not null,
  fee_year integer,
  paid_date date,
  amount numeric(18,2),
  primary key (tenant_id, id),
  foreign key (tenant_id, parent_id) references patent (tenant_id, id)
);
create index patent_annual_fees_parent on patent_annual_fees (tenant_id, parent_id, sort_order);
grant select, insert, update, delete on patent_annual_fees to keyan_app;
alter table patent_annual_fees enable row level security;
alter table patent_annual_fees force row level security;
create policy tenant on patent_annual_fees using (tenant_id = current_setting('app.tenant', true));

create table patent_legal_events (
  tenant_id character varying(12) not null,
  id bigint not null,
  parent_id bigint not null,
  sort_order integer not null,
  event_date date,
  patent_status text,
  note text,
  primary key (tenant_id, id),
  foreign key (tenant_id, parent_id) references patent (tenant_id, id)
);
create index patent_legal_events_parent on patent_legal_events (tenant_id, parent_id, sort_order);
grant select, insert, update, delete on patent_legal_events to keyan_app;
alter table patent_legal_events enable row level security;
alter table patent_legal_events force row level security;
create policy tenant on patent_legal_events using (tenant_id = current_setting('app.tenant', true));

create table patent_authors (
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
  foreign key (tenant_id, parent_id) references patent (tenant_id, id)
);
create index patent_authors_parent on patent_authors (tenant_id, parent_id, sort_order);
create index patent_authors_user_id on patent_authors (tenant_id, user_id, parent_id);
grant select, insert, update, delete on patent_authors to keyan_app;
alter table patent_authors enable row level security;
alter table patent_authors force row level security;
create policy tenant on patent_authors using (tenant_id = current_setting('app.tenant', true));

create table patent_projects (
  tenant_id character varying(12) not null,
  id bigint not null,
  parent_id bigint not null,
  sort_order integer not null,
  program_id bigint,
  program_num text,
  program_name text,
  is_marked text,
  primary key (tenant_id, id),
  foreign key (tenant_id, parent_id) references patent (tenant_id, id)
);
create index patent_projects_parent on patent_projects (tenant_id, parent_id, sort_order);
create index patent_projects_program_id on patent_projects (tenant_id, program_id, parent_id);
grant select, insert, update, delete on patent_projects to keyan_app;
alter table patent_projects enable row level security;
alter table patent_projects force row level security;
create policy tenant on patent_projects using (tenant_id = current_setting('app.tenant', true));

