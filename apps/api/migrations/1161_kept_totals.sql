-- Totals of outputs and money by several fields together, kept like counts: see decision 0411.
alter table kept_change alter column amount type bigint;

create or replace function paper_kept() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' and old.is_deleted = 0 then
    insert into kept_change (tenant_id, resource, amount, audit_status, secrecy, department, keys)
    values (old.tenant_id, 'papersapp', -1, old.audit_status, old.secret_level, old.fk_dept_id, jsonb_build_object('', '[""]'::jsonb, 'statYear', jsonb_build_array(coalesce(old.stat_year::text, '')), 'indexTypes', case when coalesce(cardinality(old.index_types), 0) = 0 then '[""]'::jsonb else to_jsonb(old.index_types) end, 'journalLevel', jsonb_build_array(coalesce(old.journal_level::text, '')), '#', jsonb_build_array(concat_ws(chr(31), coalesce(old.stat_year::text, ''), coalesce(to_char(old.publish_date, 'YYYY-MM'), ''), coalesce(old.subject_class::text, ''), coalesce(old.school_sign::text, '')))));
  end if;
  if tg_op <> 'DELETE' and new.is_deleted = 0 then
    insert into kept_change (tenant_id, resource, amount, audit_status, secrecy, department, keys)
    values (new.tenant_id, 'papersapp', 1, new.audit_status, new.secret_level, new.fk_dept_id, jsonb_build_object('', '[""]'::jsonb, 'statYear', jsonb_build_array(coalesce(new.stat_year::text, '')), 'indexTypes', case when coalesce(cardinality(new.index_types), 0) = 0 then '[""]'::jsonb else to_jsonb(new.index_types) end, 'journalLevel', jsonb_build_array(coalesce(new.journal_level::text, '')), '#', jsonb_build_array(concat_ws(chr(31), coalesce(new.stat_year::text, ''), coalesce(to_char(new.publish_date, 'YYYY-MM'), ''), coalesce(new.subject_class::text, ''), coalesce(new.school_sign::text, '')))));
  end if;
  return null;
end $$;
create or replace trigger paper_kept after insert or delete on paper for each row execute function paper_kept();
create or replace trigger paper_kept_update after update on paper for each row
  when ((old.is_deleted, old.audit_status, old.secret_level, old.fk_dept_id, old.stat_year, old.index_types, old.journal_level, old.publish_date, old.subject_class, old.school_sign) is distinct from (new.is_deleted, new.audit_status, new.secret_level, new.fk_dept_id, new.stat_year, new.index_types, new.journal_level, new.publish_date, new.subject_class, new.school_sign)) execute function paper_kept();
alter table paper no force row level security;
delete from kept_change where resource = 'papersapp';
delete from kept_count where resource = 'papersapp';
insert into kept_count (tenant_id, resource, field, "audit_status", "secrecy", "department", value, amount) select tenant_id, 'papersapp', field, "audit_status", "secrecy", "department", value, amount from (select k.tenant_id, '' as field, "audit_status", "secrecy", "department", value, sum(amount)::bigint as amount from (select t.tenant_id, "t"."audit_status" as "audit_status", "t"."secret_level" as "secrecy", "t"."fk_dept_id" as "department", ''::text as value, 1 as amount from "paper" t where t.is_deleted = 0) k group by 1, "audit_status", "secrecy", "department", value union all select k.tenant_id, 'statYear' as field, "audit_status", "secrecy", "department", value, sum(amount)::bigint as amount from (select t.tenant_id, "t"."audit_status" as "audit_status", "t"."secret_level" as "secrecy", "t"."fk_dept_id" as "department", coalesce("t"."stat_year"::text, '') as value, 1 as amount from "paper" t where t.is_deleted = 0) k group by 1, "audit_status", "secrecy", "department", value union all select k.tenant_id, 'indexTypes' as field, "audit_status", "secrecy", "department", value, sum(amount)::bigint as amount from (select t.tenant_id, "t"."audit_status" as "audit_status", "t"."secret_level" as "secrecy", "t"."fk_dept_id" as "department", unnest(case when coalesce(cardinality("t"."index_types"), 0) = 0 then array[''] else "t"."index_types" end) as value, 1 as amount from "paper" t where t.is_deleted = 0) k group by 1, "audit_status", "secrecy", "department", value union all select k.tenant_id, 'journalLevel' as field, "audit_status", "secrecy", "department", value, sum(amount)::bigint as amount from (select t.tenant_id, "t"."audit_status" as "audit_status", "t"."secret_level" as "secrecy", "t"."fk_dept_id" as "department", coalesce("t"."journal_level"::text, '') as value, 1 as amount from "paper" t where t.is_deleted = 0) k group by 1, "audit_status", "secrecy", "department", value union all select k.tenant_id, '#' as field, "audit_status", "secrecy", "department", value, sum(amount)::bigint as amount from (select t.tenant_id, "t"."audit_status" as "audit_status", "t"."secret_level" as "secrecy", "t"."fk_dept_id" as "department", concat_ws(chr(31), coalesce(t.stat_year::text, ''), coalesce(to_char(t.publish_date, 'YYYY-MM'), ''), coalesce(t.subject_class::text, ''), coalesce(t.school_sign::text, '')) as value, 1 as amount from "paper" t where t.is_deleted = 0) k group by 1, "audit_status", "secrecy", "department", value) c;
alter table paper force row level security;
create or replace function book_kept() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' and old.is_deleted = 0 then
    insert into kept_change (tenant_id, resource, amount, audit_status, secrecy, department, keys)
    values (old.tenant_id, 'bookapp', -1, old.audit_status, old.secret_level, old.fk_dept_id, jsonb_build_object('', '[""]'::jsonb, '#', jsonb_build_array(concat_ws(chr(31), coalesce(old.stat_year::text, ''), coalesce(to_char(old.publish_date, 'YYYY-MM'), ''), coalesce(old.subject_class::text, ''), coalesce(old.school_sign::text, '')))));
  end if;
  if tg_op <> 'DELETE' and new.is_deleted = 0 then
    insert into kept_change (tenant_id, resource, amount, audit_status, secrecy, department, keys)
    values (new.tenant_id, 'bookapp', 1, new.audit_status, new.secret_level, new.fk_dept_id, jsonb_build_object('', '[""]'::jsonb, '#', jsonb_build_array(concat_ws(chr(31), coalesce(new.stat_year::text, ''), coalesce(to_char(new.publish_date, 'YYYY-MM'), ''), coalesce(new.subject_class::text, ''), coalesce(new.school_sign::text, '')))));
  end if;
  return null;
end $$;
create or replace trigger book_kept after insert or delete on book for each row execute function book_kept();
create or replace trigger book_kept_update after update on book for each row
  when ((old.is_deleted, old.audit_status, old.secret_level, old.fk_dept_id, old.stat_year, old.publish_date, old.subject_class, old.school_sign) is distinct from (new.is_deleted, new.audit_status, new.secret_level, new.fk_dept_id, new.stat_year, new.publish_date, new.subject_class, new.school_sign)) execute function book_kept();
alter table book no force row level security;
delete from kept_change where resource = 'bookapp';
delete from kept_count where resource = 'bookapp';
insert into kept_count (tenant_id, resource, field, "audit_status", "secrecy", "department", value, amount) select tenant_id, 'bookapp', field, "audit_status", "secrecy", "department", value, amount from (select k.tenant_id, '' as field, "audit_status", "secrecy", "department", value, sum(amount)::bigint as amount from (select t.tenant_id, "t"."audit_status" as "audit_status", "t"."secret_level" as "secrecy", "t"."fk_dept_id" as "department", ''::text as value, 1 as amount from "book" t where t.is_deleted = 0) k group by 1, "audit_status", "secrecy", "department", value union all select k.tenant_id, '#' as field, "audit_status", "secrecy", "department", value, sum(amount)::bigint as amount from (select t.tenant_id, "t"."audit_status" as "audit_status", "t"."secret_level" as "secrecy", "t"."fk_dept_id" as "department", concat_ws(chr(31), coalesce(t.stat_year::text, ''), coalesce(to_char(t.publish_date, 'YYYY-MM'), ''), coalesce(t.subject_class::text, ''), coalesce(t.school_sign::text, '')) as value, 1 as amount from "book" t where t.is_deleted = 0) k group by 1, "audit_status", "secrecy", "department", value) c;
alter table book force row level security;
create or replace function patent_kept() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' and old.is_deleted = 0 then
    insert into kept_change (tenant_id, resource, amount, audit_status, secrecy, department, keys)
    values (old.tenant_id, 'patentapp', -1, old.audit_status, old.secret_level, old.fk_dept_id, jsonb_build_object('', '[""]'::jsonb, '#', jsonb_build_array(concat_ws(chr(31), coalesce(old.stat_year::text, ''), coalesce(to_char(old.grant_date, 'YYYY-MM'), ''), coalesce(old.subject_class::text, ''), coalesce(old.school_sign::text, '')))));
  end if;
  if tg_op <> 'DELETE' and new.is_deleted = 0 then
    insert into kept_change (tenant_id, resource, amount, audit_status, secrecy, department, keys)
    values (new.tenant_id, 'patentapp', 1, new.audit_status, new.secret_level, new.fk_dept_id, jsonb_build_object('', '[""]'::jsonb, '#', jsonb_build_array(concat_ws(chr(31), coalesce(new.stat_year::text, ''), coalesce(to_char(new.grant_date, 'YYYY-MM'), ''), coalesce(new.subject_class::text, ''), coalesce(new.school_sign::text, '')))));
  end if;
  return null;
