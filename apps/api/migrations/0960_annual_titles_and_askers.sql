-- Annual reports are called by their name in English too; a gap names the account of the person who is asked for it.

alter table annual_report add column name_en text;
update annual_report
   set name_en = case report
         when 'keji' then 'Report on science and technology ' else 'Report on the humanities and social sciences ' end
         || year || case when coalesce(issue, 1) > 1 then ', issue ' || issue else '' end;
alter table annual_gap add column person_id bigint;
update annual_gap g
   set person_id = coalesce(
     (select user_id from personnel f where g.resource = 'personnel' and f.tenant_id = g.tenant_id and f.id = g.record_id),
     (select program_leader from program p where g.resource = 'programInfo' and p.tenant_id = g.tenant_id and p.id = g.record_id),
     (select leader_id from team t where g.resource = 'team' and t.tenant_id = g.tenant_id and t.id = g.record_id));
