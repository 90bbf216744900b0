-- Data scopes and API scopes: records of each tenant, and which roles hold them.
create table data_scope (
  tenant_id character varying(12) not null,
  id bigint not null,
  scope_name text,
  resource_code text,
  menu_id bigint,
  scope_type text,
  scope_column text,
  scope_value bigint[],
  scope_field text,
  scope_class text,
  remark text,
  search_text text generated always as (lower(coalesce(scope_name, ''))) stored,
  create_user bigint not null,
  create_dept bigint,
  create_time timestamp with time zone not null,
  update_user bigint not null,
  update_time timestamp with time zone not null,
  is_deleted smallint not null default 0,
  version integer not null default 1,
  primary key (tenant_id, id)
);
comment on column data_scope.search_text is 'scope_name';
create index data_scope_order on data_scope (tenant_id, scope_name collate "zh-x-icu" asc nulls first, id asc) where is_deleted = 0;
create index data_scope_menu_id on data_scope (tenant_id, menu_id) where is_deleted = 0;
create index data_scope_scope_value on data_scope using gin (scope_value) where is_deleted = 0;
create index data_scope_search on data_scope using gin (search_text gin_trgm_ops) where is_deleted = 0;
grant select, insert, update, delete on data_scope to keyan_app;
alter table data_scope enable row level security;
alter table data_scope force row level security;
create policy tenant on data_scope using (tenant_id = current_setting('app.tenant', true));

create table api_scope (
  tenant_id character varying(12) not null,
  id bigint not null,
  scope_name text,
  resource_code text,
  menu_id bigint,
  scope_path text,
  scope_type text,
  remark text,
  search_text text generated always as (lower(coalesce(scope_name, ''))) stored,
  create_user bigint not null,
  create_dept bigint,
  create_time timestamp with time zone not null,
  update_user bigint not null,
  update_time timestamp with time zone not null,
  is_deleted smallint not null default 0,
  version integer not null default 1,
  primary key (tenant_id, id)
);
comment on column api_scope.search_text is 'scope_name';
create index api_scope_order on api_scope (tenant_id, scope_name collate "zh-x-icu" asc nulls first, id asc) where is_deleted = 0;
create index api_scope_menu_id on api_scope (tenant_id, menu_id) where is_deleted = 0;
create index api_scope_search on api_scope using gin (search_text gin_trgm_ops) where is_deleted = 0;
grant select, insert, update, delete on api_scope to keyan_app;
alter table api_scope enable row level security;
alter table api_scope force row level security;
create policy tenant on api_scope using (tenant_id = current_setting('app.tenant', true));

create table role_data_scope (
  tenant_id varchar(12) not null,
  role_id bigint not null,
  scope_id bigint not null,
  primary key (tenant_id, role_id, scope_id),
  foreign key (tenant_id, role_id) references role (tenant_id, id),
  foreign key (tenant_id, scope_id) references data_scope (tenant_id, id)
);
create index role_data_scope_scope on role_data_scope (tenant_id, scope_id);

create table role_api_scope (
  tenant_id varchar(12) not null,
  role_id bigint not null,
  scope_id bigint not null,
  primary key (tenant_id, role_id, scope_id),
  foreign key (tenant_id, role_id) references role (tenant_id, id),
  foreign key (tenant_id, scope_id) references api_scope (tenant_id, id)
);
create index role_api_scope_scope on role_api_scope (tenant_id, scope_id);

grant select, insert, update, delete on role_data_scope, role_api_scope to keyan_app;
alter table role_data_scope enable row level security;
alter table role_data_scope force row level security;
create policy tenant on role_data_scope using (tenant_id = current_setting('app.tenant', true));
alter table role_api_scope enable row level security;
alter table role_api_scope force row level security;
create policy tenant on role_api_scope using (tenant_id = current_setting('app.tenant', true));

-- Who may see and call what changes with these: every process reads people anew.
create trigger tell after insert or update or delete on data_scope
  for each statement execute function tell_tenant();
create trigger tell after insert or update or delete on api_scope
  for each statement execute function tell_tenant();
create trigger tell after insert or update or delete on role_data_scope
  for each statement execute function tell_tenant();
create trigger tell after insert or update or delete on role_api_scope
  for each statement execute function tell_tenant();
