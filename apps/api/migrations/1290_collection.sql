-- Collection from outside: sites, templates, subjects, jobs, run logs, what was collected; what sources say of
-- collected records and papers: open access, retraction, whom a released record asks.
alter table paper add column is_retracted text;
alter table paper add column retract_date date;
alter table paper add column retract_doi text;
alter table collection_thesis add column origin text;
alter table collection_thesis add column origin_id text;
alter table collection_thesis add column origin_version text;
alter table collection_thesis add column open_access text;
alter table collection_thesis add column refresh_time timestamp with time zone;
alter table collection_thesis add column is_retracted text;
alter table collection_thesis add column retract_date date;
alter table collection_thesis add column retract_doi text;
alter table collection_thesis add column retract_reason text;
alter table collection_thesis add column ask_scope text;
alter table collection_thesis_matches add column is_sure text;
create table spider_site (
  tenant_id character varying(12) not null,
  id bigint not null,
  site_name text,
  site_code text,
  spider_type text,
  source_kind text,
  base_url text,
  charset text,
  interval integer,
  timeout integer,
  retry_times integer,
  contact text,
  access_key text,
  need_login text,
  login_url text,
  username text,
  password text,
  field_map text,
  remark text,
  status text,
  site_code_key text,
  search_text text generated always as (lower(coalesce(site_name, ''))) stored,
  create_user bigint not null,
  create_dept bigint,
  create_time timestamp with time zone not null,
  update_user bigint not null,
  update_time timestamp with time zone not null,
  is_deleted smallint not null default 0,
  version integer not null default 1,
  primary key (tenant_id, id)
);
comment on column spider_site.search_text is 'site_name';
create index spider_site_order on spider_site (tenant_id, site_code collate "zh-x-icu" asc nulls first, id asc) where is_deleted = 0;
create index spider_site_search on spider_site using gin (search_text gin_trgm_ops) where is_deleted = 0;
create unique index spider_site_site_code_unique on spider_site (tenant_id, site_code_key) where is_deleted = 0;
grant select, insert, update, delete on spider_site to keyan_app;
alter table spider_site enable row level security;
alter table spider_site force row level security;
create policy tenant on spider_site using (tenant_id = current_setting('app.tenant', true));

create table spider_site_headers (
  tenant_id character varying(12) not null,
  id bigint not null,
  parent_id bigint not null,
  sort_order integer not null,
  header_key text,
  header_value text,
  primary key (tenant_id, id),
  foreign key (tenant_id, parent_id) references spider_site (tenant_id, id)
);
create index spider_site_headers_parent on spider_site_headers (tenant_id, parent_id, sort_order);
grant select, insert, update, delete on spider_site_headers to keyan_app;
alter table spider_site_headers enable row level security;
alter table spider_site_headers force row level security;
create policy tenant on spider_site_headers using (tenant_id = current_setting('app.tenant', true));

create table spider_site_params (
  tenant_id character varying(12) not null,
  id bigint not null,
  parent_id bigint not null,
  sort_order integer not null,
  param_name text,
  param_value text,
  primary key (tenant_id, id),
  foreign key (tenant_id, parent_id) references spider_site (tenant_id, id)
);
create index spider_site_params_parent on spider_site_params (tenant_id, parent_id, sort_order);
grant select, insert, update, delete on spider_site_params to keyan_app;
alter table spider_site_params enable row level security;
alter table spider_site_params force row level security;
create policy tenant on spider_site_params using (tenant_id = current_setting('app.tenant', true));

create table spider_site_pages (
  tenant_id character varying(12) not null,
  id bigint not null,
  parent_id bigint not null,
  sort_order integer not null,
  page_param text,
  size_param text,
  first_page integer,
  page_size integer,
  max_page integer,
  primary key (tenant_id, id),
  foreign key (tenant_id, parent_id) references spider_site (tenant_id, id)
);
create index spider_site_pages_parent on spider_site_pages (tenant_id, parent_id, sort_order);
grant select, insert, update, delete on spider_site_pages to keyan_app;
alter table spider_site_pages enable row level security;
alter table spider_site_pages force row level security;
create policy tenant on spider_site_pages using (tenant_id = current_setting('app.tenant', true));

create table spider_template (
  tenant_id character varying(12) not null,
  id bigint not null,
  template_name text,
  site_id bigint,
  page_type text,
  list_selector text,
  next_selector text,
  search_text text generated always as (lower(coalesce(template_name, ''))) stored,
  create_user bigint not null,
  create_dept bigint,
  create_time timestamp with time zone not null,
  update_user bigint not null,
  update_time timestamp with time zone not null,
  is_deleted smallint not null default 0,
  version integer not null default 1,
  primary key (tenant_id, id)
);
comment on column spider_template.search_text is 'template_name';
create index spider_template_order on spider_template (tenant_id, create_time desc nulls last, id desc) where is_deleted = 0;
create index spider_template_site_id on spider_template (tenant_id, site_id) where is_deleted = 0;
create index spider_template_search on spider_template using gin (search_text gin_trgm_ops) where is_deleted = 0;
grant select, insert, update, delete on spider_template to keyan_app;
alter table spider_template enable row level security;
alter table spider_template force row level security;
create policy tenant on spider_template using (tenant_id = current_setting('app.tenant', true));

