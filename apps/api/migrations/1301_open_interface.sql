-- Other systems that read by the open interface, and those that are called when records reach a state.

create table open_client (
  tenant_id character varying(12) not null,
  id bigint not null,
  client_name text,
  client_id text,
  client_secret text,
  remark text,
  status text,
  client_id_key text,
  search_text text generated always as (lower(coalesce(client_name, '') || ' ' || coalesce(client_id, ''))) stored,
  create_user bigint not null,
  create_dept bigint,
  create_time timestamp with time zone not null,
  update_user bigint not null,
  update_time timestamp with time zone not null,
  is_deleted smallint not null default 0,
  version integer not null default 1,
  primary key (tenant_id, id)
);
comment on column open_client.search_text is 'client_name, client_id';
create index open_client_order on open_client (tenant_id, client_name collate "zh-x-icu" asc nulls first, id asc) where is_deleted = 0;
create index open_client_search on open_client using gin (search_text gin_trgm_ops) where is_deleted = 0;
create unique index open_client_client_id_unique on open_client (tenant_id, client_id_key) where is_deleted = 0;
grant select, insert, update, delete on open_client to keyan_app;
alter table open_client enable row level security;
alter table open_client force row level security;
create policy tenant on open_client using (tenant_id = current_setting('app.tenant', true));

create table open_client_scopes (
  tenant_id character varying(12) not null,
  id bigint not null,
  parent_id bigint not null,
  sort_order integer not null,
  resource_key text,
  fields text,
  primary key (tenant_id, id),
  foreign key (tenant_id, parent_id) references open_client (tenant_id, id)
);
create index open_client_scopes_parent on open_client_scopes (tenant_id, parent_id, sort_order);
grant select, insert, update, delete on open_client_scopes to keyan_app;
alter table open_client_scopes enable row level security;
alter table open_client_scopes force row level security;
create policy tenant on open_client_scopes using (tenant_id = current_setting('app.tenant', true));

create table webhook (
  tenant_id character varying(12) not null,
  id bigint not null,
  hook_name text,
  resource_key text,
  reached text,
  address text,
  sign_secret text,
  remark text,
  enabled_time timestamp with time zone,
  status text,
  search_text text generated always as (lower(coalesce(hook_name, ''))) stored,
  create_user bigint not null,
  create_dept bigint,
  create_time timestamp with time zone not null,
  update_user bigint not null,
  update_time timestamp with time zone not null,
  is_deleted smallint not null default 0,
  version integer not null default 1,
  primary key (tenant_id, id)
);
comment on column webhook.search_text is 'hook_name';
create index webhook_order on webhook (tenant_id, hook_name collate "zh-x-icu" asc nulls first, id asc) where is_deleted = 0;
create index webhook_search on webhook using gin (search_text gin_trgm_ops) where is_deleted = 0;
grant select, insert, update, delete on webhook to keyan_app;
alter table webhook enable row level security;
alter table webhook force row level security;
create policy tenant on webhook using (tenant_id = current_setting('app.tenant', true));

-- Whoever asks for a token is not known yet: the session of no tenant reads the clients of all.
create policy calling on open_client for select using (current_setting('app.tenant', true) = '');

-- Until when changes of records were looked at for a webhook.
create table webhook_mark (
  tenant_id varchar(12) not null,
  webhook_id bigint not null,
  seen_until timestamptz not null,
  primary key (tenant_id, webhook_id)
);
grant select, insert, update, delete on webhook_mark to keyan_app;
alter table webhook_mark enable row level security;
alter table webhook_mark force row level security;
create policy tenant on webhook_mark using (tenant_id = current_setting('app.tenant', true));

-- States that are told or were told: '0' waits, '1' arrived, '2' given up.
create table webhook_delivery (
  tenant_id varchar(12) not null,
  id bigint not null,
  webhook_id bigint not null,
  history_id bigint not null,
  resource text not null,
  record_id bigint not null,
  state text not null,
  version integer not null,
  reached_time timestamptz not null,
  outcome text not null default '0' check (outcome in ('0', '1', '2')),
  tries integer not null default 0,
  answer_status integer not null default 0,
  fault text not null default '',
  next_time timestamptz not null,
  done_time timestamptz,
  create_time timestamptz not null,
  primary key (tenant_id, id),
  unique (tenant_id, webhook_id, history_id)
);
create index webhook_delivery_due on webhook_delivery (tenant_id, next_time) where outcome = '0';
grant select, insert, update, delete on webhook_delivery to keyan_app;
alter table webhook_delivery enable row level security;
alter table webhook_delivery force row level security;
create policy tenant on webhook_delivery using (tenant_id = current_setting('app.tenant', true));
