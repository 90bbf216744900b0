alter table appraisal add column need_review text;
alter table appraisal add column review_score numeric(11,2);
alter table appraisal add column review_rank integer;
alter table xshdjb add column need_review text;
alter table xshdjb add column review_score numeric(11,2);
alter table xshdjb add column review_rank integer;
alter table review_set add column plan_id bigint;
alter table review_set add column batch_id bigint;
alter table review_set add column college_id bigint;
create index review_set_plan_id on review_set (tenant_id, plan_id) where is_deleted = 0;
create index review_set_batch_id on review_set (tenant_id, batch_id) where is_deleted = 0;
create index review_set_college_id on review_set (tenant_id, college_id) where is_deleted = 0;
alter table review_item add column waits_since timestamp with time zone;
alter table review_item add column subject text;
alter table review_item add column keywords text;
alter table review_item add column parties text;
alter table review_item add column resource text;
alter table review_task add column parties text;
create table check_batch (
  tenant_id character varying(12) not null,
  id bigint not null,
  batch_name text,
  batch_type text,
  batch_year smallint,
  natures text[],
  start_time timestamp with time zone,
  end_time timestamp with time zone,
  need_review text,
  status text,
  check_type text,
  guide text,
  search_text text generated always as (lower(coalesce(batch_name, ''))) stored,
  create_user bigint not null,
  create_dept bigint,
  create_time timestamp with time zone not null,
  update_user bigint not null,
  update_time timestamp with time zone not null,
  is_deleted smallint not null default 0,
  version integer not null default 1,
  primary key (tenant_id, id)
);
comment on column check_batch.search_text is 'batch_name';
create index check_batch_order on check_batch (tenant_id, end_time desc nulls last, id desc) where is_deleted = 0;
create index check_batch_due_close on check_batch (tenant_id, status, end_time) where is_deleted = 0;
create index check_batch_search on check_batch using gin (search_text gin_trgm_ops) where is_deleted = 0;
grant select, insert, update, delete on check_batch to keyan_app;
alter table check_batch enable row level security;
alter table check_batch force row level security;
create policy tenant on check_batch using (tenant_id = current_setting('app.tenant', true));

alter table check_report add column batch_id bigint;
alter table check_report add column review_score numeric(11,2);
alter table check_report add column review_rank integer;
create index check_report_batch_id on check_report (tenant_id, batch_id) where is_deleted = 0;
alter table process_conclusion add column batch_id bigint;
alter table process_conclusion add column review_score numeric(11,2);
alter table process_conclusion add column review_rank integer;
create index process_conclusion_batch_id on process_conclusion (tenant_id, batch_id) where is_deleted = 0;
alter table team add column need_review text;
alter table team add column review_score numeric(11,2);
alter table team add column review_rank integer;

-- Records that were in review before are prize declarations; those whom they name are their parties (R-803).
update review_item i set resource = 'prizeDeclaration', waits_since = i.create_time,
  parties = (select string_agg(distinct p.id, ',') from (
    select i.applicant_id::text as id where i.applicant_id is not null
    union select a.user_id::text from prize_declaration_authors a
     where a.tenant_id = i.tenant_id and a.parent_id = i.business_id::bigint and a.user_id is not null) p)
 where i.biz_kind = '4';
update review_task t set parties = i.parties from review_item i
 where i.tenant_id = t.tenant_id and i.id = t.item_id;
