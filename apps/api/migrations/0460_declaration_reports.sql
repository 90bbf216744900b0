-- Reports of departments and extensions for one person, under plans of declarations (R-101, R-104).
alter table declare_plan add column extended_until timestamp with time zone;
create table declare_plan_extensions (
  tenant_id character varying(12) not null,
  id bigint not null,
  parent_id bigint not null,
  sort_order integer not null,
  user_id bigint,
  until timestamp with time zone,
  primary key (tenant_id, id),
  foreign key (tenant_id, parent_id) references declare_plan (tenant_id, id)
);
create index declare_plan_extensions_parent on declare_plan_extensions (tenant_id, parent_id, sort_order);
create index declare_plan_extensions_user_id on declare_plan_extensions (tenant_id, user_id, parent_id);
grant select, insert, update, delete on declare_plan_extensions to keyan_app;
alter table declare_plan_extensions enable row level security;
alter table declare_plan_extensions force row level security;
create policy tenant on declare_plan_extensions using (tenant_id = current_setting('app.tenant', true));

create table declare_plan_reports (
  tenant_id character varying(12) not null,
  id bigint not null,
  parent_id bigint not null,
  sort_order integer not null,
  dept_id bigint,
  is_reported text,
  report_count integer,
  report_user bigint,
  report_time timestamp with time zone,
  primary key (tenant_id, id),
  foreign key (tenant_id, parent_id) references declare_plan (tenant_id, id)
);
create index declare_plan_reports_parent on declare_plan_reports (tenant_id, parent_id, sort_order);
create index declare_plan_reports_dept_id on declare_plan_reports (tenant_id, dept_id, parent_id);
create index declare_plan_reports_report_user on declare_plan_reports (tenant_id, report_user, parent_id);
grant select, insert, update, delete on declare_plan_reports to keyan_app;
alter table declare_plan_reports enable row level security;
alter table declare_plan_reports force row level security;
create policy tenant on declare_plan_reports using (tenant_id = current_setting('app.tenant', true));

alter table declare_info add column is_reported text;
alter table ledger_declare_quotas add column reported bigint not null default 0;
alter table ledger_declare_quotas add column unreported bigint not null default 0;
alter table ledger_declare_quotas_balance add column reported bigint not null default 0;
alter table ledger_declare_quotas_balance add column unreported bigint not null default 0;