end $$;
create or replace trigger patent_kept after insert or delete on patent for each row execute function patent_kept();
create or replace trigger patent_kept_update after update on patent for each row
  when ((old.is_deleted, old.audit_status, old.secret_level, old.fk_dept_id, old.stat_year, old.grant_date, old.subject_class, old.school_sign) is distinct from (new.is_deleted, new.audit_status, new.secret_level, new.fk_dept_id, new.stat_year, new.grant_date, new.subject_class, new.school_sign)) execute function patent_kept();
alter table patent no force row level security;
delete from kept_change where resource = 'patentapp';
delete from kept_count where resource = 'patentapp';
insert into kept_count (tenant_id, resource, field, "audit_status", "secrecy", "department", value, amount) select tenant_id, 'patentapp', field, "audit_status", "secrecy", "department", value, amount from (select k.tenant_id, '' as field, "audit_status", "secrecy", "department", value, sum(amount)::bigint as amount from (select t.tenant_id, "t"."audit_status" as "audit_status", "t"."secret_level" as "secrecy", "t"."fk_dept_id" as "department", ''::text as value, 1 as amount from "patent" t where t.is_deleted = 0) k group by 1, "audit_status", "secrecy", "department", value union all select k.tenant_id, '#' as field, "audit_status", "secrecy", "department", value, sum(amount)::bigint as amount from (select t.tenant_id, "t"."audit_status" as "audit_status", "t"."secret_level" as "secrecy", "t"."fk_dept_id" as "department", concat_ws(chr(31), coalesce(t.stat_year::text, ''), coalesce(to_char(t.grant_date, 'YYYY-MM'), ''), coalesce(t.subject_class::text, ''), coalesce(t.school_sign::text, '')) as value, 1 as amount from "patent" t where t.is_deleted = 0) k group by 1, "audit_status", "secrecy", "department", value) c;
alter table patent force row level security;
create or replace function copyright_kept() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' and old.is_deleted = 0 then
    insert into kept_change (tenant_id, resource, amount, audit_status, secrecy, department, keys)
    values (old.tenant_id, 'copyrightapp', -1, old.audit_status, old.secret_level, old.fk_dept_id, jsonb_build_object('', '[""]'::jsonb, '#', jsonb_build_array(concat_ws(chr(31), coalesce(old.stat_year::text, ''), coalesce(to_char(old.reg_date, 'YYYY-MM'), ''), coalesce(old.subject_class::text, ''), coalesce(old.school_sign::text, '')))));
  end if;
  if tg_op <> 'DELETE' and new.is_deleted = 0 then
    insert into kept_change (tenant_id, resource, amount, audit_status, secrecy, department, keys)
    values (new.tenant_id, 'copyrightapp', 1, new.audit_status, new.secret_level, new.fk_dept_id, jsonb_build_object('', '[""]'::jsonb, '#', jsonb_build_array(concat_ws(chr(31), coalesce(new.stat_year::text, ''), coalesce(to_char(new.reg_date, 'YYYY-MM'), ''), coalesce(new.subject_class::text, ''), coalesce(new.school_sign::text, '')))));
  end if;
  return null;
end $$;
create or replace trigger copyright_kept after insert or delete on copyright for each row execute function copyright_kept();
create or replace trigger copyright_kept_update after update on copyright for each row
  when ((old.is_deleted, old.audit_status, old.secret_level, old.fk_dept_id, old.stat_year, old.reg_date, old.subject_class, old.school_sign) is distinct from (new.is_deleted, new.audit_status, new.secret_level, new.fk_dept_id, new.stat_year, new.reg_date, new.subject_class, new.school_sign)) execute function copyright_kept();
alter table copyright no force row level security;
delete from kept_change where resource = 'copyrightapp';
delete from kept_count where resource = 'copyrightapp';
insert into kept_count (tenant_id, resource, field, "audit_status", "secrecy", "department", value, amount) select tenant_id, 'copyrightapp', field, "audit_status", "secrecy", "department", value, amount from (select k.tenant_id, '' as field, "audit_status", "secrecy", "department", value, sum(amount)::bigint as amount from (select t.tenant_id, "t"."audit_status" as "audit_status", "t"."secret_level" as "secrecy", "t"."fk_dept_id" as "department", ''::text as value, 1 as amount from "copyright" t where t.is_deleted = 0) k group by 1, "audit_status", "secrecy", "department", value union all select k.tenant_id, '#' as field, "audit_status", "secrecy", "department", value, sum(amount)::bigint as amount from (select t.tenant_id, "t"."audit_status" as "audit_status", "t"."secret_level" as "secrecy", "t"."fk_dept_id" as "department", concat_ws(chr(31), coalesce(t.stat_year::text, ''), coalesce(to_char(t.reg_date, 'YYYY-MM'), ''), coalesce(t.subject_class::text, ''), coalesce(t.school_sign::text, '')) as value, 1 as amount from "copyright" t where t.is_deleted = 0) k group by 1, "audit_status", "secrecy", "department", value) c;
alter table copyright force row level security;
create or replace function standard_kept() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' and old.is_deleted = 0 then
    insert into kept_change (tenant_id, resource, amount, audit_status, secrecy, department, keys)
    values (old.tenant_id, 'standard', -1, old.audit_status, old.secret_level, old.fk_dept_id, jsonb_build_object('', '[""]'::jsonb, '#', jsonb_build_array(concat_ws(chr(31), coalesce(old.stat_year::text, ''), coalesce(to_char(old.issue_date, 'YYYY-MM'), ''), coalesce(old.subject_class::text, ''), coalesce(old.school_sign::text, '')))));
  end if;
  if tg_op <> 'DELETE' and new.is_deleted = 0 then
    insert into kept_change (tenant_id, resource, amount, audit_status, secrecy, department, keys)
    values (new.tenant_id, 'standard', 1, new.audit_status, new.secret_level, new.fk_dept_id, jsonb_build_object('', '[""]'::jsonb, '#', jsonb_build_array(concat_ws(chr(31), coalesce(new.stat_year::text, ''), coalesce(to_char(new.issue_date, 'YYYY-MM'), ''), coalesce(new.subject_class::text, ''), coalesce(new.school_sign::text, '')))));
  end if;
  return null;
end $$;
create or replace trigger standard_kept after insert or delete on standard for each row execute function standard_kept();
create or replace trigger standard_kept_update after update on standard for each row
  when ((old.is_deleted, old.audit_status, old.secret_level, old.fk_dept_id, old.stat_year, old.issue_date, old.subject_class, old.school_sign) is distinct from (new.is_deleted, new.audit_status, new.secret_level, new.fk_dept_id, new.stat_year, new.issue_date, new.subject_class, new.school_sign)) execute function standard_kept();
alter table standard no force row level security;
delete from kept_change where resource = 'standard';
delete from kept_count where resource = 'standard';
insert into kept_count (tenant_id, resource, field, "audit_status", "secrecy", "department", value, amount) select tenant_id, 'standard', field, "audit_status", "secrecy", "department", value, amount from (select k.tenant_id, '' as field, "audit_status", "secrecy", "department", value, sum(amount)::bigint as amount from (select t.tenant_id, "t"."audit_status" as "audit_status", "t"."secret_level" as "secrecy", "t"."fk_dept_id" as "department", ''::text as value, 1 as amount from "standard" t where t.is_deleted = 0) k group by 1, "audit_status", "secrecy", "department", value union all select k.tenant_id, '#' as field, "audit_status", "secrecy", "department", value, sum(amount)::bigint as amount from (select t.tenant_id, "t"."audit_status" as "audit_status", "t"."secret_level" as "secrecy", "t"."fk_dept_id" as "department", concat_ws(chr(31), coalesce(t.stat_year::text, ''), coalesce(to_char(t.issue_date, 'YYYY-MM'), ''), coalesce(t.subject_class::text, ''), coalesce(t.school_sign::text, '')) as value, 1 as amount from "standard" t where t.is_deleted = 0) k group by 1, "audit_status", "secrecy", "department", value) c;
alter table standard force row level security;
create or replace function variety_kept() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' and old.is_deleted = 0 then
    insert into kept_change (tenant_id, resource, amount, audit_status, secrecy, department, keys)
    values (old.tenant_id, 'xpz', -1, old.audit_status, old.secret_level, old.fk_dept_id, jsonb_build_object('', '[""]'::jsonb, '#', jsonb_build_array(concat_ws(chr(31), coalesce(old.stat_year::text, ''), coalesce(to_char(old.approve_date, 'YYYY-MM'), ''), coalesce(old.subject_class::text, ''), coalesce(old.school_sign::text, '')))));
  end if;
  if tg_op <> 'DELETE' and new.is_deleted = 0 then
    insert into kept_change (tenant_id, resource, amount, audit_status, secrecy, department, keys)
    values (new.tenant_id, 'xpz', 1, new.audit_status, new.secret_level, new.fk_dept_id, jsonb_build_object('', '[""]'::jsonb, '#', jsonb_build_array(concat_ws(chr(31), coalesce(new.stat_year::text, ''), coalesce(to_char(new.approve_date, 'YYYY-MM'), ''), coalesce(new.subject_class::text, ''), coalesce(new.school_sign::text, '')))));
  end if;
  return null;
end $$;
create or replace trigger variety_kept after insert or delete on variety for each row execute function variety_kept();
create or replace trigger variety_kept_update after update on variety for each row
  when ((old.is_deleted, old.audit_status, old.secret_level, old.fk_dept_id, old.stat_year, old.approve_date, old.subject_class, old.school_sign) is distinct from (new.is_deleted, new.audit_status, new.secret_level, new.fk_dept_id, new.stat_year, new.approve_date, new.subject_class, new.school_sign)) execute function variety_kept();
