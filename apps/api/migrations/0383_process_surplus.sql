-- Surpluses of ended projects (R-311), what was taken away as such, and when conclusions were approved (R-204).
alter table program add column concluded_on date;
create table process_surplus (
  tenant_id character varying(12) not null,
  id bigint not null,
  surplus_num text,
  program_id bigint,
  program_name text,
  program_num text,
  program_kind text,
  program_leader bigint,
  department_id bigint,
  level text,
  concluded_on date,
  arrived_funds numeric(18,2),
  expend_funds numeric(18,2),
  frozen_funds numeric(18,2),
  surplus_funds numeric(18,2),
  surplus_handle text,
  handle_amount numeric(18,2),
  apply_date date,
  use_until date,
  target_program_id bigint,
  performance_rate numeric(11,2),
  plan text,
  surplus_program_id bigint,
  search_text text generated always as (lower(coalesce(surplus_num, '') || ' ' || coalesce(program_name, '') || ' ' || coalesce(program_num, ''))) stored,
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
comment on column process_surplus.search_text is 'surplus_num, program_name, program_num';
create index process_surplus_order on process_surplus (tenant_id, create_time desc nulls last, id desc) where is_deleted = 0;
create index process_surplus_listed on process_surplus (tenant_id, audit_status, create_time desc nulls last, id desc, create_user, department_id, program_id, program_leader, surplus_handle) where is_deleted = 0;
create index process_surplus_count on process_surplus (tenant_id, audit_status, create_user) where is_deleted = 0;
create index process_surplus_create_user_order on process_surplus (tenant_id, create_user, create_time desc nulls last, id desc) where is_deleted = 0;
create index process_surplus_department_id_order on process_surplus (tenant_id, department_id, create_time desc nulls last, id desc, audit_status, create_user, program_id, program_leader, surplus_handle) where is_deleted = 0;
create index process_surplus_by_sh_pi_pl_di on process_surplus (tenant_id, audit_status, surplus_handle, program_id, program_leader, department_id, create_time desc nulls last, id desc) where is_deleted = 0;
create index process_surplus_program_id on process_surplus (tenant_id, program_id) where is_deleted = 0;
create index process_surplus_program_leader on process_surplus (tenant_id, program_leader) where is_deleted = 0;
create index process_surplus_target_program_id on process_surplus (tenant_id, target_program_id) where is_deleted = 0;
create index process_surplus_surplus_program_id on process_surplus (tenant_id, surplus_program_id) where is_deleted = 0;
create index process_surplus_search on process_surplus using gin (search_text gin_trgm_ops) where is_deleted = 0;
grant select, insert, update, delete on process_surplus to keyan_app;
alter table process_surplus enable row level security;
alter table process_surplus force row level security;
create policy tenant on process_surplus using (tenant_id = current_setting('app.tenant', true));

create table process_surplus_items (
  tenant_id character varying(12) not null,
  id bigint not null,
  parent_id bigint not null,
  sort_order integer not null,
  item_code text,
  amount numeric(18,2),
  primary key (tenant_id, id),
  foreign key (tenant_id, parent_id) references process_surplus (tenant_id, id)
);
create index process_surplus_items_parent on process_surplus_items (tenant_id, parent_id, sort_order);
grant select, insert, update, delete on process_surplus_items to keyan_app;
alter table process_surplus_items enable row level security;
alter table process_surplus_items force row level security;
create policy tenant on process_surplus_items using (tenant_id = current_setting('app.tenant', true));

alter table ledger_funds add column settled numeric(18,2) not null default 0;
alter table ledger_funds_balance add column settled numeric(18,2) not null default 0;
