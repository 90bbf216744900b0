-- The store that content lies in; null is the installation's own.
alter table blob add column store_id bigint;
create index blob_store on blob (tenant_id, store_id, sha256);

-- Content in a store that no row needs, not yet or no more: removed once it is due.
create table blob_leftover (
  tenant_id varchar(12) not null,
  blob_key text not null,
  store_id bigint,
  due timestamptz not null,
  primary key (tenant_id, blob_key)
);
create index blob_leftover_due on blob_leftover (tenant_id, due);
grant select, insert, update, delete on blob_leftover to keyan_app;
alter table blob_leftover enable row level security;
alter table blob_leftover force row level security;
create policy tenant on blob_leftover using (tenant_id = current_setting('app.tenant', true));

create table oss_config (
  tenant_id character varying(12) not null,
  id bigint not null,
  category text,
  oss_code text,
  endpoint text,
  bucket_name text,
  region text,
  app_id text,
  access_key text,
  secret_key text,
  remark text,
  status text,
  oss_code_key text,
  search_text text generated always as (lower(coalesce(oss_code, ''))) stored,
  create_user bigint not null,
  create_dept bigint,
  create_time timestamp with time zone not null,
  update_user bigint not null,
  update_time timestamp with time zone not null,
  is_deleted smallint not null default 0,
  version integer not null default 1,
  primary key (tenant_id, id)
);
comment on column oss_config.search_text is 'oss_code';
create index oss_config_order on oss_config (tenant_id, oss_code collate "zh-x-icu" asc nulls first, id asc) where is_deleted = 0;
create index oss_config_search on oss_config using gin (search_text gin_trgm_ops) where is_deleted = 0;
create unique index oss_config_oss_code_unique on oss_config (tenant_id, oss_code_key) where is_deleted = 0;
grant select, insert, update, delete on oss_config to keyan_app;
alter table oss_config enable row level security;
alter table oss_config force row level security;
create policy tenant on oss_config using (tenant_id = current_setting('app.tenant', true));

