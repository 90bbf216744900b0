-- Honorary titles, part-time posts, and what changes about people.

create table honorary (
  tenant_id character varying(12) not null,
  id bigint not null,
  user_id bigint,
  fk_dept_id bigint,
  title_name text,
  other_title text,
  honor_name text,
  honor_level text,
  award_unit text,
  award_time date,
  cert_num text,
  search_text text generated always as (lower(coalesce(honor_name, ''))) stored,
  process_instance_id bigint,
  steps jsonb not null default '[]',
  audit_status text not null,
  submit_time timestamp with time zone,
  finish_time timestamp with time zone,
  current_node text,
  current_assignee text,
  current_since timestamp with time zone,
  create_user bigint not null,
  create_dept bigint,
  create_time timestamp with time zone not null,
  update_user bigint not null,
  update_time timestamp with time zone not null,
  is_deleted smallint not null default 0,
  version integer not null default 1,
  primary key (tenant_id, id)
);
comment on column honorary.search_text is 'honor_name';
create index honorary_order on honorary (tenant_id, award_time desc nulls last, id desc) where is_deleted = 0;
create index honorary_listed on honorary (tenant_id, audit_status, award_time desc nulls last, id desc, create_user, user_id, fk_dept_id, title_name, honor_level) where is_deleted = 0;
create index honorary_count on honorary (tenant_id, audit_status, create_user) where is_deleted = 0;
create index honorary_create_user_order on honorary (tenant_id, create_user, award_time desc nulls last, id desc) where is_deleted = 0;
create index honorary_user_id_order on honorary (tenant_id, user_id, award_time desc nulls last, id desc) where is_deleted = 0;
create index honorary_fk_dept_id_order on honorary (tenant_id, fk_dept_id, award_time desc nulls last, id desc, audit_status, create_user, user_id, title_name, honor_level) where is_deleted = 0;
create index honorary_by_tn_hl_ui_fdi on honorary (tenant_id, audit_status, title_name, honor_level, user_id, fk_dept_id, award_time desc nulls last, id desc) where is_deleted = 0;
create index honorary_search on honorary using gin (search_text gin_trgm_ops) where is_deleted = 0;
grant select, insert, update, delete on honorary to keyan_app;
alter table honorary enable row level security;
alter table honorary force row level security;
create policy tenant on honorary using (tenant_id = current_setting('app.tenant', true));
create table academic_part_time (
  tenant_id character varying(12) not null,
  id bigint not null,
  user_id bigint,
  fk_dept_id bigint,
  part_time_type text,
  org_name text,
  org_type text,
  post text,
  other_post text,
  start_date date,
  end_date date,
  location text,
  search_text text generated always as (lower(coalesce(org_name, ''))) stored,
  process_instance_id bigint,
  steps jsonb not null default '[]',
  audit_status text not null,
  submit_time timestamp with time zone,
  finish_time timestamp with time zone,
  current_node text,
  current_assignee text,
  current_since timestamp with time zone,
  create_user bigint not null,
  create_dept bigint,
  create_time timestamp with time zone not null,
  update_user bigint not null,
  update_time timestamp with time zone not null,
  is_deleted smallint not null default 0,
  version integer not null default 1,
  primary key (tenant_id, id)
);
comment on column academic_part_time.search_text is 'org_name';
create index academic_part_time_order on academic_part_time (tenant_id, start_date desc nulls last, id desc) where is_deleted = 0;
create index academic_part_time_listed on academic_part_time (tenant_id, audit_status, start_date desc nulls last, id desc, create_user, user_id, fk_dept_id, part_time_type, org_type, post) where is_deleted = 0;
create index academic_part_time_count on academic_part_time (tenant_id, audit_status, create_user) where is_deleted = 0;
create index academic_part_time_create_user_order on academic_part_time (tenant_id, create_user, start_date desc nulls last, id desc) where is_deleted = 0;
create index academic_part_time_user_id_order on academic_part_time (tenant_id, user_id, start_date desc nulls last, id desc) where is_deleted = 0;
create index academic_part_time_fk_dept_id_order on academic_part_time (tenant_id, fk_dept_id, start_date desc nulls last, id desc, audit_status, create_user, user_id, part_time_type, org_type, post) where is_deleted = 0;
create index academic_part_time_by_ptt_ot_p_ui_fdi on academic_part_time (tenant_id, audit_status, part_time_type, org_type, post, user_id, fk_dept_id, start_date desc nulls last, id desc) where is_deleted = 0;
create index academic_part_time_search on academic_part_time using gin (search_text gin_trgm_ops) where is_deleted = 0;
grant select, insert, update, delete on academic_part_time to keyan_app;
alter table academic_part_time enable row level security;
alter table academic_part_time force row level security;
create policy tenant on academic_part_time using (tenant_id = current_setting('app.tenant', true));
create table personnel_change (
  tenant_id character varying(12) not null,
  id bigint not null,
  personnel_id bigint,
  user_name text,
  fk_dept_id bigint,
  user_id bigint,
  czlx text,
  ywlx text,
  change_items text[],
  reason text,
  jbxx_subject_class_before text,
  jbxx_subject_class text,
  jbxx_sorter_before text,
  jbxx_sorter text,
  jbxx_fk_dept_id_before bigint,
  jbxx_fk_dept_id bigint,
  jbxx_job_num_before text,
  jbxx_job_num text,
  jbxx_appointment_time_before date,
  jbxx_appointment_time date,
  jbxx_name_before text,
  jbxx_name text,
  jbxx_english_name_before text,
  jbxx_english_name text,
  jbxx_name_used_before text,
  jbxx_name_used text,
  jbxx_account_before text,
  jbxx_account text,
  jbxx_dwmc_before text,
  jbxx_dwmc text,
  jbxx_sex_before text,
  jbxx_sex text,
  jbxx_birth_date_before date,
  jbxx_birth_date date,
  jbxx_id_number_before text,
  jbxx_id_number text,
  jbxx_birthplace_before text,
  jbxx_birthplace text,
  jbxx_nationality_before text,
  jbxx_nationality text,
  jbxx_nation_before text,
  jbxx_nation text,
  jbxx_poli_status_before text,
  jbxx_poli_status text,
  jbxx_education_before text,
  jbxx_education text,
  jbxx_tl_degree_before text,
  jbxx_tl_degree text,
  jbxx_ranks_before text,
  jbxx_ranks text,
  jbxx_subject_title_before text,
  jbxx_subject_title text,
  jbxx_relevant_discipline_before text,
  jbxx_relevant_discipline text,
  jbxx_major_before text,
  jbxx_major text,
  jbxx_job_category_before text,
  jbxx_job_category text,
  jbxx_position_before text,
  jbxx_position text,
  jbxx_duty_before text,
  jbxx_duty text,
  jbxx_research_direction_before text,
  jbxx_research_direction text,
  jbxx_further_education_before text,
  jbxx_further_education text,
  jbxx_academic_part_time_before text,
  jbxx_academic_part_time text,
  jbxx_academic_expertise_before text,
  jbxx_academic_expertise text,
  jbxx_email_before text,
  jbxx_email text,
  jbxx_office_phone_before text,
  jbxx_office_phone text,
  jbxx_fax_before text,
  jbxx_fax text,
  jbxx_phone_before text,
  jbxx_phone text,
  jbxx_qq_number_before text,
  jbxx_qq_number text,
  jbxx_postcode_before text,
  jbxx_postcode text,
  jbxx_is_doctoral_before text,
  jbxx_is_doctoral text,
  jbxx_is_statistics_before text,
  jbxx_is_statistics text,
  jbxx_zzzt_before text,
  jbxx_zzzt text,
  jbxx_first_foreign_language_before text,
  jbxx_first_foreign_language text,
  jbxx_first_language_level_before text,
  jbxx_first_language_level text,
  jbxx_second_foreign_language_before text,
  jbxx_second_foreign_language text,
  jbxx_second_language_level_before text,
  jbxx_second_language_level text,
  jbxx_website_before text,
  jbxx_website text,
  jbxx_contact_address_before text,
  jbxx_contact_address text,
  jbxx_intro_before text,
  jbxx_intro text,
  jbxx_orcid_before text,
  jbxx_orcid text,
  jbxx_scopus_id_before text,
  jbxx_scopus_id text,
  jbxx_researcher_id_before text,
  jbxx_researcher_id text,
  jbxx_name_variants_before text,
  jbxx_name_variants text,
  rych_honor_name_before text,
  rych_honor_name text,
  rych_honor_level_before text,
  rych_honor_level text,
  rych_award_unit_before text,
  rych_award_unit text,
  rych_award_time_before date,
  rych_award_time date,
  rych_cert_num_before text,
  rych_cert_num text,
  xsjz_part_time_type_before text,
  xsjz_part_time_type text,
  xsjz_org_name_before text,
  xsjz_org_name text,
  xsjz_org_type_before text,
  xsjz_org_type text,
  xsjz_post_before text,
  xsjz_post text,
  xsjz_other_post_before text,
  xsjz_other_post text,
  xsjz_start_date_before date,
  xsjz_start_date date,
  xsjz_end_date_before date,
  xsjz_end_date date,
  xsjz_location_before text,
  xsjz_location text,
  apply_time timestamp with time zone,
  status text,
  opinion text,
  audit_user text,
  audit_time timestamp with time zone,
  record_id text,
  search_text text generated always as (lower(coalesce(user_name, ''))) stored,
  process_instance_id bigint,
  steps jsonb not null default '[]',
  audit_status text not null,
  submit_time timestamp with time zone,
  finish_time timestamp with time zone,
  current_node text,
  current_assignee text,
  current_since timestamp with time zone,
  create_user bigint not null,
  create_dept bigint,
  create_time timestamp with time zone not null,
  update_user bigint not null,
  update_time timestamp with time zone not null,
  is_deleted smallint not null default 0,
  version integer not null default 1,
  primary key (tenant_id, id)
);
comment on column personnel_change.search_text is 'user_name';
create index personnel_change_order on personnel_change (tenant_id, create_time desc nulls last, id desc) where is_deleted = 0;
create index personnel_change_listed on personnel_change (tenant_id, audit_status, create_time desc nulls last, id desc, create_user, user_id, fk_dept_id, czlx, ywlx, change_items) where is_deleted = 0;
create index personnel_change_count on personnel_change (tenant_id, audit_status, create_user) where is_deleted = 0;
create index personnel_change_create_user_order on personnel_change (tenant_id, create_user, create_time desc nulls last, id desc) where is_deleted = 0;
create index personnel_change_user_id_order on personnel_change (tenant_id, user_id, create_time desc nulls last, id desc) where is_deleted = 0;
create index personnel_change_fk_dept_id_order on personnel_change (tenant_id, fk_dept_id, create_time desc nulls last, id desc, audit_status, create_user, user_id, czlx, ywlx, change_items) where is_deleted = 0;
create index personnel_change_by_c_y_fdi on personnel_change (tenant_id, audit_status, czlx, ywlx, fk_dept_id, create_time desc nulls last, id desc) where is_deleted = 0;
create index personnel_change_count_change_items on personnel_change (tenant_id, audit_status, change_items) where is_deleted = 0;
create index personnel_change_personnel_id on personnel_change (tenant_id, personnel_id) where is_deleted = 0;
create index personnel_change_jbxx_fk_dept_id_before on personnel_change (tenant_id, jbxx_fk_dept_id_before) where is_deleted = 0;
create index personnel_change_jbxx_fk_dept_id on personnel_change (tenant_id, jbxx_fk_dept_id) where is_deleted = 0;
create index personnel_change_search on personnel_change using gin (search_text gin_trgm_ops) where is_deleted = 0;
grant select, insert, update, delete on personnel_change to keyan_app;
alter table personnel_change enable row level security;
alter table personnel_change force row level security;
create policy tenant on personnel_change using (tenant_id = current_setting('app.tenant', true));
