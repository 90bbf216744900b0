-- Clients of the family know stores and SMS services as switched off (1) or on (2); here they were 0 and 1.
alter table oss_config no force row level security;
alter table sms_config no force row level security;
alter table history no force row level security;

update oss_config set status = case status when '1' then '2' else '1' end;
update sms_config set status = case status when '1' then '2' else '1' end;

-- What their histories say of it keeps its meaning.
create function switched(before jsonb) returns jsonb language sql immutable
  return case before when '"1"' then '"2"'::jsonb when '"0"' then '"1"'::jsonb else before end;

update history h
   set changes = (select jsonb_agg(case when one ->> 'path' = 'status'
         then one || jsonb_build_object('before', switched(one -> 'before'), 'after', switched(one -> 'after'))
         else one end order by place)
       from jsonb_array_elements(h.changes) with ordinality as each (one, place))
  from (select tenant_id, id, 'oss' as resource from oss_config
        union all select tenant_id, id, 'sms' from sms_config) service
 where h.tenant_id = service.tenant_id and h.business_id = service.id and h.resource = service.resource
   and h.changes @> '[{"path": "status"}]';

drop function switched(jsonb);

alter table oss_config force row level security;
alter table sms_config force row level security;
alter table history force row level security;