alter table variety no force row level security;
delete from kept_change where resource = 'xpz';
delete from kept_count where resource = 'xpz';
insert into kept_count (tenant_id, resource, field, "audit_status", "secrecy", "department", value, amount) select tenant_id, 'xpz', field, "audit_status", "secrecy", "department", value, amount from (select k.tenant_id, '' as field, "audit_status", "secrecy", "department", value, sum(amount)::bigint as amount from (select t.tenant_id, "t"."audit_status" as "audit_status", "t"."secret_level" as "secrecy", "t"."fk_dept_id" as "department", ''::text as value, 1 as amount from "variety" t where t.is_deleted = 0) k group by 1, "audit_status", "secrecy", "department", value union all select k.tenant_id, '#' as field, "audit_status", "secrecy", "department", value, sum(amount)::bigint as amount from (select t.tenant_id, "t"."audit_status" as "audit_status", "t"."secret_level" as "secrecy", "t"."fk_dept_id" as "department", concat_ws(chr(31), coalesce(t.stat_year::text, ''), coalesce(to_char(t.approve_date, 'YYYY-MM'), ''), coalesce(t.subject_class::text, ''), coalesce(t.school_sign::text, '')) as value, 1 as amount from "variety" t where t.is_deleted = 0) k group by 1, "audit_status", "secrecy", "department", value) c;
alter table variety force row level security;
create or replace function drug_kept() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' and old.is_deleted = 0 then
    insert into kept_change (tenant_id, resource, amount, audit_status, secrecy, department, keys)
    values (old.tenant_id, 'xy', -1, old.audit_status, old.secret_level, old.fk_dept_id, jsonb_build_object('', '[""]'::jsonb, '#', jsonb_build_array(concat_ws(chr(31), coalesce(old.stat_year::text, ''), coalesce(to_char(old.approve_date, 'YYYY-MM'), ''), coalesce(old.subject_class::text, ''), coalesce(old.school_sign::text, '')))));
  end if;
  if tg_op <> 'DELETE' and new.is_deleted = 0 then
    insert into kept_change (tenant_id, resource, amount, audit_status, secrecy, department, keys)
    values (new.tenant_id, 'xy', 1, new.audit_status, new.secret_level, new.fk_dept_id, jsonb_build_object('', '[""]'::jsonb, '#', jsonb_build_array(concat_ws(chr(31), coalesce(new.stat_year::text, ''), coalesce(to_char(new.approve_date, 'YYYY-MM'), ''), coalesce(new.subject_class::text, ''), coalesce(new.school_sign::text, '')))));
  end if;
  return null;
end $$;
create or replace trigger drug_kept after insert or delete on drug for each row execute function drug_kept();
create or replace trigger drug_kept_update after update on drug for each row
  when ((old.is_deleted, old.audit_status, old.secret_level, old.fk_dept_id, old.stat_year, old.approve_date, old.subject_class, old.school_sign) is distinct from (new.is_deleted, new.audit_status, new.secret_level, new.fk_dept_id, new.stat_year, new.approve_date, new.subject_class, new.school_sign)) execute function drug_kept();
alter table drug no force row level security;
delete from kept_change where resource = 'xy';
delete from kept_count where resource = 'xy';
insert into kept_count (tenant_id, resource, field, "audit_status", "secrecy", "department", value, amount) select tenant_id, 'xy', field, "audit_status", "secrecy", "department", value, amount from (select k.tenant_id, '' as field, "audit_status", "secrecy", "department", value, sum(amount)::bigint as amount from (select t.tenant_id, "t"."audit_status" as "audit_status", "t"."secret_level" as "secrecy", "t"."fk_dept_id" as "department", ''::text as value, 1 as amount from "drug" t where t.is_deleted = 0) k group by 1, "audit_status", "secrecy", "department", value union all select k.tenant_id, '#' as field, "audit_status", "secrecy", "department", value, sum(amount)::bigint as amount from (select t.tenant_id, "t"."audit_status" as "audit_status", "t"."secret_level" as "secrecy", "t"."fk_dept_id" as "department", concat_ws(chr(31), coalesce(t.stat_year::text, ''), coalesce(to_char(t.approve_date, 'YYYY-MM'), ''), coalesce(t.subject_class::text, ''), coalesce(t.school_sign::text, '')) as value, 1 as amount from "drug" t where t.is_deleted = 0) k group by 1, "audit_status", "secrecy", "department", value) c;
alter table drug force row level security;
create or replace function product_kept() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' and old.is_deleted = 0 then
    insert into kept_change (tenant_id, resource, amount, audit_status, secrecy, department, keys)
    values (old.tenant_id, 'gxjscp', -1, old.audit_status, old.secret_level, old.fk_dept_id, jsonb_build_object('', '[""]'::jsonb, '#', jsonb_build_array(concat_ws(chr(31), coalesce(old.stat_year::text, ''), coalesce(to_char(old.approve_date, 'YYYY-MM'), ''), coalesce(old.subject_class::text, ''), coalesce(old.school_sign::text, '')))));
  end if;
  if tg_op <> 'DELETE' and new.is_deleted = 0 then
    insert into kept_change (tenant_id, resource, amount, audit_status, secrecy, department, keys)
    values (new.tenant_id, 'gxjscp', 1, new.audit_status, new.secret_level, new.fk_dept_id, jsonb_build_object('', '[""]'::jsonb, '#', jsonb_build_array(concat_ws(chr(31), coalesce(new.stat_year::text, ''), coalesce(to_char(new.approve_date, 'YYYY-MM'), ''), coalesce(new.subject_class::text, ''), coalesce(new.school_sign::text, '')))));
  end if;
  return null;
end $$;
create or replace trigger product_kept after insert or delete on product for each row execute function product_kept();
create or replace trigger product_kept_update after update on product for each row
  when ((old.is_deleted, old.audit_status, old.secret_level, old.fk_dept_id, old.stat_year, old.approve_date, old.subject_class, old.school_sign) is distinct from (new.is_deleted, new.audit_status, new.secret_level, new.fk_dept_id, new.stat_year, new.approve_date, new.subject_class, new.school_sign)) execute function product_kept();
alter table product no force row level security;
delete from kept_change where resource = 'gxjscp';
delete from kept_count where resource = 'gxjscp';
insert into kept_count (tenant_id, resource, field, "audit_status", "secrecy", "department", value, amount) select tenant_id, 'gxjscp', field, "audit_status", "secrecy", "department", value, amount from (select k.tenant_id, '' as field, "audit_status", "secrecy", "department", value, sum(amount)::bigint as amount from (select t.tenant_id, "t"."audit_status" as "audit_status", "t"."secret_level" as "secrecy", "t"."fk_dept_id" as "department", ''::text as value, 1 as amount from "product" t where t.is_deleted = 0) k group by 1, "audit_status", "secrecy", "department", value union all select k.tenant_id, '#' as field, "audit_status", "secrecy", "department", value, sum(amount)::bigint as amount from (select t.tenant_id, "t"."audit_status" as "audit_status", "t"."secret_level" as "secrecy", "t"."fk_dept_id" as "department", concat_ws(chr(31), coalesce(t.stat_year::text, ''), coalesce(to_char(t.approve_date, 'YYYY-MM'), ''), coalesce(t.subject_class::text, ''), coalesce(t.school_sign::text, '')) as value, 1 as amount from "product" t where t.is_deleted = 0) k group by 1, "audit_status", "secrecy", "department", value) c;
alter table product force row level security;
create or replace function award_kept() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' and old.is_deleted = 0 then
    insert into kept_change (tenant_id, resource, amount, audit_status, secrecy, department, keys)
    values (old.tenant_id, 'achievementAwd', -1, old.audit_status, old.secret_level, old.fk_dept_id, jsonb_build_object('', '[""]'::jsonb, '#', jsonb_build_array(concat_ws(chr(31), coalesce(old.stat_year::text, ''), coalesce(to_char(old.award_date, 'YYYY-MM'), ''), coalesce(old.subject_class::text, ''), coalesce(old.school_sign::text, '')))));
  end if;
  if tg_op <> 'DELETE' and new.is_deleted = 0 then
    insert into kept_change (tenant_id, resource, amount, audit_status, secrecy, department, keys)
    values (new.tenant_id, 'achievementAwd', 1, new.audit_status, new.secret_level, new.fk_dept_id, jsonb_build_object('', '[""]'::jsonb, '#', jsonb_build_array(concat_ws(chr(31), coalesce(new.stat_year::text, ''), coalesce(to_char(new.award_date, 'YYYY-MM'), ''), coalesce(new.subject_class::text, ''), coalesce(new.school_sign::text, '')))));
  end if;
  return null;
end $$;
create or replace trigger award_kept after insert or delete on award for each row execute function award_kept();
create or replace trigger award_kept_update after update on award for each row
  when ((old.is_deleted, old.audit_status, old.secret_level, old.fk_dept_id, old.stat_year, old.award_date, old.subject_class, old.school_sign) is distinct from (new.is_deleted, new.audit_status, new.secret_level, new.fk_dept_id, new.stat_year, new.award_date, new.subject_class, new.school_sign)) execute function award_kept();
