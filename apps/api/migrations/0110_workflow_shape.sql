-- The shape of the second edition of the approval engine: facts are read from the record (only what a
-- submission freezes is stored), a fork knows which of its branches have arrived, a step can be a wait
-- or a service, a task can have owner and parent. Copies, jobs, absences, troubles and the work calendar
-- have their tables. Processes under way go on.

-- The owner of a table that forces its policies sees no row of any tenant: lifted for the moment.
alter table wf_definition no force row level security;
alter table wf_instance no force row level security;
alter table wf_scope no force row level security;
alter table wf_act no force row level security;

-- The key is what files call the process (`vertical_declare`), the kind what the product does
-- (`vertical/declare`). The graph is a cache of the XML: one of an older format is built anew.
alter table wf_definition
  add column kind text,
  add column format int not null default 1,
  -- The common route that this is a copy of; rows of other tenants, so no reference.
  add column origin_id bigint,
  -- What was said of the file when it was deployed: conversions, warnings, and how its people are stored.
  add column notes jsonb not null default '{}';
update wf_definition set kind = key,
  key = lower(regexp_replace(regexp_replace(key, '[^A-Za-z0-9_.-]', '_', 'g'),
    '([a-z0-9])([A-Z])', '\1_\2', 'g'));
alter table wf_definition
  alter column kind set not null,
  alter column format drop default,
  drop constraint wf_definition_tenant_id_key_version_key,
  add unique (tenant_id, kind, version);

alter table wf_instance
  drop column variables,
  -- Parameters and roles of the applicant as they were at the submission.
  add column frozen jsonb not null default '{}',
  -- Counts submissions: one lasts from a submit to the next.
  add column submission int not null default 1,
  add column suspended_at timestamptz,
  -- Who acts in the place of an applicant who left.
  add column stand_in_id bigint;
update wf_instance set suspended_at = now() where suspended;


alter table wf_act
  add column type text not null default 'user' check (type in ('user', 'wait', 'service')),
  add column submission int not null default 1,
  -- Votes against; `done` counts those for it.
  add column against int not null default 0,
  -- What a wait came to, and the key it was completed with.
  add column outcome jsonb,
  add column outcome_key text,
  add column due_at timestamptz;
-- An act belongs to the submission that it followed; the applicant's own act opens the next one.
with counted as (
  select a.tenant_id, a.id, a.instance_id,
      count(*) filter (where a.status = 'DONE' and a.node = d.graph ->> 'apply')
        over (partition by a.tenant_id, a.instance_id order by a.seq) as number
    from wf_act a
    join wf_instance i on i.tenant_id = a.tenant_id and i.id = a.instance_id
    join wf_definition d on d.tenant_id = i.tenant_id and d.id = i.definition_id
)
update wf_act a set submission = c.number
  from counted c where c.number > 1 and a.tenant_id = c.tenant_id and a.id = c.id;
update wf_instance i set submission = a.number
  from (select tenant_id, instance_id, max(submission) as number from wf_act
         where submission > 1 group by tenant_id, instance_id) a
 where a.tenant_id = i.tenant_id and a.instance_id = i.id;

-- Every arrival names the branch (its flow out of the fork) and the last act of it.
alter table wf_scope rename column arrivals to arrived_acts;
alter table wf_scope
  add column arrivals jsonb not null default '[]',
  -- Opened by a return for one branch of a finished fork; the others are settled before it closes.
  add column partial boolean not null default false;
