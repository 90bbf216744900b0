-- Attachment categories become records: administrators edit them on a page, with versions and a history.
-- The table before them was never written.
drop table attachment_catalogue;

create table attachment_category (
  tenant_id character varying(12) not null,
  id bigint not null,
  resource text,
  kind_name text,
  catalog text,
  name text,
  name_en text,
  is_required text,
  most integer,
  megabytes integer,
  sort integer,
  resource_key text,
  search_text text generated always as (lower(coalesce(kind_name, '') || ' ' || coalesce(name, ''))) stored,
  create_user bigint not null,
  create_dept bigint,
  create_time timestamp with time zone not null,
  update_user bigint not null,
  update_time timestamp with time zone not null,
  is_deleted smallint not null default 0,
  version integer not null default 1,
  primary key (tenant_id, id)
);
comment on column attachment_category.search_text is 'kind_name, name';
create index attachment_category_order on attachment_category (tenant_id, resource collate "zh-x-icu" asc nulls first, id asc) where is_deleted = 0;
create index attachment_category_search on attachment_category using gin (search_text gin_trgm_ops) where is_deleted = 0;
create unique index attachment_category_resource_unique on attachment_category (tenant_id, resource_key) where is_deleted = 0;
grant select, insert, update, delete on attachment_category to keyan_app;
alter table attachment_category enable row level security;
alter table attachment_category force row level security;
create policy tenant on attachment_category using (tenant_id = current_setting('app.tenant', true));


-- The page of every attachment: newest first.
create index attachment_time on attachment (tenant_id, create_time desc, id desc) where is_deleted = 0;
