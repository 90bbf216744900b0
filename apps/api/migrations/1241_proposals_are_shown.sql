-- 公示: calls show what is proposed for approval, and people object to it.
alter table declare_plan add column publicity text;
alter table declare_plan add column shown_from timestamp with time zone;
alter table declare_plan add column shown_until timestamp with time zone;
create table declare_plan_proposed (
  tenant_id character varying(12) not null,
  id bigint not null,
  parent_id bigint not null,
  sort_order integer not null,
  declare_num text,
  program_name text,
  program_leader bigint,
  department_id bigint,
  amount numeric(18,2),
  primary key (tenant_id, id),
  foreign key (tenant_id, parent_id) references declare_plan (tenant_id, id)
);
create index declare_plan_proposed_parent on declare_plan_proposed (tenant_id, parent_id, sort_order);
create index declare_plan_proposed_program_leader on declare_plan_proposed (tenant_id, program_leader, parent_id);
create index declare_plan_proposed_department_id on declare_plan_proposed (tenant_id, department_id, parent_id);
grant select, insert, update, delete on declare_plan_proposed to keyan_app;
alter table declare_plan_proposed enable row level security;
alter table declare_plan_proposed force row level security;
create policy tenant on declare_plan_proposed using (tenant_id = current_setting('app.tenant', true));
create table proposal_objection (
  tenant_id character varying(12) not null,
  id bigint not null,
  plan_id bigint,
  declare_num text,
  program_name text,
  declare_id bigint,
  department_id bigint,
  parties text,
  content text,
  result text,
  handler bigint,
  handle_time timestamp with time zone,
  status text,
  search_text text generated always as (lower(coalesce(program_name, ''))) stored,
  create_user bigint not null,
  create_dept bigint,
  create_time timestamp with time zone not null,
  update_user bigint not null,
  update_time timestamp with time zone not null,
  is_deleted smallint not null default 0,
  version integer not null default 1,
  primary key (tenant_id, id)
);
comment on column proposal_objection.search_text is 'program_name';
create index proposal_objection_order on proposal_objection (tenant_id, create_time desc nulls last, id desc) where is_deleted = 0;
create index proposal_objection_create_user_order on proposal_objection (tenant_id, create_user, create_time desc nulls last, id desc) where is_deleted = 0;
create index proposal_objection_plan_id on proposal_objection (tenant_id, plan_id) where is_deleted = 0;
create index proposal_objection_declare_id on proposal_objection (tenant_id, declare_id) where is_deleted = 0;
create index proposal_objection_department_id on proposal_objection (tenant_id, department_id) where is_deleted = 0;
create index proposal_objection_handler on proposal_objection (tenant_id, handler) where is_deleted = 0;
create index proposal_objection_search on proposal_objection using gin (search_text gin_trgm_ops) where is_deleted = 0;
grant select, insert, update, delete on proposal_objection to keyan_app;
alter table proposal_objection enable row level security;
alter table proposal_objection force row level security;
create policy tenant on proposal_objection using (tenant_id = current_setting('app.tenant', true));
alter table declare_info add column is_objected text;

alter table declare_plan no force row level security;
update declare_plan set publicity = '0' where publicity is null;
alter table declare_plan force row level security;