alter table award no force row level security;
delete from kept_change where resource = 'achievementAwd';
delete from kept_count where resource = 'achievementAwd';
insert into kept_count (tenant_id, resource, field, "audit_status", "secrecy", "department", value, amount) select tenant_id, 'achievementAwd', field, "audit_status", "secrecy", "department", value, amount from (select k.tenant_id, '' as field, "audit_status", "secrecy", "department", value, sum(amount)::bigint as amount from (select t.tenant_id, "t"."audit_status" as "audit_status", "t"."secret_level" as "secrecy", "t"."fk_dept_id" as "department", ''::text as value, 1 as amount from "award" t where t.is_deleted = 0) k group by 1, "audit_status", "secrecy", "department", value union all select k.tenant_id, '#' as field, "audit_status", "secrecy", "department", value, sum(amount)::bigint as amount from (select t.tenant_id, "t"."audit_status" as "audit_status", "t"."secret_level" as "secrecy", "t"."fk_dept_id" as "department", concat_ws(chr(31), coalesce(t.stat_year::text, ''), coalesce(to_char(t.award_date, 'YYYY-MM'), ''), coalesce(t.subject_class::text, ''), coalesce(t.school_sign::text, '')) as value, 1 as amount from "award" t where t.is_deleted = 0) k group by 1, "audit_status", "secrecy", "department", value) c;
alter table award force row level security;
create or replace function appraisal_kept() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' and old.is_deleted = 0 then
    insert into kept_change (tenant_id, resource, amount, audit_status, secrecy, department, keys)
    values (old.tenant_id, 'cgjd', -1, old.audit_status, old.secret_level, old.fk_dept_id, jsonb_build_object('', '[""]'::jsonb, '#', jsonb_build_array(concat_ws(chr(31), coalesce(old.stat_year::text, ''), coalesce(to_char(old.appraisal_date, 'YYYY-MM'), ''), coalesce(old.subject_class::text, ''), coalesce(old.school_sign::text, '')))));
  end if;
  if tg_op <> 'DELETE' and new.is_deleted = 0 then
    insert into kept_change (tenant_id, resource, amount, audit_status, secrecy, department, keys)
    values (new.tenant_id, 'cgjd', 1, new.audit_status, new.secret_level, new.fk_dept_id, jsonb_build_object('', '[""]'::jsonb, '#', jsonb_build_array(concat_ws(chr(31), coalesce(new.stat_year::text, ''), coalesce(to_char(new.appraisal_date, 'YYYY-MM'), ''), coalesce(new.subject_class::text, ''), coalesce(new.school_sign::text, '')))));
  end if;
  return null;
end $$;
create or replace trigger appraisal_kept after insert or delete on appraisal for each row execute function appraisal_kept();
create or replace trigger appraisal_kept_update after update on appraisal for each row
  when ((old.is_deleted, old.audit_status, old.secret_level, old.fk_dept_id, old.stat_year, old.appraisal_date, old.subject_class, old.school_sign) is distinct from (new.is_deleted, new.audit_status, new.secret_level, new.fk_dept_id, new.stat_year, new.appraisal_date, new.subject_class, new.school_sign)) execute function appraisal_kept();
alter table appraisal no force row level security;
delete from kept_change where resource = 'cgjd';
delete from kept_count where resource = 'cgjd';
insert into kept_count (tenant_id, resource, field, "audit_status", "secrecy", "department", value, amount) select tenant_id, 'cgjd', field, "audit_status", "secrecy", "department", value, amount from (select k.tenant_id, '' as field, "audit_status", "secrecy", "department", value, sum(amount)::bigint as amount from (select t.tenant_id, "t"."audit_status" as "audit_status", "t"."secret_level" as "secrecy", "t"."fk_dept_id" as "department", ''::text as value, 1 as amount from "appraisal" t where t.is_deleted = 0) k group by 1, "audit_status", "secrecy", "department", value union all select k.tenant_id, '#' as field, "audit_status", "secrecy", "department", value, sum(amount)::bigint as amount from (select t.tenant_id, "t"."audit_status" as "audit_status", "t"."secret_level" as "secrecy", "t"."fk_dept_id" as "department", concat_ws(chr(31), coalesce(t.stat_year::text, ''), coalesce(to_char(t.appraisal_date, 'YYYY-MM'), ''), coalesce(t.subject_class::text, ''), coalesce(t.school_sign::text, '')) as value, 1 as amount from "appraisal" t where t.is_deleted = 0) k group by 1, "audit_status", "secrecy", "department", value) c;
alter table appraisal force row level security;
create or replace function advisory_kept() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' and old.is_deleted = 0 then
    insert into kept_change (tenant_id, resource, amount, audit_status, secrecy, department, keys)
    values (old.tenant_id, 'advisoryapp', -1, old.audit_status, old.secret_level, old.fk_dept_id, jsonb_build_object('', '[""]'::jsonb, '#', jsonb_build_array(concat_ws(chr(31), coalesce(old.stat_year::text, ''), coalesce(to_char(old.submit_date, 'YYYY-MM'), ''), coalesce(old.subject_class::text, ''), coalesce(old.school_sign::text, '')))));
  end if;
  if tg_op <> 'DELETE' and new.is_deleted = 0 then
    insert into kept_change (tenant_id, resource, amount, audit_status, secrecy, department, keys)
    values (new.tenant_id, 'advisoryapp', 1, new.audit_status, new.secret_level, new.fk_dept_id, jsonb_build_object('', '[""]'::jsonb, '#', jsonb_build_array(concat_ws(chr(31), coalesce(new.stat_year::text, ''), coalesce(to_char(new.submit_date, 'YYYY-MM'), ''), coalesce(new.subject_class::text, ''), coalesce(new.school_sign::text, '')))));
  end if;
  return null;
end $$;
create or replace trigger advisory_kept after insert or delete on advisory for each row execute function advisory_kept();
create or replace trigger advisory_kept_update after update on advisory for each row
  when ((old.is_deleted, old.audit_status, old.secret_level, old.fk_dept_id, old.stat_year, old.submit_date, old.subject_class, old.school_sign) is distinct from (new.is_deleted, new.audit_status, new.secret_level, new.fk_dept_id, new.stat_year, new.submit_date, new.subject_class, new.school_sign)) execute function advisory_kept();
alter table advisory no force row level security;
delete from kept_change where resource = 'advisoryapp';
delete from kept_count where resource = 'advisoryapp';
insert into kept_count (tenant_id, resource, field, "audit_status", "secrecy", "department", value, amount) select tenant_id, 'advisoryapp', field, "audit_status", "secrecy", "department", value, amount from (select k.tenant_id, '' as field, "audit_status", "secrecy", "department", value, sum(amount)::bigint as amount from (select t.tenant_id, "t"."audit_status" as "audit_status", "t"."secret_level" as "secrecy", "t"."fk_dept_id" as "department", ''::text as value, 1 as amount from "advisory" t where t.is_deleted = 0) k group by 1, "audit_status", "secrecy", "department", value union all select k.tenant_id, '#' as field, "audit_status", "secrecy", "department", value, sum(amount)::bigint as amount from (select t.tenant_id, "t"."audit_status" as "audit_status", "t"."secret_level" as "secrecy", "t"."fk_dept_id" as "department", concat_ws(chr(31), coalesce(t.stat_year::text, ''), coalesce(to_char(t.submit_date, 'YYYY-MM'), ''), coalesce(t.subject_class::text, ''), coalesce(t.school_sign::text, '')) as value, 1 as amount from "advisory" t where t.is_deleted = 0) k group by 1, "audit_status", "secrecy", "department", value) c;
alter table advisory force row level security;
create or replace function art_kept() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' and old.is_deleted = 0 then
    insert into kept_change (tenant_id, resource, amount, audit_status, secrecy, department, keys)
    values (old.tenant_id, 'art', -1, old.audit_status, old.secret_level, old.fk_dept_id, jsonb_build_object('', '[""]'::jsonb, '#', jsonb_build_array(concat_ws(chr(31), coalesce(old.stat_year::text, ''), coalesce(to_char(old.publish_date, 'YYYY-MM'), ''), coalesce(old.subject_class::text, ''), coalesce(old.school_sign::text, '')))));
  end if;
  if tg_op <> 'DELETE' and new.is_deleted = 0 then
    insert into kept_change (tenant_id, resource, amount, audit_status, secrecy, department, keys)
    values (new.tenant_id, 'art', 1, new.audit_status, new.secret_level, new.fk_dept_id, jsonb_build_object('', '[""]'::jsonb, '#', jsonb_build_array(concat_ws(chr(31), coalesce(new.stat_year::text, ''), coalesce(to_char(new.publish_date, 'YYYY-MM'), ''), coalesce(new.subject_class::text, ''), coalesce(new.school_sign::text, '')))));
  end if;
  return null;
end $$;
create or replace trigger art_kept after insert or delete on art for each row execute function art_kept();
create or replace trigger art_kept_update after update on art for each row
  when ((old.is_deleted, old.audit_status, old.secret_level, old.fk_dept_id, old.stat_year, old.publish_date, old.subject_class, old.school_sign) is distinct from (new.is_deleted, new.audit_status, new.secret_level, new.fk_dept_id, new.stat_year, new.publish_date, new.subject_class, new.school_sign)) execute function art_kept();
