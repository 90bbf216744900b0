-- What projects consist of beside plain fields: members, partners, content; changes of projects with both sides.
alter table program add column result_forms text[];
alter table program add column content text;
create table program_members (
  tenant_id character varying(12) not null,
  id bigint not null,
  parent_id bigint not null,
  sort_order integer not null,
  sort integer,
  person_type text,
  user_id bigint,
  name text,
  unit text,
  member_role text,
  task text,
  work_months numeric(10,1),
  ranks text,
  tl_degree text,
  sex text,
  birth_date date,
  primary key (tenant_id, id),
  foreign key (tenant_id, parent_id) references program (tenant_id, id)
);
create index program_members_parent on program_members (tenant_id, parent_id, sort_order);
create index program_members_user_id on program_members (tenant_id, user_id, parent_id);
grant select, insert, update, delete on program_members to keyan_app;
alter table program_members enable row level security;
alter table program_members force row level security;
create policy tenant on program_members using (tenant_id = current_setting('app.tenant', true));

create table program_units (
  tenant_id character varying(12) not null,
  id bigint not null,
  parent_id bigint not null,
  sort_order integer not null,
  unit_name text,
  unit_nature text,
  unit_role text,
  funds numeric(18,2),
  contact text,
  primary key (tenant_id, id),
  foreign key (tenant_id, parent_id) references program (tenant_id, id)
);
create index program_units_parent on program_units (tenant_id, parent_id, sort_order);
grant select, insert, update, delete on program_units to keyan_app;
alter table program_units enable row level security;
alter table program_units force row level security;
create policy tenant on program_units using (tenant_id = current_setting('app.tenant', true));

