-- The log of approvals keeps the names that people had when they acted: whoever is called otherwise
-- later does not change what was decided before (decisions 46). Earlier lines get the names of today.

alter table wf_log add column actor_name text, add column target_name text;

alter table wf_log no force row level security;
alter table users no force row level security;
update wf_log l set actor_name = u.real_name
  from users u where u.tenant_id = l.tenant_id and u.id = l.actor_id;
-- A target is a person's id or the name of a step.
update wf_log l set target_name = u.real_name
  from users u
 where l.target ~ '^\d{1,19}$' and u.tenant_id = l.tenant_id and u.id::text = l.target;
alter table wf_log force row level security;
alter table users force row level security;
