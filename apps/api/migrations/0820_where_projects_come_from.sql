-- Where projects come from and how statistics class them. Projects that an open approval made take what
-- it says; of secret ones the ledger knows source, type, number and date (R-510).
alter table program add column resource text;
alter table program add column project_type text;
alter table program add column approval_num text;
alter table program add column approval_date date;
alter table program add column approval_doc text;
alter table program add column plan_year smallint;
alter table program add column fund_card_num text;
alter table program add column school_sign text;
alter table program add column host_unit text;
alter table program add column subject_class text;
alter table program add column subject text;
alter table program add column moe_discipline text;
alter table program add column research_type text;
alter table program add column cooperation_form text;
alter table program add column social_target text;
alter table program add column industry text;
alter table program add column is_statistics text;
alter table program drop column search_text;
alter table program add column search_text text generated always as (lower(coalesce(program_name, '') || ' ' || coalesce(program_num, '') || ' ' || coalesce(approval_num, '') || ' ' || coalesce(fund_card_num, ''))) stored;
comment on column program.search_text is 'program_name, program_num, approval_num, fund_card_num';
create index program_search on program using gin (search_text gin_trgm_ops) where is_deleted = 0;

alter table program no force row level security;
alter table program_approval no force row level security;
update program p set resource = a.resource, project_type = a.project_type, approval_num = a.approval_num,
       approval_date = a.approval_date
  from program_approval a
 where a.tenant_id = p.tenant_id and a.program_info_id = p.id and a.audit_status = '2' and a.is_deleted = 0;
update program p set approval_doc = a.approval_doc, plan_year = a.plan_year, fund_card_num = a.fund_card_num,
       school_sign = a.school_sign, host_unit = a.host_unit, subject_class = a.subject_class, subject = a.subject,
       moe_discipline = a.moe_discipline, research_type = a.research_type, cooperation_form = a.cooperation_form,
       social_target = a.social_target, industry = a.industry, is_statistics = a.is_statistics
  from program_approval a
 where a.tenant_id = p.tenant_id and a.program_info_id = p.id and a.audit_status = '2' and a.is_deleted = 0
   and a.secret_level = '0';
alter table program force row level security;
alter table program_approval force row level security;