create table program_change (
  tenant_id character varying(12) not null,
  id bigint not null,
  change_num text,
  program_id bigint,
  program_name text,
  program_num text,
  program_kind text,
  program_leader bigint,
  department_id bigint,
  change_types text[],
  change_reason text,
  need_superior text,
  new_leader bigint,
  old_leader_stays text,
  new_name text,
  old_content text,
  new_content text,
  new_unit bigint,
  old_result_forms text[],
  new_result_forms text[],
  old_funds numeric(18,2),
  new_contract_amount numeric(18,2),
  equipment_changed text,
  own_adjustment text,
  old_start_date date,
  new_start_date date,
  old_end_date date,
  new_end_date date,
  search_text text generated always as (lower(coalesce(change_num, '') || ' ' || coalesce(program_name, '') || ' ' || coalesce(program_num, ''))) stored,
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
comment on column program_change.search_text is 'change_num, program_name, program_num';
create index program_change_order on program_change (tenant_id, create_time desc nulls last, id desc) where is_deleted = 0;
create index program_change_listed on program_change (tenant_id, audit_status, create_time desc nulls last, id desc, create_user, department_id, program_id, program_leader, change_types) where is_deleted = 0;
create index program_change_count on program_change (tenant_id, audit_status, create_user) where is_deleted = 0;
create index program_change_create_user_order on program_change (tenant_id, create_user, create_time desc nulls last, id desc) where is_deleted = 0;
create index program_change_department_id_order on program_change (tenant_id, department_id, create_time desc nulls last, id desc, audit_status, create_user, program_id, program_leader, change_types) where is_deleted = 0;
create index program_change_by_pi_pl_di on program_change (tenant_id, audit_status, program_id, program_leader, department_id, create_time desc nulls last, id desc) where is_deleted = 0;
create index program_change_count_change_types on program_change (tenant_id, audit_status, change_types) where is_deleted = 0;
create index program_change_program_id on program_change (tenant_id, program_id) where is_deleted = 0;
create index program_change_program_leader on program_change (tenant_id, program_leader) where is_deleted = 0;
create index program_change_new_leader on program_change (tenant_id, new_leader) where is_deleted = 0;
create index program_change_new_unit on program_change (tenant_id, new_unit) where is_deleted = 0;
create index program_change_search on program_change using gin (search_text gin_trgm_ops) where is_deleted = 0;
grant select, insert, update, delete on program_change to keyan_app;
alter table program_change enable row level security;
alter table program_change force row level security;
create policy tenant on program_change using (tenant_id = current_setting('app.tenant', true));

create table program_change_old_members (
  tenant_id character varying(12) not null,
  id bigint not null,
  parent_id bigint not null,
  sort_order integer not null,
  sort integer,
  person_type text,
  user_id bigint,
  name text,
  unit text,
  member_role text,
  task text,
  work_months numeric(10,1),
  ranks text,
  tl_degree text,
  sex text,
  birth_date date,
  primary key (tenant_id, id),
  foreign key (tenant_id, parent_id) references program_change (tenant_id, id)
);
create index program_change_old_members_parent on program_change_old_members (tenant_id, parent_id, sort_order);
create index program_change_old_members_user_id on program_change_old_members (tenant_id, user_id, parent_id);
grant select, insert, update, delete on program_change_old_members to keyan_app;
alter table program_change_old_members enable row level security;
alter table program_change_old_members force row level security;
create policy tenant on program_change_old_members using (tenant_id = current_setting('app.tenant', true));

create table program_change_new_members (
  tenant_id character varying(12) not null,
  id bigint not null,
  parent_id bigint not null,
  sort_order integer not null,
  sort integer,
  person_type text,
  user_id bigint,
  name text,
  unit text,
  member_role text,
  task text,
  work_months numeric(10,1),
  ranks text,
  tl_degree text,
  sex text,
  birth_date date,
  primary key (tenant_id, id),
  foreign key (tenant_id, parent_id) references program_change (tenant_id, id)
);
create index program_change_new_members_parent on program_change_new_members (tenant_id, parent_id, sort_order);
create index program_change_new_members_user_id on program_change_new_members (tenant_id, user_id, parent_id);
grant select, insert, update, delete on program_change_new_members to keyan_app;
alter table program_change_new_members enable row level security;
alter table program_change_new_members force row level security;
create policy tenant on program_change_new_members using (tenant_id = current_setting('app.tenant', true));

create table program_change_old_budget (
  tenant_id character varying(12) not null,
  id bigint not null,
  parent_id bigint not null,
  sort_order integer not null,
  item_code text,
  amount numeric(18,2),
  primary key (tenant_id, id),
  foreign key (tenant_id, parent_id) references program_change (tenant_id, id)
);
create index program_change_old_budget_parent on program_change_old_budget (tenant_id, parent_id, sort_order);
grant select, insert, update, delete on program_change_old_budget to keyan_app;
alter table program_change_old_budget enable row level security;
alter table program_change_old_budget force row level security;
create policy tenant on program_change_old_budget using (tenant_id = current_setting('app.tenant', true));

create table program_change_new_budget (
  tenant_id character varying(12) not null,
  id bigint not null,
  parent_id bigint not null,
  sort_order integer not null,
  item_code text,
  amount numeric(18,2),
  primary key (tenant_id, id),
  foreign key (tenant_id, parent_id) references program_change (tenant_id, id)
);
create index program_change_new_budget_parent on program_change_new_budget (tenant_id, parent_id, sort_order);
grant select, insert, update, delete on program_change_new_budget to keyan_app;
alter table program_change_new_budget enable row level security;
alter table program_change_new_budget force row level security;
create policy tenant on program_change_new_budget using (tenant_id = current_setting('app.tenant', true));

create table program_change_old_units (
  tenant_id character varying(12) not null,
  id bigint not null,
  parent_id bigint not null,
  sort_order integer not null,
  unit_name text,
  unit_nature text,
  unit_role text,
  funds numeric(18,2),
  contact text,
  primary key (tenant_id, id),
  foreign key (tenant_id, parent_id) references program_change (tenant_id, id)
);
create index program_change_old_units_parent on program_change_old_units (tenant_id, parent_id, sort_order);
grant select, insert, update, delete on program_change_old_units to keyan_app;
alter table program_change_old_units enable row level security;
alter table program_change_old_units force row level security;
create policy tenant on program_change_old_units using (tenant_id = current_setting('app.tenant', true));

create table program_change_new_units (
  tenant_id character varying(12) not null,
  id bigint not null,
  parent_id bigint not null,
  sort_order integer not null,
  unit_name text,
  unit_nature text,
  unit_role text,
  funds numeric(18,2),
  contact text,
  primary key (tenant_id, id),
  foreign key (tenant_id, parent_id) references program_change (tenant_id, id)
);
create index program_change_new_units_parent on program_change_new_units (tenant_id, parent_id, sort_order);
grant select, insert, update, delete on program_change_new_units to keyan_app;
alter table program_change_new_units enable row level security;
alter table program_change_new_units force row level security;
create policy tenant on program_change_new_units using (tenant_id = current_setting('app.tenant', true));

