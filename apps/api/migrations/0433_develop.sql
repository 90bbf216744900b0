-- Data sources and code models of the platform's administrator.
create table data_source (
  tenant_id character varying(12) not null,
  id bigint not null,
  name text,
  driver_class text,
  url text,
  username text,
  password text,
  remark text,
  name_key text,
  search_text text generated always as (lower(coalesce(name, ''))) stored,
  create_user bigint not null,
  create_dept bigint,
  create_time timestamp with time zone not null,
  update_user bigint not null,
  update_time timestamp with time zone not null,
  is_deleted smallint not null default 0,
  version integer not null default 1,
  primary key (tenant_id, id)
);
comment on column data_source.search_text is 'name';
create index data_source_order on data_source (tenant_id, name collate "zh-x-icu" asc nulls first, id asc) where is_deleted = 0;
create index data_source_search on data_source using gin (search_text gin_trgm_ops) where is_deleted = 0;
create unique index data_source_name_unique on data_source (tenant_id, name_key) where is_deleted = 0;
grant select, insert, update, delete on data_source to keyan_app;
alter table data_source enable row level security;
alter table data_source force row level security;
create policy tenant on data_source using (tenant_id = current_setting('app.tenant', true));

create table code_model (
  tenant_id character varying(12) not null,
  id bigint not null,
  code_name text,
  code_name_en text,
  datasource_id bigint,
  table_name text,
  table_prefix text,
  pk_name text,
  package_name text,
  service_name text,
  api_path text,
  remark text,
  search_text text generated always as (lower(coalesce(code_name, ''))) stored,
  create_user bigint not null,
  create_dept bigint,
  create_time timestamp with time zone not null,
  update_user bigint not null,
  update_time timestamp with time zone not null,
  is_deleted smallint not null default 0,
  version integer not null default 1,
  primary key (tenant_id, id)
);
comment on column code_model.search_text is 'code_name';
create index code_model_order on code_model (tenant_id, code_name collate "zh-x-icu" asc nulls first, id asc) where is_deleted = 0;
create index code_model_datasource_id on code_model (tenant_id, datasource_id) where is_deleted = 0;
create index code_model_search on code_model using gin (search_text gin_trgm_ops) where is_deleted = 0;
grant select, insert, update, delete on code_model to keyan_app;
alter table code_model enable row level security;
alter table code_model force row level security;
create policy tenant on code_model using (tenant_id = current_setting('app.tenant', true));

