-- Late entries (R-608), representative works that a norm counts alone, halves that stand as they are (R-603), scores in
-- both languages, and who is short of a target.

alter table score_norm add column represent_most integer;
alter table score_project add column normalised text;
alter table score_batch add column counts_late text;
alter table score_batch add column late_from smallint;
alter table score_result add column working_en text;
alter table score_result add column stat_year smallint;
alter table score_result add column is_late text;
create table representative (
  tenant_id character varying(12) not null,
  id bigint not null,
  year smallint,
  score_object text,
  biz_id text,
  title text,
  user_id bigint,
  fk_dept_id bigint,
  place integer,
  status text,
  reason text,
  biz_id_key text,
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
comment on column representative.search_text is 'title';
create index representative_order on representative (tenant_id, year desc nulls last, id desc) where is_deleted = 0;
create index representative_user_id_order on representative (tenant_id, user_id, year desc nulls last, id desc) where is_deleted = 0;
create index representative_fk_dept_id_order on representative (tenant_id, fk_dept_id, year desc nulls last, id desc) where is_deleted = 0;
create index representative_search on representative using gin (search_text gin_trgm_ops) where is_deleted = 0;
create unique index representative_biz_id_unique on representative (tenant_id, biz_id_key) where is_deleted = 0;
grant select, insert, update, delete on representative to keyan_app;
alter table representative enable row level security;
alter table representative force row level security;
create policy tenant on representative using (tenant_id = current_setting('app.tenant', true));

alter table assess_result add column is_short text;
alter table assess_result add column short_of text;
create table ledger_represented (
  tenant_id character varying(12) not null,
  owner_id bigint not null,
  account text not null,
  id bigint not null generated always as identity,
  count bigint not null default 0,
  source text not null,
  source_id bigint not null,
  effect text not null,
  action text not null,
  actor_id bigint,
  time timestamp with time zone not null,
  primary key (tenant_id, id)
);
create index ledger_represented_source on ledger_represented (tenant_id, source_id, effect);
create index ledger_represented_account on ledger_represented (tenant_id, owner_id, account, id);
grant select, insert on ledger_represented to keyan_app;
alter table ledger_represented enable row level security;
alter table ledger_represented force row level security;
create policy tenant on ledger_represented using (tenant_id = current_setting('app.tenant', true));

create table ledger_represented_balance (
  tenant_id character varying(12) not null,
  owner_id bigint not null,
  account text not null,
  count bigint not null default 0,
  primary key (tenant_id, owner_id, account)
);
grant select, insert, update on ledger_represented_balance to keyan_app;
alter table ledger_represented_balance enable row level security;
alter table ledger_represented_balance force row level security;
create policy tenant on ledger_represented_balance using (tenant_id = current_setting('app.tenant', true));


-- What stands keeps what it meant: the halves were brought to the whole, and no batch counted late entries.
update score_project set normalised = '1' where allot_mode = '3';
update score_batch set counts_late = '0';
update score_result set is_late = '0';
update assess_result set is_short = '0' where is_short is null;
