-- Changes of rows that earlier migrations meant to make and that changed none under an owner that is no superuser: the
-- policies of these tables hold for their owner too. Rows that were given a value since keep it. Parties and times of
-- reviews come from the same sources as in the migrations that introduced them.

update sms_config set sms_use = '1' where sms_use is null;
update team_department t set dept_name_en = d.dept_name_en
  from dept d where d.tenant_id = t.tenant_id and d.id = t.dept_id and t.dept_name_en is null;

update review_item i set resource = 'prizeDeclaration', waits_since = coalesce(i.waits_since, i.create_time),
  parties = coalesce(i.parties, (select string_agg(distinct p.id, ',') from (
    select i.applicant_id::text as id where i.applicant_id is not null
    union select a.user_id::text from prize_declaration_authors a
     where a.tenant_id = i.tenant_id and a.parent_id = i.business_id::bigint and a.user_id is not null) p))
 where i.resource is null and i.biz_kind = '4';
update review_task t set parties = i.parties from review_item i
 where i.tenant_id = t.tenant_id and i.id = t.item_id and t.parties is null;
update review_set s set score_scheme = coalesce(score_scheme, '1'), seed = coalesce(seed, 1),
  standardise = coalesce(standardise, '0'), parties = coalesce(parties, (
  select string_agg(distinct p.id, ',') from review_item i, unnest(string_to_array(i.parties, ',')) p(id)
   where i.tenant_id = s.tenant_id and i.set_id = s.id and i.is_deleted = 0 and p.id <> ''));
update review_task set role = coalesce(role, '1'), score_scheme = coalesce(score_scheme, '1'),
  first_due = coalesce(first_due, end_time),
  pledged_at = coalesce(pledged_at, case when status in ('2', '3', '4') then assign_time end);

update jfdzys b set contract_id = p.contract_id from program p
 where p.tenant_id = b.tenant_id and p.id = b.program_id and p.contract_id is not null and b.contract_id is null;
update jfdzys set rates_of = (create_time at time zone 'Asia/Shanghai')::date where rates_of is null;
update jfdzys a set contract_type = c.contract_type
  from horizontal_record c where c.tenant_id = a.tenant_id and c.id = a.contract_id and a.contract_type is null;

update score_project set normalised = '1' where allot_mode = '3' and normalised is null;
update score_project set corr_as_first = '0' where allot_mode in ('2', '3', '4', '6') and corr_as_first is null;
update score_batch set counts_late = '0' where counts_late is null;
update score_result set is_late = '0' where is_late is null;
update assess_result set is_short = '0' where is_short is null;

update declare_plan set theory_allowed = coalesce(theory_allowed, '0'), contract_asked = coalesce(contract_asked, '0'),
  compliance_at = coalesce(compliance_at, '2');

update annual_report
   set name_en = case report
         when 'keji' then 'Report on science and technology ' else 'Report on the humanities and social sciences ' end
         || year || case when coalesce(issue, 1) > 1 then ', issue ' || issue else '' end
 where name_en is null;
update annual_gap g
   set person_id = coalesce(
     (select user_id from personnel f where g.resource = 'personnel' and f.tenant_id = g.tenant_id and f.id = g.record_id),
     (select program_leader from program p where g.resource = 'programInfo' and p.tenant_id = g.tenant_id and p.id = g.record_id),
     (select leader_id from team t where g.resource = 'team' and t.tenant_id = g.tenant_id and t.id = g.record_id))
 where person_id is null;

insert into message_habit (tenant_id, user_id, chosen)
  select distinct tenant_id, user_id, true from message_channel
  on conflict (tenant_id, user_id) do update set chosen = true;

do $$
declare kind text;
begin
  foreach kind in array array['prize_declaration', 'appraisal', 'xshdjb', 'check_report', 'declare_info',
      'process_conclusion', 'team'] loop
    execute format('update %I r set review_parties = i.parties from review_item i
       where i.tenant_id = r.tenant_id and i.business_id = r.id::text and i.status = ''2'' and i.is_deleted = 0
         and r.review_parties is null', kind);
  end loop;
end $$;

create or replace function pg_temp.check_character(digits text) returns text immutable language sql as $$
  select case total % 11 when 10 then 'X' else (total % 11)::text end
    from (select sum(substr(digits, place, 1)::int * (2 + (place - 1) % 8)) as total
            from generate_series(1, length(digits)) as place) as sums
$$;
update patent set apply_num = apply_num || '.' || pg_temp.check_character(apply_num)
 where patent_type in ('01', '02', '03') and apply_num ~ '^(\d{12}|\d{8})$';
