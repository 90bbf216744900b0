create table declare_plan_type_rules (
  tenant_id character varying(12) not null,
  id bigint not null,
  parent_id bigint not null,
  sort_order integer not null,
  project_type text,
  start_from date,
  start_to date,
  months integer,
  min_funds numeric(18,2),
  max_funds numeric(18,2),
  primary key (tenant_id, id),
  foreign key (tenant_id, parent_id) references declare_plan (tenant_id, id)
);
create index declare_plan_type_rules_parent on declare_plan_type_rules (tenant_id, parent_id, sort_order);
grant select, insert, update, delete on declare_plan_type_rules to keyan_app;
alter table declare_plan_type_rules enable row level security;
alter table declare_plan_type_rules force row level security;
create policy tenant on declare_plan_type_rules using (tenant_id = current_setting('app.tenant', true));

alter table program_change add column fund_mode text;
