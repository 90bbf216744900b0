-- Processes: deployed definitions and everything that ran on them (docs: workflow, §7). Steps and
-- tasks stay where they are when they end; partial indexes keep what is live small.

-- One deployed version of a route. Rows are never edited but for `active` and `deleted`.
create table wf_definition (
  tenant_id varchar(12) not null,
  id bigint not null,
  key text not null,
  version int not null,
  name text not null,
  name_en text not null,
  category text not null,
  xml text not null,
  -- As compiled at deployment; running instances never see a later compiler.
  graph jsonb not null,
  active boolean not null default true,
  deleted boolean not null default false,
  deployed_by bigint,
  deployed_at timestamptz not null,
  primary key (tenant_id, id),
  unique (tenant_id, key, version)
);

create table wf_instance (
  tenant_id varchar(12) not null,
  id bigint not null,
  definition_id bigint not null,
  kind text not null,
  business_id bigint not null,
  title text not null,
  applicant_id bigint not null,
  -- Frozen at start.
  department_id bigint,
  variables jsonb not null,
  status text not null check (status in ('RUN', 'DONE', 'REFUSED', 'RECALLED', 'DELETED')),
  suspended boolean not null,
  revision int not null,
  started timestamptz not null,
  ended timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, definition_id) references wf_definition (tenant_id, id)
);
-- A record is in one process at a time.
create unique index wf_instance_running on wf_instance (tenant_id, kind, business_id)
  where status = 'RUN';
create index wf_instance_business on wf_instance (tenant_id, business_id);
create index wf_instance_applicant on wf_instance (tenant_id, applicant_id, id);
create index wf_instance_definition on wf_instance (tenant_id, definition_id) where status = 'RUN';

create table wf_scope (
  tenant_id varchar(12) not null,
  id bigint not null,
  instance_id bigint not null,
  fork text not null,
  parent_id bigint,
  expected int not null,
  arrived int not null,
  status text not null check (status in ('OPEN', 'DONE', 'CANCEL')),
  primary key (tenant_id, id),
  foreign key (tenant_id, instance_id) references wf_instance (tenant_id, id)
);
create index wf_scope_instance on wf_scope (tenant_id, instance_id);

create table wf_act (
  tenant_id varchar(12) not null,
  id bigint not null,
  instance_id bigint not null,
  seq int not null,
  node text not null,
  scope_id bigint,
  previous_id bigint,
  return_to text,
  status text not null check (status in ('ACTIVE', 'DONE', 'BACK', 'CANCEL', 'SKIP')),
  total int not null,
  done int not null,
  -- Ids of the people of a sequential step, in order.
  people jsonb not null,
  flows jsonb not null,
  entered timestamptz not null,
  left_at timestamptz,
  primary key (tenant_id, id),
  unique (tenant_id, instance_id, seq),
  foreign key (tenant_id, instance_id) references wf_instance (tenant_id, id)
);

create table wf_task (
  tenant_id varchar(12) not null,
  id bigint not null,
  instance_id bigint not null,
  act_id bigint not null,
  -- Copied from the instance, so that "who has a task on this record" is one index away.
  business_id bigint not null,
  applicant_id bigint not null,
  node text not null,
  node_name text not null,
  node_name_en text not null,
  assignee_id bigint,
  candidates text[] not null,
  status text not null check (status in ('TODO', 'DONE', 'BACK', 'REFUSE', 'CANCEL')),
  actor_id bigint,
  comment text not null,
  created timestamptz not null,
  claimed timestamptz,
  finished timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, instance_id) references wf_instance (tenant_id, id)
);
create index wf_task_instance on wf_task (tenant_id, instance_id);
create index wf_task_todo on wf_task (tenant_id, assignee_id, id) where status = 'TODO';
create index wf_task_claim on wf_task using gin (candidates)
  where status = 'TODO' and assignee_id is null;
create index wf_task_done on wf_task (tenant_id, actor_id, finished) where actor_id is not null;
create index wf_task_business on wf_task (tenant_id, business_id);

-- Append-only.
create table wf_log (
  tenant_id varchar(12) not null,
  id bigint not null,
  instance_id bigint not null,
  revision int not null,
  line int not null,
  operation text not null,
  actor_id bigint,
  task_id bigint,
  act_id bigint,
  node text,
  node_name jsonb,
  comment text not null,
  reason jsonb,
  target text,
  arrived timestamptz,
  at timestamptz not null,
  primary key (tenant_id, id),
  unique (tenant_id, instance_id, revision, line),
  foreign key (tenant_id, instance_id) references wf_instance (tenant_id, id)
);

-- Every reference that means a person now: what unclaimed tasks are matched with.
create function wf_groups(tenant text, person bigint) returns text[]
  language sql stable as $$
    select array_agg(reference) from (
      select 'user:' || person as reference
      union all
      select 'role:' || r.role_alias
        from user_role ur join role r on r.tenant_id = ur.tenant_id and r.id = ur.role_id
       where ur.tenant_id = tenant and ur.user_id = person and r.is_deleted = 0
      union all
      select 'role:' || r.role_alias || '@dept:' || d.dept_id
        from user_role ur join role r on r.tenant_id = ur.tenant_id and r.id = ur.role_id
        cross join (
          select u.dept_id from users u
           where u.tenant_id = tenant and u.id = person and u.dept_id is not null
          union
          select ud.dept_id from user_dept ud where ud.tenant_id = tenant and ud.user_id = person
        ) d
       where ur.tenant_id = tenant and ur.user_id = person and r.is_deleted = 0
    ) held
  $$;

grant select, insert, update on wf_definition, wf_instance, wf_scope, wf_act, wf_task to keyan_app;
grant select, insert on wf_log to keyan_app;

do $$
declare
  name text;
begin
  foreach name in array array['wf_definition', 'wf_instance', 'wf_scope', 'wf_act', 'wf_task',
    'wf_log']
  loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format(
      'create policy tenant on %I using (tenant_id = current_setting(''app.tenant'', true))', name);
  end loop;
end $$;

-- Processes keep routes and the school's choices in memory: changes are announced like those of
-- people and roles (channel `identity`).
create trigger tell after insert or update or delete on wf_definition
  for each statement execute function tell_tenant();
create trigger tell_choices after insert or update or delete on param
  for each statement execute function tell_tenant();
