-- Services that send text messages; their keys are sealed.
create table sms_config (
  tenant_id character varying(12) not null,
  id bigint not null,
  category text,
  sms_code text,
  template_id text,
  access_key text,
  secret_key text,
  region_id text,
  sign_name text,
  remark text,
  status text,
  sms_code_key text,
  search_text text generated always as (lower(coalesce(sms_code, ''))) stored,
  create_user bigint not null,
  create_dept bigint,
  create_time timestamp with time zone not null,
  update_user bigint not null,
  update_time timestamp with time zone not null,
  is_deleted smallint not null default 0,
  version integer not null default 1,
  primary key (tenant_id, id)
);
comment on column sms_config.search_text is 'sms_code';
create index sms_config_order on sms_config (tenant_id, sms_code collate "zh-x-icu" asc nulls first, id asc) where is_deleted = 0;
create index sms_config_search on sms_config using gin (search_text gin_trgm_ops) where is_deleted = 0;
create unique index sms_config_sms_code_unique on sms_config (tenant_id, sms_code_key) where is_deleted = 0;
grant select, insert, update, delete on sms_config to keyan_app;
alter table sms_config enable row level security;
alter table sms_config force row level security;
create policy tenant on sms_config using (tenant_id = current_setting('app.tenant', true));