create table spider_template_fields (
  tenant_id character varying(12) not null,
  id bigint not null,
  parent_id bigint not null,
  sort_order integer not null,
  field_name text,
  selector text,
  attr text,
  regex text,
  is_required text,
  primary key (tenant_id, id),
  foreign key (tenant_id, parent_id) references spider_template (tenant_id, id)
);
create index spider_template_fields_parent on spider_template_fields (tenant_id, parent_id, sort_order);
grant select, insert, update, delete on spider_template_fields to keyan_app;
alter table spider_template_fields enable row level security;
alter table spider_template_fields force row level security;
create policy tenant on spider_template_fields using (tenant_id = current_setting('app.tenant', true));

create table spider_subject (
  tenant_id character varying(12) not null,
  id bigint not null,
  subject_name text,
  site_id bigint,
  keyword text,
  year_from smallint,
  year_to smallint,
  search_text text generated always as (lower(coalesce(subject_name, ''))) stored,
  create_user bigint not null,
  create_dept bigint,
  create_time timestamp with time zone not null,
  update_user bigint not null,
  update_time timestamp with time zone not null,
  is_deleted smallint not null default 0,
  version integer not null default 1,
  primary key (tenant_id, id)
);
comment on column spider_subject.search_text is 'subject_name';
create index spider_subject_order on spider_subject (tenant_id, create_time desc nulls last, id desc) where is_deleted = 0;
create index spider_subject_site_id on spider_subject (tenant_id, site_id) where is_deleted = 0;
create index spider_subject_search on spider_subject using gin (search_text gin_trgm_ops) where is_deleted = 0;
grant select, insert, update, delete on spider_subject to keyan_app;
alter table spider_subject enable row level security;
alter table spider_subject force row level security;
create policy tenant on spider_subject using (tenant_id = current_setting('app.tenant', true));

create table spider_job (
  tenant_id character varying(12) not null,
  id bigint not null,
  job_name text,
  subject_id bigint,
  cron text,
  proxy_id bigint,
  user_agent_id bigint,
  is_whole text,
  auto_push text,
  last_run_time timestamp with time zone,
  last_result text,
  last_pages integer,
  last_items integer,
  last_new integer,
  last_message text,
  next_run_time timestamp with time zone,
  resume_time timestamp with time zone,
  done_until timestamp with time zone,
  position text,
  stop_time timestamp with time zone,
  job_status text,
  job_name_key text,
  search_text text generated always as (lower(coalesce(job_name, ''))) stored,
  create_user bigint not null,
  create_dept bigint,
  create_time timestamp with time zone not null,
  update_user bigint not null,
  update_time timestamp with time zone not null,
  is_deleted smallint not null default 0,
  version integer not null default 1,
  primary key (tenant_id, id)
);
comment on column spider_job.search_text is 'job_name';
create index spider_job_order on spider_job (tenant_id, create_time desc nulls last, id desc) where is_deleted = 0;
create index spider_job_subject_id on spider_job (tenant_id, subject_id) where is_deleted = 0;
create index spider_job_proxy_id on spider_job (tenant_id, proxy_id) where is_deleted = 0;
create index spider_job_user_agent_id on spider_job (tenant_id, user_agent_id) where is_deleted = 0;
create index spider_job_search on spider_job using gin (search_text gin_trgm_ops) where is_deleted = 0;
create unique index spider_job_job_name_unique on spider_job (tenant_id, job_name_key) where is_deleted = 0;
grant select, insert, update, delete on spider_job to keyan_app;
alter table spider_job enable row level security;
alter table spider_job force row level security;
create policy tenant on spider_job using (tenant_id = current_setting('app.tenant', true));

create table spider_log (
  tenant_id character varying(12) not null,
  id bigint not null,
  job_id bigint,
  job_name text,
  start_time timestamp with time zone,
  end_time timestamp with time zone,
  page_num integer,
  item_num integer,
  new_num integer,
  update_num integer,
  dup_num integer,
  fail_num integer,
  byte_num integer,
  run_result text,
  message text,
  search_text text generated always as (lower(coalesce(job_name, ''))) stored,
  create_user bigint not null,
  create_dept bigint,
  create_time timestamp with time zone not null,
  update_user bigint not null,
  update_time timestamp with time zone not null,
  is_deleted smallint not null default 0,
  version integer not null default 1,
  primary key (tenant_id, id)
);
comment on column spider_log.search_text is 'job_name';
create index spider_log_order on spider_log (tenant_id, start_time desc nulls last, id desc) where is_deleted = 0;
create index spider_log_job_id on spider_log (tenant_id, job_id) where is_deleted = 0;
create index spider_log_search on spider_log using gin (search_text gin_trgm_ops) where is_deleted = 0;
grant select, insert, update, delete on spider_log to keyan_app;
alter table spider_log enable row level security;
alter table spider_log force row level security;
create policy tenant on spider_log using (tenant_id = current_setting('app.tenant', true));

