-- Exchange with the finance system (R-312): sources, runs, differences, codes of departments; payments from it.

alter table funds_expenditure add column is_import text;
alter table funds_expenditure add column finance_key text;
alter table funds_expenditure add column finance_key_key text;
create unique index funds_expenditure_finance_key_unique on funds_expenditure (tenant_id, finance_key_key) where is_deleted = 0 and audit_status in ('1', '2');
create table data_sync (
  tenant_id character varying(12) not null,
  id bigint not null,
  sync_num text,
  sync_type text,
  source_id bigint,
  start_run timestamp with time zone,
  end_run timestamp with time zone,
  total integer,
  added_num integer,
  updated_num integer,
  skip_num integer,
  differ_num integer,
  fail_num integer,
  run_result text,
  error_msg text,
  position text,
  search_text text generated always as (lower(coalesce(sync_num, ''))) stored,
  create_user bigint not null,
  create_dept bigint,
  create_time timestamp with time zone not null,
  update_user bigint not null,
  update_time timestamp with time zone not null,
  is_deleted smallint not null default 0,
  version integer not null default 1,
  primary key (tenant_id, id)
);
comment on column data_sync.search_text is 'sync_num';
create index data_sync_order on data_sync (tenant_id, start_run desc nulls last, id desc) where is_deleted = 0;
create index data_sync_source_id on data_sync (tenant_id, source_id) where is_deleted = 0;
create index data_sync_search on data_sync using gin (search_text gin_trgm_ops) where is_deleted = 0;
grant select, insert, update, delete on data_sync to keyan_app;
alter table data_sync enable row level security;
alter table data_sync force row level security;
create policy tenant on data_sync using (tenant_id = current_setting('app.tenant', true));

create table data_sync_lines (
  tenant_id character varying(12) not null,
  id bigint not null,
  parent_id bigint not null,
  sort_order integer not null,
  number text,
  outcome text,
  message text,
  arrive_id bigint,
  program_id bigint,
  expense_id bigint,
  primary key (tenant_id, id),
  foreign key (tenant_id, parent_id) references data_sync (tenant_id, id)
);
create index data_sync_lines_parent on data_sync_lines (tenant_id, parent_id, sort_order);
create index data_sync_lines_arrive_id on data_sync_lines (tenant_id, arrive_id, parent_id);
create index data_sync_lines_program_id on data_sync_lines (tenant_id, program_id, parent_id);
create index data_sync_lines_expense_id on data_sync_lines (tenant_id, expense_id, parent_id);
grant select, insert, update, delete on data_sync_lines to keyan_app;
alter table data_sync_lines enable row level security;
alter table data_sync_lines force row level security;
create policy tenant on data_sync_lines using (tenant_id = current_setting('app.tenant', true));

create table finance_difference (
  tenant_id character varying(12) not null,
  id bigint not null,
  object text,
  kind text,
  record_num text,
  item text,
  ours text,
  theirs text,
  message text,
  arrive_id bigint,
  program_id bigint,
  expense_id bigint,
  status text,
  settle_time timestamp with time zone,
  settle_note text,
  search_text text generated always as (lower(coalesce(record_num, ''))) stored,
  create_user bigint not null,
  create_dept bigint,
  create_time timestamp with time zone not null,
  update_user bigint not null,
  update_time timestamp with time zone not null,
  is_deleted smallint not null default 0,
  version integer not null default 1,
  primary key (tenant_id, id)
);
comment on column finance_difference.search_text is 'record_num';
create index finance_difference_order on finance_difference (tenant_id, create_time desc nulls last, id desc) where is_deleted = 0;
create index finance_difference_arrive_id on finance_difference (tenant_id, arrive_id) where is_deleted = 0;
create index finance_difference_program_id on finance_difference (tenant_id, program_id) where is_deleted = 0;
create index finance_difference_expense_id on finance_difference (tenant_id, expense_id) where is_deleted = 0;
create index finance_difference_search on finance_difference using gin (search_text gin_trgm_ops) where is_deleted = 0;
grant select, insert, update, delete on finance_difference to keyan_app;
alter table finance_difference enable row level security;
alter table finance_difference force row level security;
create policy tenant on finance_difference using (tenant_id = current_setting('app.tenant', true));

