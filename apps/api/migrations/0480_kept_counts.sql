-- Counts that are kept, and what writes add to them until a job folds it in (decision 0169).
create table kept_count (
  tenant_id character varying(12) not null,
  resource text not null,
  -- The field whose values are counted; empty: records by status alone.
  field text not null,
  audit_status text,
  secrecy text,
  department bigint,
  value text not null,
  amount bigint not null
);
create unique index kept_count_key on kept_count
  (tenant_id, resource, field, audit_status, secrecy, department, value) nulls not distinct;
grant select, insert, update, delete on kept_count to keyan_app;
alter table kept_count enable row level security;
alter table kept_count force row level security;
create policy tenant on kept_count using (tenant_id = current_setting('app.tenant', true));

create table kept_change (
  tenant_id character varying(12) not null,
  resource text not null,
  amount smallint not null,
  audit_status text,
  secrecy text,
  department bigint,
  -- The values of the record, by field.
  keys jsonb not null
);
create index kept_change_tenant on kept_change (tenant_id, resource);
grant select, insert, update, delete on kept_change to keyan_app;
alter table kept_change enable row level security;
alter table kept_change force row level security;
create policy tenant on kept_change using (tenant_id = current_setting('app.tenant', true));

create or replace function paper_kept() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' and old.is_deleted = 0 then
    insert into kept_change (tenant_id, resource, amount, audit_status, secrecy, department, keys)
    values (old.tenant_id, 'papersapp', -1, old.audit_status, old.secret_level, old.fk_dept_id, jsonb_build_object('', '[""]'::jsonb, 'statYear', jsonb_build_array(coalesce(old.stat_year::text, '')), 'indexTypes', case when coalesce(cardinality(old.index_types), 0) = 0 then '[""]'::jsonb else to_jsonb(old.index_types) end, 'journalLevel', jsonb_build_array(coalesce(old.journal_level::text, ''))));
  end if;
  if tg_op <> 'DELETE' and new.is_deleted = 0 then
    insert into kept_change (tenant_id, resource, amount, audit_status, secrecy, department, keys)
    values (new.tenant_id, 'papersapp', 1, new.audit_status, new.secret_level, new.fk_dept_id, jsonb_build_object('', '[""]'::jsonb, 'statYear', jsonb_build_array(coalesce(new.stat_year::text, '')), 'indexTypes', case when coalesce(cardinality(new.index_types), 0) = 0 then '[""]'::jsonb else to_jsonb(new.index_types) end, 'journalLevel', jsonb_build_array(coalesce(new.journal_level::text, ''))));
  end if;
  return null;
end $$;
create or replace trigger paper_kept after insert or delete on paper for each row execute function paper_kept();
create or replace trigger paper_kept_update after update on paper for each row
  when ((old.is_deleted, old.audit_status, old.secret_level, old.fk_dept_id, old.stat_year, old.index_types, old.journal_level) is distinct from (new.is_deleted, new.audit_status, new.secret_level, new.fk_dept_id, new.stat_year, new.index_types, new.journal_level)) execute function paper_kept();
alter table paper no force row level security;
alter table kept_count no force row level security;
alter table kept_change no force row level security;
delete from kept_change where resource = 'papersapp';
delete from kept_count where resource = 'papersapp';
insert into kept_count (tenant_id, resource, field, "audit_status", "secrecy", "department", value, amount) select tenant_id, 'papersapp', field, "audit_status", "secrecy", "department", value, amount from (select k.tenant_id, '' as field, "audit_status", "secrecy", "department", value, count(*) as amount from (select t.tenant_id, "t"."audit_status" as "audit_status", "t"."secret_level" as "secrecy", "t"."fk_dept_id" as "department", ''::text as value from "paper" t where t.is_deleted = 0) k group by 1, "audit_status", "secrecy", "department", value union all select k.tenant_id, 'statYear' as field, "audit_status", "secrecy", "department", value, count(*) as amount from (select t.tenant_id, "t"."audit_status" as "audit_status", "t"."secret_level" as "secrecy", "t"."fk_dept_id" as "department", coalesce("t"."stat_year"::text, '') as value from "paper" t where t.is_deleted = 0) k group by 1, "audit_status", "secrecy", "department", value union all select k.tenant_id, 'indexTypes' as field, "audit_status", "secrecy", "department", value, count(*) as amount from (select t.tenant_id, "t"."audit_status" as "audit_status", "t"."secret_level" as "secrecy", "t"."fk_dept_id" as "department", unnest(case when coalesce(cardinality("t"."index_types"), 0) = 0 then array[''] else "t"."index_types" end) as value from "paper" t where t.is_deleted = 0) k group by 1, "audit_status", "secrecy", "department", value union all select k.tenant_id, 'journalLevel' as field, "audit_status", "secrecy", "department", value, count(*) as amount from (select t.tenant_id, "t"."audit_status" as "audit_status", "t"."secret_level" as "secrecy", "t"."fk_dept_id" as "department", coalesce("t"."journal_level"::text, '') as value from "paper" t where t.is_deleted = 0) k group by 1, "audit_status", "secrecy", "department", value) c;
alter table paper force row level security;
alter table kept_count force row level security;
alter table kept_change force row level security;