alter table art no force row level security;
delete from kept_change where resource = 'art';
delete from kept_count where resource = 'art';
insert into kept_count (tenant_id, resource, field, "audit_status", "secrecy", "department", value, amount) select tenant_id, 'art', field, "audit_status", "secrecy", "department", value, amount from (select k.tenant_id, '' as field, "audit_status", "secrecy", "department", value, sum(amount)::bigint as amount from (select t.tenant_id, "t"."audit_status" as "audit_status", "t"."secret_level" as "secrecy", "t"."fk_dept_id" as "department", ''::text as value, 1 as amount from "art" t where t.is_deleted = 0) k group by 1, "audit_status", "secrecy", "department", value union all select k.tenant_id, '#' as field, "audit_status", "secrecy", "department", value, sum(amount)::bigint as amount from (select t.tenant_id, "t"."audit_status" as "audit_status", "t"."secret_level" as "secrecy", "t"."fk_dept_id" as "department", concat_ws(chr(31), coalesce(t.stat_year::text, ''), coalesce(to_char(t.publish_date, 'YYYY-MM'), ''), coalesce(t.subject_class::text, ''), coalesce(t.school_sign::text, '')) as value, 1 as amount from "art" t where t.is_deleted = 0) k group by 1, "audit_status", "secrecy", "department", value) c;
alter table art force row level security;
create or replace function wenyichuangzuo_kept() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' and old.is_deleted = 0 then
    insert into kept_change (tenant_id, resource, amount, audit_status, secrecy, department, keys)
    values (old.tenant_id, 'wenyichuangzuo', -1, old.audit_status, old.secret_level, old.fk_dept_id, jsonb_build_object('', '[""]'::jsonb, '#', jsonb_build_array(concat_ws(chr(31), coalesce(old.stat_year::text, ''), coalesce(to_char(old.publish_date, 'YYYY-MM'), ''), coalesce(old.subject_class::text, ''), coalesce(old.school_sign::text, '')))));
  end if;
  if tg_op <> 'DELETE' and new.is_deleted = 0 then
    insert into kept_change (tenant_id, resource, amount, audit_status, secrecy, department, keys)
    values (new.tenant_id, 'wenyichuangzuo', 1, new.audit_status, new.secret_level, new.fk_dept_id, jsonb_build_object('', '[""]'::jsonb, '#', jsonb_build_array(concat_ws(chr(31), coalesce(new.stat_year::text, ''), coalesce(to_char(new.publish_date, 'YYYY-MM'), ''), coalesce(new.subject_class::text, ''), coalesce(new.school_sign::text, '')))));
  end if;
  return null;
end $$;
create or replace trigger wenyichuangzuo_kept after insert or delete on wenyichuangzuo for each row execute function wenyichuangzuo_kept();
create or replace trigger wenyichuangzuo_kept_update after update on wenyichuangzuo for each row
  when ((old.is_deleted, old.audit_status, old.secret_level, old.fk_dept_id, old.stat_year, old.publish_date, old.subject_class, old.school_sign) is distinct from (new.is_deleted, new.audit_status, new.secret_level, new.fk_dept_id, new.stat_year, new.publish_date, new.subject_class, new.school_sign)) execute function wenyichuangzuo_kept();
alter table wenyichuangzuo no force row level security;
delete from kept_change where resource = 'wenyichuangzuo';
delete from kept_count where resource = 'wenyichuangzuo';
insert into kept_count (tenant_id, resource, field, "audit_status", "secrecy", "department", value, amount) select tenant_id, 'wenyichuangzuo', field, "audit_status", "secrecy", "department", value, amount from (select k.tenant_id, '' as field, "audit_status", "secrecy", "department", value, sum(amount)::bigint as amount from (select t.tenant_id, "t"."audit_status" as "audit_status", "t"."secret_level" as "secrecy", "t"."fk_dept_id" as "department", ''::text as value, 1 as amount from "wenyichuangzuo" t where t.is_deleted = 0) k group by 1, "audit_status", "secrecy", "department", value union all select k.tenant_id, '#' as field, "audit_status", "secrecy", "department", value, sum(amount)::bigint as amount from (select t.tenant_id, "t"."audit_status" as "audit_status", "t"."secret_level" as "secrecy", "t"."fk_dept_id" as "department", concat_ws(chr(31), coalesce(t.stat_year::text, ''), coalesce(to_char(t.publish_date, 'YYYY-MM'), ''), coalesce(t.subject_class::text, ''), coalesce(t.school_sign::text, '')) as value, 1 as amount from "wenyichuangzuo" t where t.is_deleted = 0) k group by 1, "audit_status", "secrecy", "department", value) c;
alter table wenyichuangzuo force row level security;
create or replace function sjyszp_kept() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' and old.is_deleted = 0 then
    insert into kept_change (tenant_id, resource, amount, audit_status, secrecy, department, keys)
    values (old.tenant_id, 'sjyszp', -1, old.audit_status, old.secret_level, old.fk_dept_id, jsonb_build_object('', '[""]'::jsonb, '#', jsonb_build_array(concat_ws(chr(31), coalesce(old.stat_year::text, ''), coalesce(to_char(old.publish_date, 'YYYY-MM'), ''), coalesce(old.subject_class::text, ''), coalesce(old.school_sign::text, '')))));
  end if;
  if tg_op <> 'DELETE' and new.is_deleted = 0 then
    insert into kept_change (tenant_id, resource, amount, audit_status, secrecy, department, keys)
    values (new.tenant_id, 'sjyszp', 1, new.audit_status, new.secret_level, new.fk_dept_id, jsonb_build_object('', '[""]'::jsonb, '#', jsonb_build_array(concat_ws(chr(31), coalesce(new.stat_year::text, ''), coalesce(to_char(new.publish_date, 'YYYY-MM'), ''), coalesce(new.subject_class::text, ''), coalesce(new.school_sign::text, '')))));
  end if;
  return null;
end $$;
create or replace trigger sjyszp_kept after insert or delete on sjyszp for each row execute function sjyszp_kept();
create or replace trigger sjyszp_kept_update after update on sjyszp for each row
  when ((old.is_deleted, old.audit_status, old.secret_level, old.fk_dept_id, old.stat_year, old.publish_date, old.subject_class, old.school_sign) is distinct from (new.is_deleted, new.audit_status, new.secret_level, new.fk_dept_id, new.stat_year, new.publish_date, new.subject_class, new.school_sign)) execute function sjyszp_kept();
alter table sjyszp no force row level security;
delete from kept_change where resource = 'sjyszp';
delete from kept_count where resource = 'sjyszp';
insert into kept_count (tenant_id, resource, field, "audit_status", "secrecy", "department", value, amount) select tenant_id, 'sjyszp', field, "audit_status", "secrecy", "department", value, amount from (select k.tenant_id, '' as field, "audit_status", "secrecy", "department", value, sum(amount)::bigint as amount from (select t.tenant_id, "t"."audit_status" as "audit_status", "t"."secret_level" as "secrecy", "t"."fk_dept_id" as "department", ''::text as value, 1 as amount from "sjyszp" t where t.is_deleted = 0) k group by 1, "audit_status", "secrecy", "department", value union all select k.tenant_id, '#' as field, "audit_status", "secrecy", "department", value, sum(amount)::bigint as amount from (select t.tenant_id, "t"."audit_status" as "audit_status", "t"."secret_level" as "secrecy", "t"."fk_dept_id" as "department", concat_ws(chr(31), coalesce(t.stat_year::text, ''), coalesce(to_char(t.publish_date, 'YYYY-MM'), ''), coalesce(t.subject_class::text, ''), coalesce(t.school_sign::text, '')) as value, 1 as amount from "sjyszp" t where t.is_deleted = 0) k group by 1, "audit_status", "secrecy", "department", value) c;
alter table sjyszp force row level security;
create or replace function yyzp_kept() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' and old.is_deleted = 0 then
    insert into kept_change (tenant_id, resource, amount, audit_status, secrecy, department, keys)
    values (old.tenant_id, 'yyzp', -1, old.audit_status, old.secret_level, old.fk_dept_id, jsonb_build_object('', '[""]'::jsonb, '#', jsonb_build_array(concat_ws(chr(31), coalesce(old.stat_year::text, ''), coalesce(to_char(old.publish_date, 'YYYY-MM'), ''), coalesce(old.subject_class::text, ''), coalesce(old.school_sign::text, '')))));
  end if;
  if tg_op <> 'DELETE' and new.is_deleted = 0 then
    insert into kept_change (tenant_id, resource, amount, audit_status, secrecy, department, keys)
    values (new.tenant_id, 'yyzp', 1, new.audit_status, new.secret_level, new.fk_dept_id, jsonb_build_object('', '[""]'::jsonb, '#', jsonb_build_array(concat_ws(chr(31), coalesce(new.stat_year::text, ''), coalesce(to_char(new.publish_date, 'YYYY-MM'), ''), coalesce(new.subject_class::text, ''), coalesce(new.school_sign::text, '')))));
  end if;
  return null;
end $$;
create or replace trigger yyzp_kept after insert or delete on yyzp for each row execute function yyzp_kept();
create or replace trigger yyzp_kept_update after update on yyzp for each row
  when ((old.is_deleted, old.audit_status, old.secret_level, old.fk_dept_id, old.stat_year, old.publish_date, old.subject_class, old.school_sign) is distinct from (new.is_deleted, new.audit_status, new.secret_level, new.fk_dept_id, new.stat_year, new.publish_date, new.subject_class, new.school_sign)) execute function yyzp_kept();
