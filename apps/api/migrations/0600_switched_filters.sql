-- Mail services are off at 1 and on at 2, as stores and SMS services are since 0566. What was saved to find them by
-- status (filters of their lists, conditions of reports) moves along; of stores and SMS services what is older than 0566.
alter table mail_config no force row level security;
alter table history no force row level security;
alter table saved_view no force row level security;
alter table report no force row level security;

update mail_config set status = case status when '1' then '2' else '1' end;

create function switched(before jsonb) returns jsonb language sql immutable
  return case before when '"1"' then '"2"'::jsonb when '"0"' then '"1"'::jsonb else before end;

update history h
   set changes = (select jsonb_agg(case when one ->> 'path' = 'status'
         then one || jsonb_build_object('before', switched(one -> 'before'), 'after', switched(one -> 'after'))
         else one end order by place)
       from jsonb_array_elements(h.changes) with ordinality as each (one, place))
  from mail_config service
 where h.tenant_id = service.tenant_id and h.business_id = service.id and h.resource = 'mail'
   and h.changes @> '[{"path": "status"}]';

drop function switched(jsonb);

-- `mailCode=a&status=1%2C0` → `mailCode=a&status=2%2C1`
create function switched(query text) returns text language sql immutable
  return (select string_agg(case when part ~ '^status(_[a-z]+)?=' then
        split_part(part, '=', 1) || '=' || translate(substr(part, strpos(part, '=') + 1), '10', '21')
        else part end, '&' order by place)
      from unnest(string_to_array(query, '&')) with ordinality as each (part, place));

create function counts_from_zero(kind text, saved timestamptz) returns boolean language sql stable
  return kind = 'mail' or kind in ('oss', 'sms') and saved
    < (select applied_at from schema_migration where name = '0566_switched_services.sql');

update saved_view set content = content || jsonb_build_object('query', switched(content ->> 'query'))
 where counts_from_zero(resource, update_time) and content ->> 'query' ~ '(^|&)status(_[a-z]+)?=';

update report set conditions = switched(conditions)
 where counts_from_zero(source_key, update_time) and conditions ~ '(^|&)status(_[a-z]+)?=';

drop function switched(text);
drop function counts_from_zero(text, timestamptz);

alter table mail_config force row level security;
alter table history force row level security;
alter table saved_view force row level security;
alter table report force row level security;
