-- What an approval said, what it rests on and whether it still counts. A step can have several
-- steps before it (behind a join), and a return no longer names where to go on: the route is walked
-- anew and steps whose approval stands are passed.

alter table wf_act
  add column previous_ids bigint[] not null default '{}',
  add column verdict text check (verdict in ('agree', 'against')),
  -- The record's values that the agreement rests on; null (unknown) never stands after a return.
  add column basis jsonb,
  -- Gone back over; never undone.
  add column void boolean not null default false;
-- Whom the record names beside its applicant: the task is not theirs to take.
alter table wf_task add column concerned_ids bigint[] not null default '{}';
-- The last acts of the branches that have arrived.
alter table wf_scope add column arrivals bigint[] not null default '{}';

-- The owner of a table that forces its policies sees no row of any tenant: lifted for the moment.
alter table wf_act no force row level security;
alter table wf_scope no force row level security;
alter table wf_log no force row level security;

update wf_act a set
  previous_ids = case when a.previous_id is null then '{}' else array[a.previous_id] end,
  verdict = case
    when a.status = 'BACK' then 'against'
    when a.status <> 'DONE' then null
    when exists (select 1 from wf_log l
      where l.tenant_id = a.tenant_id and l.instance_id = a.instance_id and l.act_id = a.id
        and l.operation in ('disagree', 'refuse')) then 'against'
    else 'agree' end,
  -- Whatever was visited again was gone back over.
  void = exists (select 1 from wf_act b
    where b.tenant_id = a.tenant_id and b.instance_id = a.instance_id
      and b.node = a.node and b.seq > a.seq);

update wf_scope s set arrivals = coalesce(
  (select array_agg(a.id order by a.seq) from wf_act a
    where a.tenant_id = s.tenant_id and a.instance_id = s.instance_id and a.scope_id = s.id
      and a.status in ('DONE', 'SKIP')
      and not exists (select 1 from wf_act b
        where b.tenant_id = a.tenant_id and b.instance_id = a.instance_id
          and b.previous_id = a.id and b.scope_id = s.id)), '{}');

alter table wf_act force row level security;
alter table wf_scope force row level security;
alter table wf_log force row level security;

alter table wf_act drop column previous_id, drop column return_to;

-- The to-do messages of a task that is gone are found by their record.
create index message_open on message (tenant_id, biz_id)
  where status = '0' and is_deleted = 0 and biz_id is not null;
