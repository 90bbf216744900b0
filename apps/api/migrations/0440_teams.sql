-- Research teams with their members and departments, what they were returned for, and profiles of departments.

create table team (
  tenant_id character varying(12) not null,
  id bigint not null,
  team_name text,
  team_num text,
  team_type text,
  team_level text,
  leader_id bigint,
  fk_dept_id bigint,
  discipline text,
  direction text,
  found_date date,
  approve_unit text,
  approve_num text,
  cycle_start date,
  cycle_end date,
  funds numeric(18,2),
  target text,
  intro text,
  assess_grade text,
  search_text text generated always as (lower(coalesce(team_name, '') || ' ' || coalesce(team_num, '') || ' ' || coalesce(direction, ''))) stored,
  process_instance_id bigint,
  steps jsonb not null default '[]',
  audit_status text not null,
  submit_time timestamp with time zone,
  finish_time timestamp with time zone,
  current_node text,
  current_assignee text,
  current_since timestamp with time zone,
  create_user bigint not null,
  create_dept bigint,
  create_time timestamp with time zone not null,
  update_user bigint not null,
  update_time timestamp with time zone not null,
  is_deleted smallint not null default 0,
  version integer not null default 1,
  primary key (tenant_id, id)
);
comment on column team.search_text is 'team_name, team_num, direction';
create index team_order on team (tenant_id, found_date desc nulls last, id desc) where is_deleted = 0;
create index team_listed on team (tenant_id, audit_status, found_date desc nulls last, id desc, create_user, leader_id, fk_dept_id, team_type, team_level, assess_grade) where is_deleted = 0;
create index team_count on team (tenant_id, audit_status, create_user) where is_deleted = 0;
create index team_create_user_order on team (tenant_id, create_user, found_date desc nulls last, id desc) where is_deleted = 0;
create index team_leader_id_order on team (tenant_id, leader_id, found_date desc nulls last, id desc) where is_deleted = 0;
create index team_fk_dept_id_order on team (tenant_id, fk_dept_id, found_date desc nulls last, id desc, audit_status, create_user, leader_id, team_type, team_level, assess_grade) where is_deleted = 0;
create index team_by_tt_tl_ag_li_fdi on team (tenant_id, audit_status, team_type, team_level, assess_grade, leader_id, fk_dept_id, found_date desc nulls last, id desc) where is_deleted = 0;
create index team_search on team using gin (search_text gin_trgm_ops) where is_deleted = 0;
grant select, insert, update, delete on team to keyan_app;
alter table team enable row level security;
alter table team force row level security;
create policy tenant on team using (tenant_id = current_setting('app.tenant', true));

create table team_staff (
  tenant_id character varying(12) not null,
  id bigint not null,
  parent_id bigint not null,
  sort_order integer not null,
  user_id bigint,
  team_role text,
  direction text,
  join_date date,
  leave_date date,
  primary key (tenant_id, id),
  foreign key (tenant_id, parent_id) references team (tenant_id, id)
);
create index team_staff_parent on team_staff (tenant_id, parent_id, sort_order);
create index team_staff_user_id on team_staff (tenant_id, user_id, parent_id);
grant select, insert, update, delete on team_staff to keyan_app;
alter table team_staff enable row level security;
alter table team_staff force row level security;
create policy tenant on team_staff using (tenant_id = current_setting('app.tenant', true));

create table team_departments (
  tenant_id character varying(12) not null,
  id bigint not null,
  parent_id bigint not null,
  sort_order integer not null,
  dept_id bigint,
  is_main text,
  primary key (tenant_id, id),
  foreign key (tenant_id, parent_id) references team (tenant_id, id)
);
create index team_departments_parent on team_departments (tenant_id, parent_id, sort_order);
create index team_departments_dept_id on team_departments (tenant_id, dept_id, parent_id);
grant select, insert, update, delete on team_departments to keyan_app;
alter table team_departments enable row level security;
alter table team_departments force row level security;
create policy tenant on team_departments using (tenant_id = current_setting('app.tenant', true));

create table team_return (
  tenant_id character varying(12) not null,
  id bigint not null,
  fk_parent_id bigint,
  team_name text,
  return_description text,
  return_user text,
  return_time timestamp with time zone,
  status text,
  search_text text generated always as (lower(coalesce(team_name, ''))) stored,
  create_user bigint not null,
  create_dept bigint,
  create_time timestamp with time zone not null,
  update_user bigint not null,
  update_time timestamp with time zone not null,
  is_deleted smallint not null default 0,
  version integer not null default 1,
  primary key (tenant_id, id)
);
comment on column team_return.search_text is 'team_name';
create index team_return_order on team_return (tenant_id, return_time desc nulls last, id desc) where is_deleted = 0;
create index team_return_fk_parent_id on team_return (tenant_id, fk_parent_id) where is_deleted = 0;
create index team_return_search on team_return using gin (search_text gin_trgm_ops) where is_deleted = 0;
grant select, insert, update, delete on team_return to keyan_app;
alter table team_return enable row level security;
alter table team_return force row level security;
create policy tenant on team_return using (tenant_id = current_setting('app.tenant', true));

create table team_department (
  tenant_id character varying(12) not null,
  id bigint not null,
  dept_name text,
  dept_id bigint,
  leader_id bigint,
  secretary_id bigint,
  phone text,
  discipline text[],
  platforms text,
  intro text,
  staff_num integer,
  on_going_num integer,
  year_funds numeric(18,2),
  dept_id_key text,
  search_text text generated always as (lower(coalesce(dept_name, ''))) stored,
  create_user bigint not null,
  create_dept bigint,
  create_time timestamp with time zone not null,
  update_user bigint not null,
  update_time timestamp with time zone not null,
  is_deleted smallint not null default 0,
  version integer not null default 1,
  primary key (tenant_id, id)
);
comment on column team_department.search_text is 'dept_name';
create index team_department_order on team_department (tenant_id, dept_name collate "zh-x-icu" asc nulls first, id asc) where is_deleted = 0;
create index team_department_dept_id_order on team_department (tenant_id, dept_id, dept_name collate "zh-x-icu" asc nulls first, id asc) where is_deleted = 0;
create index team_department_leader_id on team_department (tenant_id, leader_id) where is_deleted = 0;
create index team_department_secretary_id on team_department (tenant_id, secretary_id) where is_deleted = 0;
create index team_department_search on team_department using gin (search_text gin_trgm_ops) where is_deleted = 0;
create unique index team_department_dept_id_unique on team_department (tenant_id, dept_id_key) where is_deleted = 0;
grant select, insert, update, delete on team_department to keyan_app;
alter table team_department enable row level security;
alter table team_department force row level security;
create policy tenant on team_department using (tenant_id = current_setting('app.tenant', true));
