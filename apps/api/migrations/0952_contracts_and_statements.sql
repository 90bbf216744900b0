-- Contracts of projects (任务书) out of the templates of calls; statements of ethics and compliance from the
-- declaration to the ledger. Calls of before ask for neither.
alter table program add column plan_id bigint;
alter table program add column contract_asked text;
alter table program add column task_contract_id bigint;
create index program_plan_id on program (tenant_id, plan_id) where is_deleted = 0;
create index program_task_contract_id on program (tenant_id, task_contract_id) where is_deleted = 0;
create table program_compliance (
  tenant_id character varying(12) not null,
  id bigint not null,
  parent_id bigint not null,
  sort_order integer not null,
  kind text,
  state text,
  number text,
  board text,
  granted_on date,
  valid_until date,
  primary key (tenant_id, id),
  foreign key (tenant_id, parent_id) references program (tenant_id, id)
);
create index program_compliance_parent on program_compliance (tenant_id, parent_id, sort_order);
grant select, insert, update, delete on program_compliance to keyan_app;
alter table program_compliance enable row level security;
alter table program_compliance force row level security;
create policy tenant on program_compliance using (tenant_id = current_setting('app.tenant', true));

create table task_contract (
  tenant_id character varying(12) not null,
  id bigint not null,
  contract_num text,
  program_id bigint,
  program_name text,
  program_num text,
  program_kind text,
  program_leader bigint,
  department_id bigint,
  plan_id bigint,
  template text,
  text text,
  clauses text,
  must_sign text,
  signed_on date,
  file_num text,
  remarks text,
  status text,
  search_text text generated always as (lower(coalesce(contract_num, '') || ' ' || coalesce(program_name, '') || ' ' || coalesce(program_num, ''))) stored,
  create_user bigint not null,
  create_dept bigint,
  create_time timestamp with time zone not null,
  update_user bigint not null,
  update_time timestamp with time zone not null,
  is_deleted smallint not null default 0,
  version integer not null default 1,
  primary key (tenant_id, id)
);
comment on column task_contract.search_text is 'contract_num, program_name, program_num';
create index task_contract_order on task_contract (tenant_id, create_time desc nulls last, id desc) where is_deleted = 0;
create index task_contract_program_leader_order on task_contract (tenant_id, program_leader, create_time desc nulls last, id desc) where is_deleted = 0;
create index task_contract_department_id_order on task_contract (tenant_id, department_id, create_time desc nulls last, id desc) where is_deleted = 0;
create index task_contract_program_id on task_contract (tenant_id, program_id) where is_deleted = 0;
create index task_contract_plan_id on task_contract (tenant_id, plan_id) where is_deleted = 0;
create index task_contract_search on task_contract using gin (search_text gin_trgm_ops) where is_deleted = 0;
grant select, insert, update, delete on task_contract to keyan_app;
alter table task_contract enable row level security;
alter table task_contract force row level security;
create policy tenant on task_contract using (tenant_id = current_setting('app.tenant', true));

alter table declare_plan add column contract_asked text;
alter table declare_plan add column contract_first text;
alter table declare_plan add column contract_template text;
alter table declare_plan add column compliance_asked text[];
alter table declare_plan add column compliance_at text;
alter table declare_info add column contract_asked text;
alter table declare_info add column compliance_asked text[];
alter table declare_info add column compliance_at text;
create table declare_info_compliance (
  tenant_id character varying(12) not null,
  id bigint not null,
  parent_id bigint not null,
  sort_order integer not null,
  kind text,
  state text,
  number text,
  board text,
  granted_on date,
  valid_until date,
  primary key (tenant_id, id),
  foreign key (tenant_id, parent_id) references declare_info (tenant_id, id)
);
create index declare_info_compliance_parent on declare_info_compliance (tenant_id, parent_id, sort_order);
grant select, insert, update, delete on declare_info_compliance to keyan_app;
alter table declare_info_compliance enable row level security;
alter table declare_info_compliance force row level security;
create policy tenant on declare_info_compliance using (tenant_id = current_setting('app.tenant', true));

alter table program_approval add column plan_id bigint;
alter table program_approval add column contract_asked text;
create index program_approval_plan_id on program_approval (tenant_id, plan_id) where is_deleted = 0;
create table program_approval_compliance (
  tenant_id character varying(12) not null,
  id bigint not null,
  parent_id bigint not null,
  sort_order integer not null,
  kind text,
  state text,
  number text,
  board text,
  granted_on date,
  valid_until date,
  primary key (tenant_id, id),
  foreign key (tenant_id, parent_id) references program_approval (tenant_id, id)
);
create index program_approval_compliance_parent on program_approval_compliance (tenant_id, parent_id, sort_order);
grant select, insert, update, delete on program_approval_compliance to keyan_app;
alter table program_approval_compliance enable row level security;
alter table program_approval_compliance force row level security;
create policy tenant on program_approval_compliance using (tenant_id = current_setting('app.tenant', true));

update declare_plan set contract_asked = '0', compliance_at = '2';
