-- Absent people and their proxies. The name of the absent person stays in history as it was then.
alter table wf_log add column owner_name text;

alter table wf_absence
  add column created timestamptz not null default now(),
  -- When the open tasks were given to the proxy; null until the period begins.
  add column begun_at timestamptz,
  add column revoked_by bigint;
create index wf_absence_coming on wf_absence (tenant_id, from_at)
  where begun_at is null and revoked_at is null;

-- Records on which somebody acted in a person's name: the person reads them.
create index wf_task_represented on wf_task (tenant_id, owner_id) where owner_id is not null;
drop index wf_task_owner;

-- Every process keeps who is absent in memory.
create trigger tell after insert or update or delete on wf_absence
  for each statement execute function tell_tenant();
