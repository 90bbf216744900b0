-- Activities that the university holds: applications, speakers, summaries.

create table xshdjb (
  tenant_id character varying(12) not null,
  id bigint not null,
  activity_name text,
  activity_type text,
  activity_level text,
  host_unit text,
  start_date date,
  end_date date,
  program_id bigint,
  stat_year smallint,
  activity_form text,
  host_mode text,
  co_units text,
  fk_dept_id bigint,
  leader_id bigint,
  phone text,
  place text,
  plan_num integer,
  is_foreign text,
  foreign_num integer,
  budget numeric(18,2),
  fund_source text,
  content text,
  real_num integer,
  paper_num integer,
  special_report_num integer,
  summary text,
  news_url text,
  summary_due date,
  summary_status text,
  search_text text generated always as (lower(coalesce(activity_name, ''))) stored,
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
comment on column xshdjb.search_text is 'activity_name';
create index xshdjb_order on xshdjb (tenant_id, start_date desc nulls last, id desc) where is_deleted = 0;
create index xshdjb_listed on xshdjb (tenant_id, audit_status, start_date desc nulls last, id desc, create_user, leader_id, fk_dept_id, activity_type, activity_level, stat_year, summary_status) where is_deleted = 0;
create index xshdjb_count on xshdjb (tenant_id, audit_status, create_user) where is_deleted = 0;
create index xshdjb_create_user_order on xshdjb (tenant_id, create_user, start_date desc nulls last, id desc) where is_deleted = 0;
create index xshdjb_leader_id_order on xshdjb (tenant_id, leader_id, start_date desc nulls last, id desc) where is_deleted = 0;
create index xshdjb_fk_dept_id_order on xshdjb (tenant_id, fk_dept_id, start_date desc nulls last, id desc, audit_status, create_user, leader_id, activity_type, activity_level, stat_year, summary_status) where is_deleted = 0;
create index xshdjb_by_at_al_ss_sy_fdi on xshdjb (tenant_id, audit_status, activity_type, activity_level, summary_status, stat_year, fk_dept_id, start_date desc nulls last, id desc) where is_deleted = 0;
create index xshdjb_by_at_al_ss_sy_li on xshdjb (tenant_id, audit_status, activity_type, activity_level, summary_status, stat_year, leader_id, start_date desc nulls last, id desc) where is_deleted = 0;
create index xshdjb_by_fdi_li on xshdjb (tenant_id, audit_status, fk_dept_id, leader_id, start_date desc nulls last, id desc) where is_deleted = 0;
create index xshdjb_count_stat_year on xshdjb (tenant_id, audit_status, stat_year) where is_deleted = 0;
create index xshdjb_program_id on xshdjb (tenant_id, program_id) where is_deleted = 0;
create index xshdjb_due_overdue on xshdjb (tenant_id, audit_status, summary_due) where is_deleted = 0;
create index xshdjb_search on xshdjb using gin (search_text gin_trgm_ops) where is_deleted = 0;
grant select, insert, update, delete on xshdjb to keyan_app;
alter table xshdjb enable row level security;
alter table xshdjb force row level security;
create policy tenant on xshdjb using (tenant_id = current_setting('app.tenant', true));

create table xshdjb_speakers (
  tenant_id character varying(12) not null,
  id bigint not null,
  parent_id bigint not null,
  sort_order integer not null,
  name text,
  unit text,
  title text,
  nationality text,
  topic text,
  primary key (tenant_id, id),
  foreign key (tenant_id, parent_id) references xshdjb (tenant_id, id)
);
create index xshdjb_speakers_parent on xshdjb_speakers (tenant_id, parent_id, sort_order);
grant select, insert, update, delete on xshdjb_speakers to keyan_app;
alter table xshdjb_speakers enable row level security;
alter table xshdjb_speakers force row level security;
create policy tenant on xshdjb_speakers using (tenant_id = current_setting('app.tenant', true));
