-- Rules of early warning, and the warnings that hold today.

create table early_warning (
  tenant_id character varying(12) not null,
  id bigint not null,
  warn_name text,
  warn_target text,
  level_color text,
  template text,
  template_en text,
  status text,
  advance_days text,
  threshold numeric(11,2),
  receivers text[],
  cron text,
  last_run_time timestamp with time zone,
  warn_name_key text,
  search_text text generated always as (lower(coalesce(warn_name, ''))) stored,
  create_user bigint not null,
  create_dept bigint,
  create_time timestamp with time zone not null,
  update_user bigint not null,
  update_time timestamp with time zone not null,
  is_deleted smallint not null default 0,
  version integer not null default 1,
  primary key (tenant_id, id)
);
comment on column early_warning.search_text is 'warn_name';
create index early_warning_order on early_warning (tenant_id, create_time asc nulls first, id asc) where is_deleted = 0;
create index early_warning_search on early_warning using gin (search_text gin_trgm_ops) where is_deleted = 0;
create unique index early_warning_warn_name_unique on early_warning (tenant_id, warn_name_key) where is_deleted = 0;
grant select, insert, update, delete on early_warning to keyan_app;
alter table early_warning enable row level security;
alter table early_warning force row level security;
create policy tenant on early_warning using (tenant_id = current_setting('app.tenant', true));

create table warn_item (
  tenant_id character varying(12) not null,
  id bigint not null,
  rule_id bigint,
  warn_target text,
  level_color text,
  resource text,
  biz_id text,
  basis text,
  rung integer,
  title text,
  content text,
  content_en text,
  fk_dept_id bigint,
  search_text text generated always as (lower(coalesce(title, ''))) stored,
  create_user bigint not null,
  create_dept bigint,
  create_time timestamp with time zone not null,
  update_user bigint not null,
  update_time timestamp with time zone not null,
  is_deleted smallint not null default 0,
  version integer not null default 1,
  primary key (tenant_id, id)
);
comment on column warn_item.search_text is 'title';
create index warn_item_order on warn_item (tenant_id, level_color desc nulls last, id desc) where is_deleted = 0;
create index warn_item_fk_dept_id_order on warn_item (tenant_id, fk_dept_id, level_color desc nulls last, id desc) where is_deleted = 0;
create index warn_item_rule_id on warn_item (tenant_id, rule_id) where is_deleted = 0;
create index warn_item_search on warn_item using gin (search_text gin_trgm_ops) where is_deleted = 0;
grant select, insert, update, delete on warn_item to keyan_app;
alter table warn_item enable row level security;
alter table warn_item force row level security;
create policy tenant on warn_item using (tenant_id = current_setting('app.tenant', true));

create table warn_item_receivers (
  tenant_id character varying(12) not null,
  id bigint not null,
  parent_id bigint not null,
  sort_order integer not null,
  user_id bigint,
  primary key (tenant_id, id),
  foreign key (tenant_id, parent_id) references warn_item (tenant_id, id)
);
create index warn_item_receivers_parent on warn_item_receivers (tenant_id, parent_id, sort_order);
create index warn_item_receivers_user_id on warn_item_receivers (tenant_id, user_id, parent_id);
grant select, insert, update, delete on warn_item_receivers to keyan_app;
alter table warn_item_receivers enable row level security;
alter table warn_item_receivers force row level security;
create policy tenant on warn_item_receivers using (tenant_id = current_setting('app.tenant', true));

create table ledger_warnings (
  tenant_id character varying(12) not null,
  owner_id bigint not null,
  account text not null,
  id bigint not null generated always as identity,
  living bigint not null default 0,
  source text not null,
  source_id bigint not null,
  effect text not null,
  action text not null,
  actor_id bigint,
  time timestamp with time zone not null,
  primary key (tenant_id, id)
);
create index ledger_warnings_source on ledger_warnings (tenant_id, source_id, effect);
create index ledger_warnings_account on ledger_warnings (tenant_id, owner_id, account, id);
grant select, insert on ledger_warnings to keyan_app;
alter table ledger_warnings enable row level security;
alter table ledger_warnings force row level security;
create policy tenant on ledger_warnings using (tenant_id = current_setting('app.tenant', true));

create table ledger_warnings_balance (
  tenant_id character varying(12) not null,
  owner_id bigint not null,
  account text not null,
  living bigint not null default 0,
  primary key (tenant_id, owner_id, account)
);
grant select, insert, update on ledger_warnings_balance to keyan_app;
alter table ledger_warnings_balance enable row level security;
alter table ledger_warnings_balance force row level security;
create policy tenant on ledger_warnings_balance using (tenant_id = current_setting('app.tenant', true));

