-- Notices come out at their time, are pinned until a day, and their readers are reminded; applications that send messages.

alter table notice add column top_until date;
alter table notice add column publish_at timestamp with time zone;
alter table notice add column reminded_on date;

create index notice_due_come_out on notice (tenant_id, status, publish_at) where is_deleted = 0;
create index notice_due_unpin on notice (tenant_id, status, top_until) where is_deleted = 0;

create table im_config (
  tenant_id character varying(12) not null,
  id bigint not null,
  category text,
  im_code text,
  corp_id text,
  agent_id text,
  secret_key text,
  origin text,
  remark text,
  status text,
  im_code_key text,
  search_text text generated always as (lower(coalesce(im_code, ''))) stored,
  create_user bigint not null,
  create_dept bigint,
  create_time timestamp with time zone not null,
  update_user bigint not null,
  update_time timestamp with time zone not null,
  is_deleted smallint not null default 0,
  version integer not null default 1,
  primary key (tenant_id, id)
);
comment on column im_config.search_text is 'im_code';
create index im_config_order on im_config (tenant_id, im_code collate "zh-x-icu" asc nulls first, id asc) where is_deleted = 0;
create index im_config_search on im_config using gin (search_text gin_trgm_ops) where is_deleted = 0;
create unique index im_config_im_code_unique on im_config (tenant_id, im_code_key) where is_deleted = 0;
grant select, insert, update, delete on im_config to keyan_app;
alter table im_config enable row level security;
alter table im_config force row level security;
create policy tenant on im_config using (tenant_id = current_setting('app.tenant', true));
