-- Plans of declarations: what people may declare, from when to when, and how many.
create table declare_plan (
  tenant_id character varying(12) not null,
  id bigint not null,
  plan_name text,
  plan_code text,
  program_kind text,
  plan_year smallint,
  resource text,
  level text,
  start_time timestamp with time zone,
  end_time timestamp with time zone,
  need_review text,
  fund_mode text,
  status text,
  dept_end_time timestamp with time zone,
  school_end_time timestamp with time zone,
  school_quota integer,
  dept_quota_mode text,
  dept_quota integer,
  person_limit integer,
  join_limit integer,
  on_going_limit integer,
  review_mode text,
  default_funds numeric(18,2),
  guide text,
  plan_code_key text,
  search_text text generated always as (lower(coalesce(plan_name, '') || ' ' || coalesce(plan_code, ''))) stored,
  create_user bigint not null,
  create_dept bigint,
  create_time timestamp with time zone not null,
  update_user bigint not null,
  update_time timestamp with time zone not null,
  is_deleted smallint not null default 0,
  version integer not null default 1,
  primary key (tenant_id, id)
);
comment on column declare_plan.search_text is 'plan_name, plan_code';
create index declare_plan_order on declare_plan (tenant_id, end_time desc nulls last, id desc) where is_deleted = 0;
create index declare_plan_search on declare_plan using gin (search_text gin_trgm_ops) where is_deleted = 0;
create unique index declare_plan_plan_code_unique on declare_plan (tenant_id, plan_code_key) where is_deleted = 0;
grant select, insert, update, delete on declare_plan to keyan_app;
alter table declare_plan enable row level security;
alter table declare_plan force row level security;
create policy tenant on declare_plan using (tenant_id = current_setting('app.tenant', true));

create table declare_plan_quotas (
  tenant_id character varying(12) not null,
  id bigint not null,
  parent_id bigint not null,
  sort_order integer not null,
  dept_id bigint,
  quota integer,
  primary key (tenant_id, id),
  foreign key (tenant_id, parent_id) references declare_plan (tenant_id, id)
);
create index declare_plan_quotas_parent on declare_plan_quotas (tenant_id, parent_id, sort_order);
create index declare_plan_quotas_dept_id on declare_plan_quotas (tenant_id, dept_id, parent_id);
grant select, insert, update, delete on declare_plan_quotas to keyan_app;
alter table declare_plan_quotas enable row level security;
alter table declare_plan_quotas force row level security;
create policy tenant on declare_plan_quotas using (tenant_id = current_setting('app.tenant', true));

create table declare_plan_dept_ids (
  tenant_id character varying(12) not null,
  id bigint not null,
  parent_id bigint not null,
  sort_order integer not null,
  dept_id bigint,
  primary key (tenant_id, id),
  foreign key (tenant_id, parent_id) references declare_plan (tenant_id, id)
);
create index declare_plan_dept_ids_parent on declare_plan_dept_ids (tenant_id, parent_id, sort_order);
create index declare_plan_dept_ids_dept_id on declare_plan_dept_ids (tenant_id, dept_id, parent_id);
grant select, insert, update, delete on declare_plan_dept_ids to keyan_app;
alter table declare_plan_dept_ids enable row level security;
alter table declare_plan_dept_ids force row level security;
create policy tenant on declare_plan_dept_ids using (tenant_id = current_setting('app.tenant', true));

