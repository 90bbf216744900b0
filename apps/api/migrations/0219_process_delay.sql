-- Extensions of projects, how often each was extended and what of it is in approval, and the clock for overdue projects.
create index program_due_expire on program (tenant_id, status, end_date) where is_deleted = 0;
create table process_delay (
  tenant_id character varying(12) not null,
  id bigint not null,
  delay_num text,
  program_id bigint,
  program_name text,
  program_num text,
  program_kind text,
  program_leader bigint,
  department_id bigint,
  old_end_date date,
  done_times integer,
  delay_times integer,
  new_end_date date,
  delay_reason text,
  is_superior_agree text,
  reason_detail text,
  finished text,
  remain_plan text,
  search_text text generated always as (lower(coalesce(delay_num, '') || ' ' || coalesce(program_name, '') || ' ' || coalesce(program_num, ''))) stored,
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
comment on column process_delay.search_text is 'delay_num, program_name, program_num';
create index process_delay_order on process_delay (tenant_id, create_time desc nulls last, id desc) where is_deleted = 0;
create index process_delay_listed on process_delay (tenant_id, audit_status, create_time desc nulls last, id desc, create_user, department_id, program_id, program_leader, delay_reason) where is_deleted = 0;
create index process_delay_count on process_delay (tenant_id, audit_status, create_user) where is_deleted = 0;
create index process_delay_create_user_order on process_delay (tenant_id, create_user, create_time desc nulls last, id desc) where is_deleted = 0;
create index process_delay_department_id_order on process_delay (tenant_id, department_id, create_time desc nulls last, id desc, audit_status, create_user, program_id, program_leader, delay_reason) where is_deleted = 0;
create index process_delay_by_dr_pi_pl_di on process_delay (tenant_id, audit_status, delay_reason, program_id, program_leader, department_id, create_time desc nulls last, id desc) where is_deleted = 0;
create index process_delay_program_id on process_delay (tenant_id, program_id) where is_deleted = 0;
create index process_delay_program_leader on process_delay (tenant_id, program_leader) where is_deleted = 0;
create index process_delay_search on process_delay using gin (search_text gin_trgm_ops) where is_deleted = 0;
grant select, insert, update, delete on process_delay to keyan_app;
alter table process_delay enable row level security;
alter table process_delay force row level security;
create policy tenant on process_delay using (tenant_id = current_setting('app.tenant', true));

create table ledger_lifecycle (
  tenant_id character varying(12) not null,
  owner_id bigint not null,
  account text not null,
  id bigint not null generated always as identity,
  open bigint not null default 0,
  delays bigint not null default 0,
  source text not null,
  source_id bigint not null,
  effect text not null,
  action text not null,
  actor_id bigint,
  time timestamp with time zone not null,
  primary key (tenant_id, id)
);
create index ledger_lifecycle_source on ledger_lifecycle (tenant_id, source_id, effect);
create index ledger_lifecycle_account on ledger_lifecycle (tenant_id, owner_id, account, id);
grant select, insert on ledger_lifecycle to keyan_app;
alter table ledger_lifecycle enable row level security;
alter table ledger_lifecycle force row level security;
create policy tenant on ledger_lifecycle using (tenant_id = current_setting('app.tenant', true));

create table ledger_lifecycle_balance (
  tenant_id character varying(12) not null,
  owner_id bigint not null,
  account text not null,
  open bigint not null default 0,
  delays bigint not null default 0,
  primary key (tenant_id, owner_id, account)
);
grant select, insert, update on ledger_lifecycle_balance to keyan_app;
alter table ledger_lifecycle_balance enable row level security;
alter table ledger_lifecycle_balance force row level security;
create policy tenant on ledger_lifecycle_balance using (tenant_id = current_setting('app.tenant', true));

