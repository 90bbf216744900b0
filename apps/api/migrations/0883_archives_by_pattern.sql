-- Patterns by which the files of many records are named in archives, and batches that are packed.

create table zip_batch (
  tenant_id varchar(12) not null,
  id bigint not null,
  config_id bigint not null,
  -- Who asked for it, with the roles in force.
  asker jsonb not null,
  records jsonb not null,
  -- Records that stand in parts that are made.
  done int not null,
  parts jsonb not null,
  create_time timestamptz not null,
  primary key (tenant_id, id)
);
grant select, insert, update, delete on zip_batch to keyan_app;
alter table zip_batch enable row level security;
alter table zip_batch force row level security;
create policy tenant on zip_batch using (tenant_id = current_setting('app.tenant', true));

create table config_zip (
  tenant_id character varying(12) not null,
  id bigint not null,
  config_name text,
  biz_kind text,
  folder_rule text,
  file_rule text,
  catalogs text,
  remark text,
  status text,
  config_name_key text,
  search_text text generated always as (lower(coalesce(config_name, ''))) stored,
  create_user bigint not null,
  create_dept bigint,
  create_time timestamp with time zone not null,
  update_user bigint not null,
  update_time timestamp with time zone not null,
  is_deleted smallint not null default 0,
  version integer not null default 1,
  primary key (tenant_id, id)
);
comment on column config_zip.search_text is 'config_name';
create index config_zip_order on config_zip (tenant_id, config_name collate "zh-x-icu" asc nulls first, id asc) where is_deleted = 0;
create index config_zip_search on config_zip using gin (search_text gin_trgm_ops) where is_deleted = 0;
create unique index config_zip_config_name_unique on config_zip (tenant_id, config_name_key) where is_deleted = 0;
grant select, insert, update, delete on config_zip to keyan_app;
alter table config_zip enable row level security;
alter table config_zip force row level security;
create policy tenant on config_zip using (tenant_id = current_setting('app.tenant', true));
