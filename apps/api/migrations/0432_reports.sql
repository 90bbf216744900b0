-- Reports: saved questions about the records of a page.
create table report (
  tenant_id character varying(12) not null,
  id bigint not null,
  name text,
  page text,
  page_name text,
  conditions text,
  group_by text,
  sums text,
  columns text,
  chart text,
  roles text,
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
comment on column report.search_text is 'name';
create index report_order on report (tenant_id, name collate "zh-x-icu" asc nulls first, id asc) where is_deleted = 0;
create index report_create_user_order on report (tenant_id, create_user, name collate "zh-x-icu" asc nulls first, id asc) where is_deleted = 0;
create index report_search on report using gin (search_text gin_trgm_ops) where is_deleted = 0;
create unique index report_name_unique on report (tenant_id, name_key) where is_deleted = 0;
grant select, insert, update, delete on report to keyan_app;
alter table report enable row level security;
alter table report force row level security;
create policy tenant on report using (tenant_id = current_setting('app.tenant', true));

