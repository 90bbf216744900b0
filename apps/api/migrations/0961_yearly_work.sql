-- The months that people put into projects in a year, as leaders confirm them.

create table project_work (
  tenant_id character varying(12) not null,
  id bigint not null,
  program_id bigint,
  program_name text,
  program_num text,
  program_kind text,
  program_leader bigint,
  department_id bigint,
  work_year smallint,
  remarks text,
  status text,
  occasion text,
  occasion_key text,
  search_text text generated always as (lower(coalesce(program_name, '') || ' ' || coalesce(program_num, ''))) stored,
  create_user bigint not null,
  create_dept bigint,
  create_time timestamp with time zone not null,
  update_user bigint not null,
  update_time timestamp with time zone not null,
  is_deleted smallint not null default 0,
  version integer not null default 1,
  primary key (tenant_id, id)
);
comment on column project_work.search_text is 'program_name, program_num';
create index project_work_order on project_work (tenant_id, work_year desc nulls last, id desc) where is_deleted = 0;
create index project_work_program_leader_order on project_work (tenant_id, program_leader, work_year desc nulls last, id desc) where is_deleted = 0;
create index project_work_department_id_order on project_work (tenant_id, department_id, work_year desc nulls last, id desc) where is_deleted = 0;
create index project_work_program_id on project_work (tenant_id, program_id) where is_deleted = 0;
create index project_work_search on project_work using gin (search_text gin_trgm_ops) where is_deleted = 0;
create unique index project_work_occasion_unique on project_work (tenant_id, occasion_key) where is_deleted = 0;
grant select, insert, update, delete on project_work to keyan_app;
alter table project_work enable row level security;
alter table project_work force row level security;
create policy tenant on project_work using (tenant_id = current_setting('app.tenant', true));

create table project_work_lines (
  tenant_id character varying(12) not null,
  id bigint not null,
  parent_id bigint not null,
  sort_order integer not null,
  user_id bigint,
  months numeric(10,1),
  proposed numeric(10,1),
  remark text,
  primary key (tenant_id, id),
  foreign key (tenant_id, parent_id) references project_work (tenant_id, id)
);
create index project_work_lines_parent on project_work_lines (tenant_id, parent_id, sort_order);
create index project_work_lines_user_id on project_work_lines (tenant_id, user_id, parent_id);
grant select, insert, update, delete on project_work_lines to keyan_app;
alter table project_work_lines enable row level security;
alter table project_work_lines force row level security;
create policy tenant on project_work_lines using (tenant_id = current_setting('app.tenant', true));