create table dept_mapping (
  tenant_id character varying(12) not null,
  id bigint not null,
  dept_id bigint,
  finance_dept_code text,
  finance_dept_name text,
  hr_dept_code text,
  dept_id_key text,
  finance_dept_code_key text,
  search_text text generated always as (lower(coalesce(finance_dept_name, ''))) stored,
  create_user bigint not null,
  create_dept bigint,
  create_time timestamp with time zone not null,
  update_user bigint not null,
  update_time timestamp with time zone not null,
  is_deleted smallint not null default 0,
  version integer not null default 1,
  primary key (tenant_id, id)
);
comment on column dept_mapping.search_text is 'finance_dept_name';
create index dept_mapping_order on dept_mapping (tenant_id, finance_dept_code collate "zh-x-icu" asc nulls first, id asc) where is_deleted = 0;
create index dept_mapping_dept_id on dept_mapping (tenant_id, dept_id) where is_deleted = 0;
create index dept_mapping_search on dept_mapping using gin (search_text gin_trgm_ops) where is_deleted = 0;
create unique index dept_mapping_dept_id_unique on dept_mapping (tenant_id, dept_id_key) where is_deleted = 0;
create unique index dept_mapping_finance_dept_code_unique on dept_mapping (tenant_id, finance_dept_code_key) where is_deleted = 0;
grant select, insert, update, delete on dept_mapping to keyan_app;
alter table dept_mapping enable row level security;
alter table dept_mapping force row level security;
create policy tenant on dept_mapping using (tenant_id = current_setting('app.tenant', true));

create table finance_source (
  tenant_id character varying(12) not null,
  id bigint not null,
  name text,
  source_kind text,
  url text,
  username text,
  password text,
  folder text,
  clock text,
  is_enabled text,
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
comment on column finance_source.search_text is 'name';
create index finance_source_order on finance_source (tenant_id, name collate "zh-x-icu" asc nulls first, id asc) where is_deleted = 0;
create index finance_source_search on finance_source using gin (search_text gin_trgm_ops) where is_deleted = 0;
create unique index finance_source_name_unique on finance_source (tenant_id, name_key) where is_deleted = 0;
grant select, insert, update, delete on finance_source to keyan_app;
alter table finance_source enable row level security;
alter table finance_source force row level security;
create policy tenant on finance_source using (tenant_id = current_setting('app.tenant', true));

create table finance_source_tables (
  tenant_id character varying(12) not null,
  id bigint not null,
  parent_id bigint not null,
  sort_order integer not null,
  object text,
  table_name text,
  primary key (tenant_id, id),
  foreign key (tenant_id, parent_id) references finance_source (tenant_id, id)
);
create index finance_source_tables_parent on finance_source_tables (tenant_id, parent_id, sort_order);
grant select, insert, update, delete on finance_source_tables to keyan_app;
alter table finance_source_tables enable row level security;
alter table finance_source_tables force row level security;
create policy tenant on finance_source_tables using (tenant_id = current_setting('app.tenant', true));

create table finance_source_columns (
  tenant_id character varying(12) not null,
  id bigint not null,
  parent_id bigint not null,
  sort_order integer not null,
  object text,
  ours text,
  theirs text,
  primary key (tenant_id, id),
  foreign key (tenant_id, parent_id) references finance_source (tenant_id, id)
);
create index finance_source_columns_parent on finance_source_columns (tenant_id, parent_id, sort_order);
grant select, insert, update, delete on finance_source_columns to keyan_app;
alter table finance_source_columns enable row level security;
alter table finance_source_columns force row level security;
create policy tenant on finance_source_columns using (tenant_id = current_setting('app.tenant', true));