create table spider_log_calls (
  tenant_id character varying(12) not null,
  id bigint not null,
  parent_id bigint not null,
  sort_order integer not null,
  at timestamp with time zone,
  address text,
  answer integer,
  bytes integer,
  milliseconds integer,
  again integer,
  fault text,
  primary key (tenant_id, id),
  foreign key (tenant_id, parent_id) references spider_log (tenant_id, id)
);
create index spider_log_calls_parent on spider_log_calls (tenant_id, parent_id, sort_order);
grant select, insert, update, delete on spider_log_calls to keyan_app;
alter table spider_log_calls enable row level security;
alter table spider_log_calls force row level security;
create policy tenant on spider_log_calls using (tenant_id = current_setting('app.tenant', true));

create table spider_push (
  tenant_id character varying(12) not null,
  id bigint not null,
  site_id bigint,
  job_id bigint,
  source_kind text,
  source_item text,
  source_version text,
  raw_title text,
  dedup_result text,
  push_status text,
  push_time timestamp with time zone,
  message text,
  thesis_id bigint,
  paper_id bigint,
  given text,
  raw text,
  search_text text generated always as (lower(coalesce(source_item, '') || ' ' || coalesce(raw_title, ''))) stored,
  create_user bigint not null,
  create_dept bigint,
  create_time timestamp with time zone not null,
  update_user bigint not null,
  update_time timestamp with time zone not null,
  is_deleted smallint not null default 0,
  version integer not null default 1,
  primary key (tenant_id, id)
);
comment on column spider_push.search_text is 'source_item, raw_title';
create index spider_push_order on spider_push (tenant_id, create_time desc nulls last, id desc) where is_deleted = 0;
create index spider_push_site_id on spider_push (tenant_id, site_id) where is_deleted = 0;
create index spider_push_job_id on spider_push (tenant_id, job_id) where is_deleted = 0;
create index spider_push_thesis_id on spider_push (tenant_id, thesis_id) where is_deleted = 0;
create index spider_push_paper_id on spider_push (tenant_id, paper_id) where is_deleted = 0;
create index spider_push_search on spider_push using gin (search_text gin_trgm_ops) where is_deleted = 0;
grant select, insert, update, delete on spider_push to keyan_app;
alter table spider_push enable row level security;
alter table spider_push force row level security;
create policy tenant on spider_push using (tenant_id = current_setting('app.tenant', true));

create table spider_push_differences (
  tenant_id character varying(12) not null,
  id bigint not null,
  parent_id bigint not null,
  sort_order integer not null,
  field_name text,
  ours text,
  theirs text,
  primary key (tenant_id, id),
  foreign key (tenant_id, parent_id) references spider_push (tenant_id, id)
);
create index spider_push_differences_parent on spider_push_differences (tenant_id, parent_id, sort_order);
grant select, insert, update, delete on spider_push_differences to keyan_app;
alter table spider_push_differences enable row level security;
alter table spider_push_differences force row level security;
create policy tenant on spider_push_differences using (tenant_id = current_setting('app.tenant', true));

create table spider_proxy (
  tenant_id character varying(12) not null,
  id bigint not null,
  host text,
  port integer,
  username text,
  password text,
  is_valid text,
  status text,
  create_user bigint not null,
  create_dept bigint,
  create_time timestamp with time zone not null,
  update_user bigint not null,
  update_time timestamp with time zone not null,
  is_deleted smallint not null default 0,
  version integer not null default 1,
  primary key (tenant_id, id)
);
create index spider_proxy_order on spider_proxy (tenant_id, host collate "zh-x-icu" asc nulls first, id asc) where is_deleted = 0;
grant select, insert, update, delete on spider_proxy to keyan_app;
alter table spider_proxy enable row level security;
alter table spider_proxy force row level security;
create policy tenant on spider_proxy using (tenant_id = current_setting('app.tenant', true));

create table spider_ua (
  tenant_id character varying(12) not null,
  id bigint not null,
  ua_name text,
  ua_value text,
  ua_name_key text,
  search_text text generated always as (lower(coalesce(ua_name, ''))) stored,
  create_user bigint not null,
  create_dept bigint,
  create_time timestamp with time zone not null,
  update_user bigint not null,
  update_time timestamp with time zone not null,
  is_deleted smallint not null default 0,
  version integer not null default 1,
  primary key (tenant_id, id)
);
comment on column spider_ua.search_text is 'ua_name';
create index spider_ua_order on spider_ua (tenant_id, ua_name collate "zh-x-icu" asc nulls first, id asc) where is_deleted = 0;
create index spider_ua_search on spider_ua using gin (search_text gin_trgm_ops) where is_deleted = 0;
create unique index spider_ua_ua_name_unique on spider_ua (tenant_id, ua_name_key) where is_deleted = 0;
grant select, insert, update, delete on spider_ua to keyan_app;
alter table spider_ua enable row level security;
alter table spider_ua force row level security;
create policy tenant on spider_ua using (tenant_id = current_setting('app.tenant', true));

update collection_thesis set is_retracted = '0', ask_scope = '2';
update paper set is_retracted = '0';