alter table yyzp no force row level security;
delete from kept_change where resource = 'yyzp';
delete from kept_count where resource = 'yyzp';
insert into kept_count (tenant_id, resource, field, "audit_status", "secrecy", "department", value, amount) select tenant_id, 'yyzp', field, "audit_status", "secrecy", "department", value, amount from (select k.tenant_id, '' as field, "audit_status", "secrecy", "department", value, sum(amount)::bigint as amount from (select t.tenant_id, "t"."audit_status" as "audit_status", "t"."secret_level" as "secrecy", "t"."fk_dept_id" as "department", ''::text as value, 1 as amount from "yyzp" t where t.is_deleted = 0) k group by 1, "audit_status", "secrecy", "department", value union all select k.tenant_id, '#' as field, "audit_status", "secrecy", "department", value, sum(amount)::bigint as amount from (select t.tenant_id, "t"."audit_status" as "audit_status", "t"."secret_level" as "secrecy", "t"."fk_dept_id" as "department", concat_ws(chr(31), coalesce(t.stat_year::text, ''), coalesce(to_char(t.publish_date, 'YYYY-MM'), ''), coalesce(t.subject_class::text, ''), coalesce(t.school_sign::text, '')) as value, 1 as amount from "yyzp" t where t.is_deleted = 0) k group by 1, "audit_status", "secrecy", "department", value) c;
alter table yyzp force row level security;
create or replace function yxhlwwhdj_kept() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' and old.is_deleted = 0 then
    insert into kept_change (tenant_id, resource, amount, audit_status, secrecy, department, keys)
    values (old.tenant_id, 'yxhlwwhdj', -1, old.audit_status, old.secret_level, old.fk_dept_id, jsonb_build_object('', '[""]'::jsonb, '#', jsonb_build_array(concat_ws(chr(31), coalesce(old.stat_year::text, ''), coalesce(to_char(old.publish_date, 'YYYY-MM'), ''), coalesce(old.subject_class::text, ''), coalesce(old.school_sign::text, '')))));
  end if;
  if tg_op <> 'DELETE' and new.is_deleted = 0 then
    insert into kept_change (tenant_id, resource, amount, audit_status, secrecy, department, keys)
    values (new.tenant_id, 'yxhlwwhdj', 1, new.audit_status, new.secret_level, new.fk_dept_id, jsonb_build_object('', '[""]'::jsonb, '#', jsonb_build_array(concat_ws(chr(31), coalesce(new.stat_year::text, ''), coalesce(to_char(new.publish_date, 'YYYY-MM'), ''), coalesce(new.subject_class::text, ''), coalesce(new.school_sign::text, '')))));
  end if;
  return null;
end $$;
create or replace trigger yxhlwwhdj_kept after insert or delete on yxhlwwhdj for each row execute function yxhlwwhdj_kept();
create or replace trigger yxhlwwhdj_kept_update after update on yxhlwwhdj for each row
  when ((old.is_deleted, old.audit_status, old.secret_level, old.fk_dept_id, old.stat_year, old.publish_date, old.subject_class, old.school_sign) is distinct from (new.is_deleted, new.audit_status, new.secret_level, new.fk_dept_id, new.stat_year, new.publish_date, new.subject_class, new.school_sign)) execute function yxhlwwhdj_kept();
alter table yxhlwwhdj no force row level security;
delete from kept_change where resource = 'yxhlwwhdj';
delete from kept_count where resource = 'yxhlwwhdj';
insert into kept_count (tenant_id, resource, field, "audit_status", "secrecy", "department", value, amount) select tenant_id, 'yxhlwwhdj', field, "audit_status", "secrecy", "department", value, amount from (select k.tenant_id, '' as field, "audit_status", "secrecy", "department", value, sum(amount)::bigint as amount from (select t.tenant_id, "t"."audit_status" as "audit_status", "t"."secret_level" as "secrecy", "t"."fk_dept_id" as "department", ''::text as value, 1 as amount from "yxhlwwhdj" t where t.is_deleted = 0) k group by 1, "audit_status", "secrecy", "department", value union all select k.tenant_id, '#' as field, "audit_status", "secrecy", "department", value, sum(amount)::bigint as amount from (select t.tenant_id, "t"."audit_status" as "audit_status", "t"."secret_level" as "secrecy", "t"."fk_dept_id" as "department", concat_ws(chr(31), coalesce(t.stat_year::text, ''), coalesce(to_char(t.publish_date, 'YYYY-MM'), ''), coalesce(t.subject_class::text, ''), coalesce(t.school_sign::text, '')) as value, 1 as amount from "yxhlwwhdj" t where t.is_deleted = 0) k group by 1, "audit_status", "secrecy", "department", value) c;
alter table yxhlwwhdj force row level security;
create or replace function tycgdj_kept() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' and old.is_deleted = 0 then
    insert into kept_change (tenant_id, resource, amount, audit_status, secrecy, department, keys)
    values (old.tenant_id, 'tycgdj', -1, old.audit_status, old.secret_level, old.fk_dept_id, jsonb_build_object('', '[""]'::jsonb, '#', jsonb_build_array(concat_ws(chr(31), coalesce(old.stat_year::text, ''), coalesce(to_char(old.match_date, 'YYYY-MM'), ''), coalesce(old.subject_class::text, ''), coalesce(old.school_sign::text, '')))));
  end if;
  if tg_op <> 'DELETE' and new.is_deleted = 0 then
    insert into kept_change (tenant_id, resource, amount, audit_status, secrecy, department, keys)
    values (new.tenant_id, 'tycgdj', 1, new.audit_status, new.secret_level, new.fk_dept_id, jsonb_build_object('', '[""]'::jsonb, '#', jsonb_build_array(concat_ws(chr(31), coalesce(new.stat_year::text, ''), coalesce(to_char(new.match_date, 'YYYY-MM'), ''), coalesce(new.subject_class::text, ''), coalesce(new.school_sign::text, '')))));
  end if;
  return null;
end $$;
create or replace trigger tycgdj_kept after insert or delete on tycgdj for each row execute function tycgdj_kept();
create or replace trigger tycgdj_kept_update after update on tycgdj for each row
  when ((old.is_deleted, old.audit_status, old.secret_level, old.fk_dept_id, old.stat_year, old.match_date, old.subject_class, old.school_sign) is distinct from (new.is_deleted, new.audit_status, new.secret_level, new.fk_dept_id, new.stat_year, new.match_date, new.subject_class, new.school_sign)) execute function tycgdj_kept();
alter table tycgdj no force row level security;
delete from kept_change where resource = 'tycgdj';
delete from kept_count where resource = 'tycgdj';
insert into kept_count (tenant_id, resource, field, "audit_status", "secrecy", "department", value, amount) select tenant_id, 'tycgdj', field, "audit_status", "secrecy", "department", value, amount from (select k.tenant_id, '' as field, "audit_status", "secrecy", "department", value, sum(amount)::bigint as amount from (select t.tenant_id, "t"."audit_status" as "audit_status", "t"."secret_level" as "secrecy", "t"."fk_dept_id" as "department", ''::text as value, 1 as amount from "tycgdj" t where t.is_deleted = 0) k group by 1, "audit_status", "secrecy", "department", value union all select k.tenant_id, '#' as field, "audit_status", "secrecy", "department", value, sum(amount)::bigint as amount from (select t.tenant_id, "t"."audit_status" as "audit_status", "t"."secret_level" as "secrecy", "t"."fk_dept_id" as "department", concat_ws(chr(31), coalesce(t.stat_year::text, ''), coalesce(to_char(t.match_date, 'YYYY-MM'), ''), coalesce(t.subject_class::text, ''), coalesce(t.school_sign::text, '')) as value, 1 as amount from "tycgdj" t where t.is_deleted = 0) k group by 1, "audit_status", "secrecy", "department", value) c;
alter table tycgdj force row level security;
create or replace function funding_divide_kept() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' and old.is_deleted = 0 then
    insert into kept_change (tenant_id, resource, amount, keys)
    values (old.tenant_id, 'fundingDivide', -1, jsonb_build_object('', '[""]'::jsonb, '#', jsonb_build_array(concat_ws(chr(31), coalesce(to_char(old.arrive_date, 'YYYY-MM'), ''), coalesce(old.department_id::text, ''), coalesce(old.program_kind::text, ''), coalesce(old.status::text, '')))));
    if coalesce(old.divide_amount, 0) <> 0 then
    insert into kept_change (tenant_id, resource, amount, keys)
    values (old.tenant_id, 'fundingDivide', -1 * (coalesce(old.divide_amount, 0) * 100)::bigint, jsonb_build_object('# divideAmount', jsonb_build_array(concat_ws(chr(31), coalesce(to_char(old.arrive_date, 'YYYY-MM'), ''), coalesce(old.department_id::text, ''), coalesce(old.program_kind::text, ''), coalesce(old.status::text, '')))));
    end if;
  end if;
  if tg_op <> 'DELETE' and new.is_deleted = 0 then
    insert into kept_change (tenant_id, resource, amount, keys)
    values (new.tenant_id, 'fundingDivide', 1, jsonb_build_object('', '[""]'::jsonb, '#', jsonb_build_array(concat_ws(chr(31), coalesce(to_char(new.arrive_date, 'YYYY-MM'), ''), coalesce(new.department_id::text, ''), coalesce(new.program_kind::text, ''), coalesce(new.status::text, '')))));
    if coalesce(new.divide_amount, 0) <> 0 then
    insert into kept_change (tenant_id, resource, amount, keys)
    values (new.tenant_id, 'fundingDivide', 1 * (coalesce(new.divide_amount, 0) * 100)::bigint, jsonb_build_object('# divideAmount', jsonb_build_array(concat_ws(chr(31), coalesce(to_char(new.arrive_date, 'YYYY-MM'), ''), coalesce(new.department_id::text, ''), coalesce(new.program_kind::text, ''), coalesce(new.status::text, '')))));
    end if;
  end if;
  return null;
