-- Rules of sponsors on how many projects somebody may apply for and have (R-102.10).
create table sponsor_limit (
  tenant_id character varying(12) not null,
  id bigint not null,
  limit_name text,
  resource text,
  plan_year smallint,
  types text[],
  parts text[],
  ranks text,
  applying text[],
  holding text[],
  held text[],
  held_window text,
  counted_types text[],
  same_type text,
  ends_free text,
  joined_since smallint,
  itself text,
  most integer,
  level text,
  document text,
  document_date date,
  status text,
  search_text text generated always as (lower(coalesce(limit_name, ''))) stored,
  create_user bigint not null,
  create_dept bigint,
  create_time timestamp with time zone not null,
  update_user bigint not null,
  update_time timestamp with time zone not null,
  is_deleted smallint not null default 0,
  version integer not null default 1,
  primary key (tenant_id, id)
);
comment on column sponsor_limit.search_text is 'limit_name';
create index sponsor_limit_order on sponsor_limit (tenant_id, limit_name collate "zh-x-icu" asc nulls first, id asc) where is_deleted = 0;
create index sponsor_limit_search on sponsor_limit using gin (search_text gin_trgm_ops) where is_deleted = 0;
grant select, insert, update, delete on sponsor_limit to keyan_app;
alter table sponsor_limit enable row level security;
alter table sponsor_limit force row level security;
create policy tenant on sponsor_limit using (tenant_id = current_setting('app.tenant', true));