with placed as (
  select s.tenant_id, s.id, s.arrived, a.id as act, d.graph, s.fork,
      (select b ->> 1 from jsonb_array_elements(d.graph #> array['nodes', a.node, 'path']) b
        where b ->> 0 = s.fork) as flow
    from wf_scope s
    join wf_instance i on i.tenant_id = s.tenant_id and i.id = s.instance_id
    join wf_definition d on d.tenant_id = i.tenant_id and d.id = i.definition_id
    join wf_act a on a.tenant_id = s.tenant_id and a.id = any(s.arrived_acts)
   where s.arrived > 0
), branches as (
  select tenant_id, id, flow, act from placed where flow is not null
), counted as (
  select p.tenant_id, p.id, p.arrived - count(distinct b.flow) as missing, p.graph, p.fork,
      min(p.act) filter (where p.flow is null) as act
    from placed p left join branches b on b.tenant_id = p.tenant_id and b.id = p.id
   group by p.tenant_id, p.id, p.arrived, p.graph, p.fork
), empty as (
  -- A branch without a step arrives at once; the act before the fork brought it.
  select c.tenant_id, c.id, f.flow, c.act
    from counted c
   cross join lateral (
     select o.flow, row_number() over (order by o.place) as place
       from jsonb_array_elements_text(c.graph #> array['nodes', c.fork, 'out'])
         with ordinality o(flow, place)
      where c.graph #>> array['nodes', c.graph #>> array['flows', o.flow, 'to'], 'type'] = 'join') f
   where c.act is not null and f.place <= c.missing
), whole as (
  select tenant_id, id, jsonb_agg(jsonb_build_object('flow', flow, 'act', act::text) order by act, flow)
      as arrivals
    from (select * from branches union all select * from empty) one group by tenant_id, id
)
update wf_scope s set arrivals = w.arrivals
  from whole w where w.tenant_id = s.tenant_id and w.id = s.id;
update wf_scope s set partial = true
 where s.status = 'OPEN' and s.expected = 1 and exists (
   select 1 from wf_scope o where o.tenant_id = s.tenant_id and o.instance_id = s.instance_id
     and o.fork = s.fork and o.id < s.id and o.status = 'DONE');
alter table wf_scope drop column arrived, drop column arrived_acts;

alter table wf_task
  -- Normal, added beside (P), before (B) or after (A) it, delegated (D).
  add column kind text not null default 'N' check (kind in ('N', 'P', 'B', 'A', 'D')),
  -- In whose name it is done, where that is not the assignee; who added or delegated it.
  add column owner_id bigint,
  add column parent_id bigint,
  -- What was said (agree, against), also by a task that waits for the tasks below it.
  add column result text check (result in ('agree', 'against')),
  -- When it was last handed on from one person to another.
  add column handed timestamptz,
  drop constraint wf_task_status_check,
  add constraint wf_task_status_check
    check (status in ('TODO', 'WAIT', 'DONE', 'BACK', 'REFUSE', 'CANCEL'));
-- Only of processes under way: what was said in the others is of no effect any more.
alter table wf_task no force row level security;
alter table wf_log no force row level security;
update wf_task t set result = case when t.status = 'DONE' and not exists (
    select 1 from wf_log l where l.tenant_id = t.tenant_id and l.instance_id = t.instance_id
      and l.task_id = t.id and l.operation = 'disagree') then 'agree' else 'against' end
  from wf_instance i
 where t.status in ('DONE', 'BACK', 'REFUSE')
   and i.tenant_id = t.tenant_id and i.id = t.instance_id and i.status = 'RUN';
alter table wf_log force row level security;
alter table wf_task force row level security;
alter table wf_definition force row level security;
alter table wf_instance force row level security;
alter table wf_scope force row level security;
alter table wf_act force row level security;
create index wf_task_owner on wf_task (tenant_id, owner_id, id)
  where status = 'TODO' and owner_id is not null;
create index wf_task_parent on wf_task (tenant_id, parent_id) where parent_id is not null;

alter table wf_log
  -- What a gateway looked at and which flow it took, and the like.
  add column extra jsonb,
  add column owner_id bigint;

-- Who was informed of a step and has nothing to do there.
create table wf_cc (
  tenant_id varchar(12) not null,
  id bigint not null,
  instance_id bigint not null,
  act_id bigint not null,
  user_id bigint not null,
  -- Null where the route says so.
  by_id bigint,
  at timestamptz not null,
  read_at timestamptz,
  primary key (tenant_id, id),
  unique (tenant_id, act_id, user_id),
  foreign key (tenant_id, instance_id) references wf_instance (tenant_id, id)
);
create index wf_cc_user on wf_cc (tenant_id, user_id, id);

-- What is due on an act; written and ended in the transactions that open and end the act.
create table wf_job (
  tenant_id varchar(12) not null,
  id bigint not null,
  instance_id bigint not null,
  act_id bigint not null,
  kind text not null,
  spec text not null,
  base_at timestamptz not null,
  due_at timestamptz not null,
  tries int not null default 0,
  error text,
  done_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, instance_id) references wf_instance (tenant_id, id)
);
create index wf_job_due on wf_job (tenant_id, due_at) where done_at is null;
create index wf_job_act on wf_job (tenant_id, act_id);

-- Who decides in the place of somebody who is away.
create table wf_absence (
  tenant_id varchar(12) not null,
  id bigint not null,
  person_id bigint not null,
  proxy_id bigint not null,
  from_at timestamptz not null,
  to_at timestamptz not null,
  -- Kinds of processes; none means all.
  kinds text[] not null default '{}',
  by_id bigint not null,
  revoked_at timestamptz,
  primary key (tenant_id, id)
);
create index wf_absence_person on wf_absence (tenant_id, person_id) where revoked_at is null;

-- A process that cannot go on as it is; at most one open row for each reason.
create table wf_trouble (
  tenant_id varchar(12) not null,
  id bigint not null,
  instance_id bigint not null,
  node text not null,
  kind text not null,
  text jsonb not null,
  count int not null default 1,
  first_at timestamptz not null,
  last_at timestamptz not null,
  solved_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, instance_id) references wf_instance (tenant_id, id)
);
create unique index wf_trouble_open on wf_trouble (tenant_id, instance_id, node, kind)
  where solved_at is null;

-- Days that differ from Monday to Friday: holidays, and weekends that are worked.
create table work_day (
  tenant_id varchar(12) not null,
  day date not null,
  works boolean not null,
  note text not null default '',
  primary key (tenant_id, day)
);

grant select, insert, update on wf_cc, wf_job, wf_absence, wf_trouble, work_day to keyan_app;
grant delete on work_day to keyan_app;

do $$
declare
  name text;
begin
  foreach name in array array['wf_cc', 'wf_job', 'wf_absence', 'wf_trouble', 'work_day']
  loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format(
      'create policy tenant on %I using (tenant_id = current_setting(''app.tenant'', true))', name);
  end loop;
end $$;
