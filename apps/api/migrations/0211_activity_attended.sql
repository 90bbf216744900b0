-- Activities elsewhere in which people of ours took part.

create table xshdcj (
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
  user_id bigint,
  fk_dept_id bigint,
  country text,
  city text,
  is_foreign text,
  attend_role text,
  report_title text,
  report_date date,
  cost numeric(18,2),
  fund_source text,
  summary text,
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
comment on column xshdcj.search_text is 'activity_name';
create index xshdcj_order on xshdcj (tenant_id, start_date desc nulls last, id desc) where is_deleted = 0;
create index xshdcj_listed on xshdcj (tenant_id, audit_status, start_date desc nulls last, id desc, create_user, user_id, fk_dept_id, activity_type, activity_level, stat_year, country, attend_role) where is_deleted = 0;
create index xshdcj_count on xshdcj (tenant_id, audit_status, create_user) where is_deleted = 0;
create index xshdcj_create_user_order on xshdcj (tenant_id, create_user, start_date desc nulls last, id desc) where is_deleted = 0;
create index xshdcj_user_id_order on xshdcj (tenant_id, user_id, start_date desc nulls last, id desc) where is_deleted = 0;
create index xshdcj_fk_dept_id_order on xshdcj (tenant_id, fk_dept_id, start_date desc nulls last, id desc, audit_status, create_user, user_id, activity_type, activity_level, stat_year, country, attend_role) where is_deleted = 0;
create index xshdcj_by_at_al_c_ar_sy on xshdcj (tenant_id, audit_status, activity_type, activity_level, country, attend_role, stat_year, start_date desc nulls last, id desc) where is_deleted = 0;
create index xshdcj_by_at_al_c_ui_fdi on xshdcj (tenant_id, audit_status, activity_type, activity_level, country, user_id, fk_dept_id, start_date desc nulls last, id desc) where is_deleted = 0;
create index xshdcj_by_ar_sy_ui_fdi on xshdcj (tenant_id, audit_status, attend_role, stat_year, user_id, fk_dept_id, start_date desc nulls last, id desc) where is_deleted = 0;
create index xshdcj_count_stat_year on xshdcj (tenant_id, audit_status, stat_year) where is_deleted = 0;
create index xshdcj_program_id on xshdcj (tenant_id, program_id) where is_deleted = 0;
create index xshdcj_search on xshdcj using gin (search_text gin_trgm_ops) where is_deleted = 0;
grant select, insert, update, delete on xshdcj to keyan_app;
alter table xshdcj enable row level security;
alter table xshdcj force row level security;
create policy tenant on xshdcj using (tenant_id = current_setting('app.tenant', true));