end $$;
create or replace trigger funding_divide_kept after insert or delete on funding_divide for each row execute function funding_divide_kept();
create or replace trigger funding_divide_kept_update after update on funding_divide for each row
  when ((old.is_deleted, old.arrive_date, old.department_id, old.program_kind, old.status, old.divide_amount) is distinct from (new.is_deleted, new.arrive_date, new.department_id, new.program_kind, new.status, new.divide_amount)) execute function funding_divide_kept();
alter table funding_divide no force row level security;
delete from kept_change where resource = 'fundingDivide';
delete from kept_count where resource = 'fundingDivide';
insert into kept_count (tenant_id, resource, field, "audit_status", "secrecy", "department", value, amount) select tenant_id, 'fundingDivide', field, "audit_status", "secrecy", "department", value, amount from (select k.tenant_id, '' as field, "audit_status", "secrecy", "department", value, sum(amount)::bigint as amount from (select t.tenant_id, null::text as "audit_status", null::text as "secrecy", null::bigint as "department", ''::text as value, 1 as amount from "funding_divide" t where t.is_deleted = 0) k group by 1, "audit_status", "secrecy", "department", value union all select k.tenant_id, '#' as field, "audit_status", "secrecy", "department", value, sum(amount)::bigint as amount from (select t.tenant_id, null::text as "audit_status", null::text as "secrecy", null::bigint as "department", concat_ws(chr(31), coalesce(to_char(t.arrive_date, 'YYYY-MM'), ''), coalesce(t.department_id::text, ''), coalesce(t.program_kind::text, ''), coalesce(t.status::text, '')) as value, 1 as amount from "funding_divide" t where t.is_deleted = 0) k group by 1, "audit_status", "secrecy", "department", value union all select k.tenant_id, '# divideAmount' as field, "audit_status", "secrecy", "department", value, sum(amount)::bigint as amount from (select t.tenant_id, null::text as "audit_status", null::text as "secrecy", null::bigint as "department", concat_ws(chr(31), coalesce(to_char(t.arrive_date, 'YYYY-MM'), ''), coalesce(t.department_id::text, ''), coalesce(t.program_kind::text, ''), coalesce(t.status::text, '')) as value, (coalesce(t.divide_amount, 0) * 100)::bigint as amount from "funding_divide" t where t.is_deleted = 0) k group by 1, "audit_status", "secrecy", "department", value) c;
alter table funding_divide force row level security;
create or replace function jfdzys_kept() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' and old.is_deleted = 0 then
    insert into kept_change (tenant_id, resource, amount, audit_status, department, keys)
    values (old.tenant_id, 'jfdzys', -1, old.audit_status, old.department_id, jsonb_build_object('', '[""]'::jsonb, '#', jsonb_build_array(concat_ws(chr(31), coalesce(to_char(old.arrive_date, 'YYYY-MM'), ''), coalesce(old.program_kind::text, ''), coalesce(old.status::text, '')))));
    if coalesce(old.tax_amount, 0) <> 0 then
    insert into kept_change (tenant_id, resource, amount, audit_status, department, keys)
    values (old.tenant_id, 'jfdzys', -1 * (coalesce(old.tax_amount, 0) * 100)::bigint, old.audit_status, old.department_id, jsonb_build_object('# taxAmount', jsonb_build_array(concat_ws(chr(31), coalesce(to_char(old.arrive_date, 'YYYY-MM'), ''), coalesce(old.program_kind::text, ''), coalesce(old.status::text, '')))));
    end if;
    if coalesce(old.manage_fee, 0) <> 0 then
    insert into kept_change (tenant_id, resource, amount, audit_status, department, keys)
    values (old.tenant_id, 'jfdzys', -1 * (coalesce(old.manage_fee, 0) * 100)::bigint, old.audit_status, old.department_id, jsonb_build_object('# manageFee', jsonb_build_array(concat_ws(chr(31), coalesce(to_char(old.arrive_date, 'YYYY-MM'), ''), coalesce(old.program_kind::text, ''), coalesce(old.status::text, '')))));
    end if;
    if coalesce(old.indirect_fee, 0) <> 0 then
    insert into kept_change (tenant_id, resource, amount, audit_status, department, keys)
    values (old.tenant_id, 'jfdzys', -1 * (coalesce(old.indirect_fee, 0) * 100)::bigint, old.audit_status, old.department_id, jsonb_build_object('# indirectFee', jsonb_build_array(concat_ws(chr(31), coalesce(to_char(old.arrive_date, 'YYYY-MM'), ''), coalesce(old.program_kind::text, ''), coalesce(old.status::text, '')))));
    end if;
    if coalesce(old.out_funds, 0) <> 0 then
    insert into kept_change (tenant_id, resource, amount, audit_status, department, keys)
    values (old.tenant_id, 'jfdzys', -1 * (coalesce(old.out_funds, 0) * 100)::bigint, old.audit_status, old.department_id, jsonb_build_object('# outFunds', jsonb_build_array(concat_ws(chr(31), coalesce(to_char(old.arrive_date, 'YYYY-MM'), ''), coalesce(old.program_kind::text, ''), coalesce(old.status::text, '')))));
    end if;
    if coalesce(old.net_amount, 0) <> 0 then
    insert into kept_change (tenant_id, resource, amount, audit_status, department, keys)
    values (old.tenant_id, 'jfdzys', -1 * (coalesce(old.net_amount, 0) * 100)::bigint, old.audit_status, old.department_id, jsonb_build_object('# netAmount', jsonb_build_array(concat_ws(chr(31), coalesce(to_char(old.arrive_date, 'YYYY-MM'), ''), coalesce(old.program_kind::text, ''), coalesce(old.status::text, '')))));
    end if;
  end if;
  if tg_op <> 'DELETE' and new.is_deleted = 0 then
    insert into kept_change (tenant_id, resource, amount, audit_status, department, keys)
    values (new.tenant_id, 'jfdzys', 1, new.audit_status, new.department_id, jsonb_build_object('', '[""]'::jsonb, '#', jsonb_build_array(concat_ws(chr(31), coalesce(to_char(new.arrive_date, 'YYYY-MM'), ''), coalesce(new.program_kind::text, ''), coalesce(new.status::text, '')))));
    if coalesce(new.tax_amount, 0) <> 0 then
    insert into kept_change (tenant_id, resource, amount, audit_status, department, keys)
    values (new.tenant_id, 'jfdzys', 1 * (coalesce(new.tax_amount, 0) * 100)::bigint, new.audit_status, new.department_id, jsonb_build_object('# taxAmount', jsonb_build_array(concat_ws(chr(31), coalesce(to_char(new.arrive_date, 'YYYY-MM'), ''), coalesce(new.program_kind::text, ''), coalesce(new.status::text, '')))));
    end if;
    if coalesce(new.manage_fee, 0) <> 0 then
    insert into kept_change (tenant_id, resource, amount, audit_status, department, keys)
    values (new.tenant_id, 'jfdzys', 1 * (coalesce(new.manage_fee, 0) * 100)::bigint, new.audit_status, new.department_id, jsonb_build_object('# manageFee', jsonb_build_array(concat_ws(chr(31), coalesce(to_char(new.arrive_date, 'YYYY-MM'), ''), coalesce(new.program_kind::text, ''), coalesce(new.status::text, '')))));
    end if;
    if coalesce(new.indirect_fee, 0) <> 0 then
    insert into kept_change (tenant_id, resource, amount, audit_status, department, keys)
    values (new.tenant_id, 'jfdzys', 1 * (coalesce(new.indirect_fee, 0) * 100)::bigint, new.audit_status, new.department_id, jsonb_build_object('# indirectFee', jsonb_build_array(concat_ws(chr(31), coalesce(to_char(new.arrive_date, 'YYYY-MM'), ''), coalesce(new.program_kind::text, ''), coalesce(new.status::text, '')))));
    end if;
    if coalesce(new.out_funds, 0) <> 0 then
    insert into kept_change (tenant_id, resource, amount, audit_status, department, keys)
    values (new.tenant_id, 'jfdzys', 1 * (coalesce(new.out_funds, 0) * 100)::bigint, new.audit_status, new.department_id, jsonb_build_object('# outFunds', jsonb_build_array(concat_ws(chr(31), coalesce(to_char(new.arrive_date, 'YYYY-MM'), ''), coalesce(new.program_kind::text, ''), coalesce(new.status::text, '')))));
    end if;
    if coalesce(new.net_amount, 0) <> 0 then
    insert into kept_change (tenant_id, resource, amount, audit_status, department, keys)
    values (new.tenant_id, 'jfdzys', 1 * (coalesce(new.net_amount, 0) * 100)::bigint, new.audit_status, new.department_id, jsonb_build_object('# netAmount', jsonb_build_array(concat_ws(chr(31), coalesce(to_char(new.arrive_date, 'YYYY-MM'), ''), coalesce(new.program_kind::text, ''), coalesce(new.status::text, '')))));
    end if;
  end if;
  return null;
end $$;
create or replace trigger jfdzys_kept after insert or delete on jfdzys for each row execute function jfdzys_kept();
create or replace trigger jfdzys_kept_update after update on jfdzys for each row
  when ((old.is_deleted, old.audit_status, old.department_id, old.arrive_date, old.program_kind, old.status, old.tax_amount, old.manage_fee, old.indirect_fee, old.out_funds, old.net_amount) is distinct from (new.is_deleted, new.audit_status, new.department_id, new.arrive_date, new.program_kind, new.status, new.tax_amount, new.manage_fee, new.indirect_fee, new.out_funds, new.net_amount)) execute function jfdzys_kept();
