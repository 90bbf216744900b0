-- A tick of `steps` says in `handled` that somebody other than the applicant has acted on the step
-- since the last submission: lists offer recalling only while no tick says so. Papers that are in
-- approval now get it from their tasks.
alter table paper no force row level security;
alter table wf_act no force row level security;
alter table wf_task no force row level security;
with handled as (
  select distinct a.tenant_id, a.instance_id, a.node
    from wf_act a
    join wf_task t on t.tenant_id = a.tenant_id and t.act_id = a.id
   where t.actor_id is not null and t.actor_id <> t.applicant_id
     and a.seq > coalesce((
       select max(b.seq)
         from wf_act b
         join wf_task own on own.tenant_id = b.tenant_id and own.act_id = b.id
        where b.tenant_id = a.tenant_id and b.instance_id = a.instance_id
          and b.status = 'DONE' and own.actor_id = own.applicant_id), 0)
)
update paper p
   set steps = (
     select jsonb_agg(
              case when h.node is null then s.tick else s.tick || '{"handled": true}' end
              order by s.place)
       from jsonb_array_elements(p.steps) with ordinality s(tick, place)
       left join handled h on h.tenant_id = p.tenant_id and h.instance_id = p.process_instance_id
         and h.node = s.tick ->> 'key')
 where p.audit_status = '1' and p.steps <> '[]';
alter table wf_task force row level security;
alter table wf_act force row level security;
alter table paper force row level security;
