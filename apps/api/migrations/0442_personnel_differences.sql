-- In what lists of staff differ from the files, and the values that nobody reads by a call.

create table personnel_difference (
  tenant_id character varying(12) not null,
  id bigint not null,
  batch_num text,
  kind text,
  job_num text,
  name text,
  fk_dept_id bigint,
  personnel_id bigint,
  item text,
  before text,
  after text,
  status text,
  settle_time timestamp with time zone,
  search_text text generated always as (lower(coalesce(batch_num, '') || ' ' || coalesce(job_num, '') || ' ' || coalesce(name, ''))) stored,
  create_user bigint not null,
  create_dept bigint,
  create_time timestamp with time zone not null,
  update_user bigint not null,
  update_time timestamp with time zone not null,
  is_deleted smallint not null default 0,
  version integer not null default 1,
  primary key (tenant_id, id)
);
comment on column personnel_difference.search_text is 'batch_num, job_num, name';
create index personnel_difference_order on personnel_difference (tenant_id, job_num collate "zh-x-icu" asc nulls first, id asc) where is_deleted = 0;
create index personnel_difference_fk_dept_id_order on personnel_difference (tenant_id, fk_dept_id, job_num collate "zh-x-icu" asc nulls first, id asc) where is_deleted = 0;
create index personnel_difference_personnel_id on personnel_difference (tenant_id, personnel_id) where is_deleted = 0;
create index personnel_difference_search on personnel_difference using gin (search_text gin_trgm_ops) where is_deleted = 0;
grant select, insert, update, delete on personnel_difference to keyan_app;
alter table personnel_difference enable row level security;
alter table personnel_difference force row level security;
create policy tenant on personnel_difference using (tenant_id = current_setting('app.tenant', true));
create table personnel_difference_value (
  tenant_id character varying(12) not null,
  id bigint not null,
  before jsonb,
  after jsonb,
  primary key (tenant_id, id)
);
grant select, insert, update, delete on personnel_difference_value to keyan_app;
alter table personnel_difference_value enable row level security;
alter table personnel_difference_value force row level security;
create policy tenant on personnel_difference_value using (tenant_id = current_setting('app.tenant', true));
