-- Tenants and packages become records of the platform's own tenant, with pages. The directory `tenant` stays: it is
-- read before anybody is known, and follows the records.
create table tenant_package (
  tenant_id character varying(12) not null,
  id bigint not null,
  package_name text,
  menu_id bigint[],
  remark text,
  package_name_key text,
  search_text text generated always as (lower(coalesce(package_name, ''))) stored,
  create_user bigint not null,
  create_dept bigint,
  create_time timestamp with time zone not null,
  update_user bigint not null,
  update_time timestamp with time zone not null,
  is_deleted smallint not null default 0,
  version integer not null default 1,
  primary key (tenant_id, id)
);
comment on column tenant_package.search_text is 'package_name';
create index tenant_package_order on tenant_package (tenant_id, package_name collate "zh-x-icu" asc nulls first, id asc) where is_deleted = 0;
create index tenant_package_menu_id on tenant_package using gin (menu_id) where is_deleted = 0;
create index tenant_package_search on tenant_package using gin (search_text gin_trgm_ops) where is_deleted = 0;
create unique index tenant_package_package_name_unique on tenant_package (tenant_id, package_name_key) where is_deleted = 0;
grant select, insert, update, delete on tenant_package to keyan_app;
alter table tenant_package enable row level security;
alter table tenant_package force row level security;
create policy tenant on tenant_package using (tenant_id = current_setting('app.tenant', true));

create table tenant_file (
  tenant_id character varying(12) not null,
  id bigint not null,
  tenant_code text,
  tenant_name text,
  tenant_name_en text,
  domain text,
  linkman text,
  contact_number text,
  address text,
  background_url text,
  logo text,
  package_id bigint,
  account_number integer,
  expire_time timestamp with time zone,
  tenant_code_key text,
  domain_key text,
  search_text text generated always as (lower(coalesce(tenant_code, '') || ' ' || coalesce(tenant_name, ''))) stored,
  create_user bigint not null,
  create_dept bigint,
  create_time timestamp with time zone not null,
  update_user bigint not null,
  update_time timestamp with time zone not null,
  is_deleted smallint not null default 0,
  version integer not null default 1,
  primary key (tenant_id, id)
);
comment on column tenant_file.search_text is 'tenant_code, tenant_name';
create index tenant_file_order on tenant_file (tenant_id, tenant_code collate "zh-x-icu" asc nulls first, id asc) where is_deleted = 0;
create index tenant_file_package_id on tenant_file (tenant_id, package_id) where is_deleted = 0;
create index tenant_file_search on tenant_file using gin (search_text gin_trgm_ops) where is_deleted = 0;
create unique index tenant_file_tenant_code_unique on tenant_file (tenant_id, tenant_code_key) where is_deleted = 0;
create unique index tenant_file_domain_unique on tenant_file (tenant_id, domain_key) where is_deleted = 0;
grant select, insert, update, delete on tenant_file to keyan_app;

-- The tenants that are there. Ids of records are large: these do not meet them.
insert into tenant_file (tenant_id, id, tenant_code, tenant_code_key, tenant_name, tenant_name_en,
    domain, domain_key, linkman, contact_number, address, logo, account_number, expire_time,
    create_user, create_time, update_user, update_time, is_deleted)
  select '000000', row_number() over (order by tenant_id), tenant_id, tenant_id, tenant_name,
         tenant_name_en, domain, lower(domain), linkman, contact_number, address, logo,
         account_number, expire_time, 0, create_time, 0, update_time, is_deleted
    from tenant;

alter table tenant_file enable row level security;
alter table tenant_file force row level security;
create policy tenant on tenant_file using (tenant_id = current_setting('app.tenant', true));

alter table tenant add column background_url text;
-- The codes of menus and buttons that its people may have; null for all.
alter table tenant add column package_codes text[];