alter table jfdzys no force row level security;
delete from kept_change where resource = 'jfdzys';
delete from kept_count where resource = 'jfdzys';
insert into kept_count (tenant_id, resource, field, "audit_status", "secrecy", "department", value, amount) select tenant_id, 'jfdzys', field, "audit_status", "secrecy", "department", value, amount from (select k.tenant_id, '' as field, "audit_status", "secrecy", "department", value, sum(amount)::bigint as amount from (select t.tenant_id, "t"."audit_status" as "audit_status", null::text as "secrecy", "t"."department_id" as "department", ''::text as value, 1 as amount from "jfdzys" t where t.is_deleted = 0) k group by 1, "audit_status", "secrecy", "department", value union all select k.tenant_id, '#' as field, "audit_status", "secrecy", "department", value, sum(amount)::bigint as amount from (select t.tenant_id, "t"."audit_status" as "audit_status", null::text as "secrecy", "t"."department_id" as "department", concat_ws(chr(31), coalesce(to_char(t.arrive_date, 'YYYY-MM'), ''), coalesce(t.program_kind::text, ''), coalesce(t.status::text, '')) as value, 1 as amount from "jfdzys" t where t.is_deleted = 0) k group by 1, "audit_status", "secrecy", "department", value union all select k.tenant_id, '# taxAmount' as field, "audit_status", "secrecy", "department", value, sum(amount)::bigint as amount from (select t.tenant_id, "t"."audit_status" as "audit_status", null::text as "secrecy", "t"."department_id" as "department", concat_ws(chr(31), coalesce(to_char(t.arrive_date, 'YYYY-MM'), ''), coalesce(t.program_kind::text, ''), coalesce(t.status::text, '')) as value, (coalesce(t.tax_amount, 0) * 100)::bigint as amount from "jfdzys" t where t.is_deleted = 0) k group by 1, "audit_status", "secrecy", "department", value union all select k.tenant_id, '# manageFee' as field, "audit_status", "secrecy", "department", value, sum(amount)::bigint as amount from (select t.tenant_id, "t"."audit_status" as "audit_status", null::text as "secrecy", "t"."department_id" as "department", concat_ws(chr(31), coalesce(to_char(t.arrive_date, 'YYYY-MM'), ''), coalesce(t.program_kind::text, ''), coalesce(t.status::text, '')) as value, (coalesce(t.manage_fee, 0) * 100)::bigint as amount from "jfdzys" t where t.is_deleted = 0) k group by 1, "audit_status", "secrecy", "department", value union all select k.tenant_id, '# indirectFee' as field, "audit_status", "secrecy", "department", value, sum(amount)::bigint as amount from (select t.tenant_id, "t"."audit_status" as "audit_status", null::text as "secrecy", "t"."department_id" as "department", concat_ws(chr(31), coalesce(to_char(t.arrive_date, 'YYYY-MM'), ''), coalesce(t.program_kind::text, ''), coalesce(t.status::text, '')) as value, (coalesce(t.indirect_fee, 0) * 100)::bigint as amount from "jfdzys" t where t.is_deleted = 0) k group by 1, "audit_status", "secrecy", "department", value union all select k.tenant_id, '# outFunds' as field, "audit_status", "secrecy", "department", value, sum(amount)::bigint as amount from (select t.tenant_id, "t"."audit_status" as "audit_status", null::text as "secrecy", "t"."department_id" as "department", concat_ws(chr(31), coalesce(to_char(t.arrive_date, 'YYYY-MM'), ''), coalesce(t.program_kind::text, ''), coalesce(t.status::text, '')) as value, (coalesce(t.out_funds, 0) * 100)::bigint as amount from "jfdzys" t where t.is_deleted = 0) k group by 1, "audit_status", "secrecy", "department", value union all select k.tenant_id, '# netAmount' as field, "audit_status", "secrecy", "department", value, sum(amount)::bigint as amount from (select t.tenant_id, "t"."audit_status" as "audit_status", null::text as "secrecy", "t"."department_id" as "department", concat_ws(chr(31), coalesce(to_char(t.arrive_date, 'YYYY-MM'), ''), coalesce(t.program_kind::text, ''), coalesce(t.status::text, '')) as value, (coalesce(t.net_amount, 0) * 100)::bigint as amount from "jfdzys" t where t.is_deleted = 0) k group by 1, "audit_status", "secrecy", "department", value) c;
alter table jfdzys force row level security;
create or replace function funds_expenditure_kept() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' and old.is_deleted = 0 then
    insert into kept_change (tenant_id, resource, amount, audit_status, department, keys)
    values (old.tenant_id, 'fundsExpenditure', -1, old.audit_status, old.department_id, jsonb_build_object('', '[""]'::jsonb, '#', jsonb_build_array(concat_ws(chr(31), coalesce(to_char(old.pay_date, 'YYYY-MM'), ''), coalesce(old.expense_type::text, ''), coalesce(old.status::text, '')))));
    if coalesce(old.expense_amount, 0) <> 0 then
    insert into kept_change (tenant_id, resource, amount, audit_status, department, keys)
    values (old.tenant_id, 'fundsExpenditure', -1 * (coalesce(old.expense_amount, 0) * 100)::bigint, old.audit_status, old.department_id, jsonb_build_object('# expenseAmount', jsonb_build_array(concat_ws(chr(31), coalesce(to_char(old.pay_date, 'YYYY-MM'), ''), coalesce(old.expense_type::text, ''), coalesce(old.status::text, '')))));
    end if;
  end if;
  if tg_op <> 'DELETE' and new.is_deleted = 0 then
    insert into kept_change (tenant_id, resource, amount, audit_status, department, keys)
    values (new.tenant_id, 'fundsExpenditure', 1, new.audit_status, new.department_id, jsonb_build_object('', '[""]'::jsonb, '#', jsonb_build_array(concat_ws(chr(31), coalesce(to_char(new.pay_date, 'YYYY-MM'), ''), coalesce(new.expense_type::text, ''), coalesce(new.status::text, '')))));
    if coalesce(new.expense_amount, 0) <> 0 then
    insert into kept_change (tenant_id, resource, amount, audit_status, department, keys)
    values (new.tenant_id, 'fundsExpenditure', 1 * (coalesce(new.expense_amount, 0) * 100)::bigint, new.audit_status, new.department_id, jsonb_build_object('# expenseAmount', jsonb_build_array(concat_ws(chr(31), coalesce(to_char(new.pay_date, 'YYYY-MM'), ''), coalesce(new.expense_type::text, ''), coalesce(new.status::text, '')))));
    end if;
  end if;
  return null;
end $$;
create or replace trigger funds_expenditure_kept after insert or delete on funds_expenditure for each row execute function funds_expenditure_kept();
create or replace trigger funds_expenditure_kept_update after update on funds_expenditure for each row
  when ((old.is_deleted, old.audit_status, old.department_id, old.pay_date, old.expense_type, old.status, old.expense_amount) is distinct from (new.is_deleted, new.audit_status, new.department_id, new.pay_date, new.expense_type, new.status, new.expense_amount)) execute function funds_expenditure_kept();
alter table funds_expenditure no force row level security;
delete from kept_change where resource = 'fundsExpenditure';
delete from kept_count where resource = 'fundsExpenditure';
insert into kept_count (tenant_id, resource, field, "audit_status", "secrecy", "department", value, amount) select tenant_id, 'fundsExpenditure', field, "audit_status", "secrecy", "department", value, amount from (select k.tenant_id, '' as field, "audit_status", "secrecy", "department", value, sum(amount)::bigint as amount from (select t.tenant_id, "t"."audit_status" as "audit_status", null::text as "secrecy", "t"."department_id" as "department", ''::text as value, 1 as amount from "funds_expenditure" t where t.is_deleted = 0) k group by 1, "audit_status", "secrecy", "department", value union all select k.tenant_id, '#' as field, "audit_status", "secrecy", "department", value, sum(amount)::bigint as amount from (select t.tenant_id, "t"."audit_status" as "audit_status", null::text as "secrecy", "t"."department_id" as "department", concat_ws(chr(31), coalesce(to_char(t.pay_date, 'YYYY-MM'), ''), coalesce(t.expense_type::text, ''), coalesce(t.status::text, '')) as value, 1 as amount from "funds_expenditure" t where t.is_deleted = 0) k group by 1, "audit_status", "secrecy", "department", value union all select k.tenant_id, '# expenseAmount' as field, "audit_status", "secrecy", "department", value, sum(amount)::bigint as amount from (select t.tenant_id, "t"."audit_status" as "audit_status", null::text as "secrecy", "t"."department_id" as "department", concat_ws(chr(31), coalesce(to_char(t.pay_date, 'YYYY-MM'), ''), coalesce(t.expense_type::text, ''), coalesce(t.status::text, '')) as value, (coalesce(t.expense_amount, 0) * 100)::bigint as amount from "funds_expenditure" t where t.is_deleted = 0) k group by 1, "audit_status", "secrecy", "department", value) c;
alter table funds_expenditure force row level security;
create index patent_month_grant_date on patent (tenant_id, grant_date) where is_deleted = 0;
create index funding_divide_month_arrive_date on funding_divide (tenant_id, arrive_date) where is_deleted = 0;
create index jfdzys_month_arrive_date on jfdzys (tenant_id, arrive_date) where is_deleted = 0;
create index funds_expenditure_month_pay_date on funds_expenditure (tenant_id, pay_date) where is_deleted = 0;
