-- Assessments with their programs, results, exemptions and appeals (R-701 to R-704); rewards of scores (R-607); what
-- leaders divide and tables of coefficients (R-603); what-if computations of a norm.

alter table score_project add column template_id bigint;
alter table score_project add column reward_price numeric(18,2);
create index score_project_template_id on score_project (tenant_id, template_id) where is_deleted = 0;
create table score_allot (
  tenant_id character varying(12) not null,
  id bigint not null,
  batch_id bigint,
  biz_id text,
  score_object text,
  title text,
  item_name text,
  output_score numeric(11,2),
  leader_id bigint,
  fk_dept_id bigint,
  status text,
  search_text text generated always as (lower(coalesce(title, ''))) stored,
  create_user bigint not null,
  create_dept bigint,
  create_time timestamp with time zone not null,
  update_user bigint not null,
  update_time timestamp with time zone not null,
  is_deleted smallint not null default 0,
  version integer not null default 1,
  primary key (tenant_id, id)
);
comment on column score_allot.search_text is 'title';
create index score_allot_order on score_allot (tenant_id, output_score desc nulls last, id desc) where is_deleted = 0;
create index score_allot_leader_id_order on score_allot (tenant_id, leader_id, output_score desc nulls last, id desc) where is_deleted = 0;
create index score_allot_fk_dept_id_order on score_allot (tenant_id, fk_dept_id, output_score desc nulls last, id desc) where is_deleted = 0;
create index score_allot_batch_id on score_allot (tenant_id, batch_id) where is_deleted = 0;
create index score_allot_search on score_allot using gin (search_text gin_trgm_ops) where is_deleted = 0;
grant select, insert, update, delete on score_allot to keyan_app;
alter table score_allot enable row level security;
alter table score_allot force row level security;
create policy tenant on score_allot using (tenant_id = current_setting('app.tenant', true));

create table score_allot_lines (
  tenant_id character varying(12) not null,
  id bigint not null,
  parent_id bigint not null,
  sort_order integer not null,
  user_id bigint,
  rate numeric(11,2),
  primary key (tenant_id, id),
  foreign key (tenant_id, parent_id) references score_allot (tenant_id, id)
);
create index score_allot_lines_parent on score_allot_lines (tenant_id, parent_id, sort_order);
create index score_allot_lines_user_id on score_allot_lines (tenant_id, user_id, parent_id);
grant select, insert, update, delete on score_allot_lines to keyan_app;
alter table score_allot_lines enable row level security;
alter table score_allot_lines force row level security;
create policy tenant on score_allot_lines using (tenant_id = current_setting('app.tenant', true));

create table team_template (
  tenant_id character varying(12) not null,
  id bigint not null,
  template_name text,
  template_kind text,
  status text,
  score_object text[],
  team_type text,
  total_score numeric(11,2),
  template_name_key text,
  search_text text generated always as (lower(coalesce(template_name, ''))) stored,
  create_user bigint not null,
  create_dept bigint,
  create_time timestamp with time zone not null,
  update_user bigint not null,
  update_time timestamp with time zone not null,
  is_deleted smallint not null default 0,
  version integer not null default 1,
  primary key (tenant_id, id)
);
comment on column team_template.search_text is 'template_name';
create index team_template_order on team_template (tenant_id, create_time desc nulls last, id desc) where is_deleted = 0;
create index team_template_search on team_template using gin (search_text gin_trgm_ops) where is_deleted = 0;
create unique index team_template_template_name_unique on team_template (tenant_id, template_name_key) where is_deleted = 0;
grant select, insert, update, delete on team_template to keyan_app;
alter table team_template enable row level security;
alter table team_template force row level security;
create policy tenant on team_template using (tenant_id = current_setting('app.tenant', true));

create table team_template_coefs (
  tenant_id character varying(12) not null,
  id bigint not null,
  parent_id bigint not null,
  sort_order integer not null,
  member_num integer,
  sort integer,
  coef numeric(13,4),
  primary key (tenant_id, id),
  foreign key (tenant_id, parent_id) references team_template (tenant_id, id)
);
create index team_template_coefs_parent on team_template_coefs (tenant_id, parent_id, sort_order);
grant select, insert, update, delete on team_template_coefs to keyan_app;
alter table team_template_coefs enable row level security;
alter table team_template_coefs force row level security;
create policy tenant on team_template_coefs using (tenant_id = current_setting('app.tenant', true));

create table team_template_items (
  tenant_id character varying(12) not null,
  id bigint not null,
  parent_id bigint not null,
  sort_order integer not null,
  parent_name text,
  item_name text,
  item_score numeric(11,2),
  standard text,
  is_quant text,
  primary key (tenant_id, id),
  foreign key (tenant_id, parent_id) references team_template (tenant_id, id)
);
create index team_template_items_parent on team_template_items (tenant_id, parent_id, sort_order);
grant select, insert, update, delete on team_template_items to keyan_app;
alter table team_template_items enable row level security;
alter table team_template_items force row level security;
create policy tenant on team_template_items using (tenant_id = current_setting('app.tenant', true));

create table score_trial (
  tenant_id character varying(12) not null,
  id bigint not null,
  trial_name text,
  status text,
  norm_id bigint,
  batch_id bigint,
  description text,
  calc_time timestamp with time zone,
  calc_fault text,
  trial_name_key text,
  search_text text generated always as (lower(coalesce(trial_name, ''))) stored,
  create_user bigint not null,
  create_dept bigint,
  create_time timestamp with time zone not null,
  update_user bigint not null,
  update_time timestamp with time zone not null,
  is_deleted smallint not null default 0,
  version integer not null default 1,
  primary key (tenant_id, id)
);
comment on column score_trial.search_text is 'trial_name';
create index score_trial_order on score_trial (tenant_id, create_time desc nulls last, id desc) where is_deleted = 0;
create index score_trial_norm_id on score_trial (tenant_id, norm_id) where is_deleted = 0;
create index score_trial_batch_id on score_trial (tenant_id, batch_id) where is_deleted = 0;
create index score_trial_search on score_trial using gin (search_text gin_trgm_ops) where is_deleted = 0;
create unique index score_trial_trial_name_unique on score_trial (tenant_id, trial_name_key) where is_deleted = 0;
grant select, insert, update, delete on score_trial to keyan_app;
alter table score_trial enable row level security;
alter table score_trial force row level security;
create policy tenant on score_trial using (tenant_id = current_setting('app.tenant', true));

create table score_trial_person (
  tenant_id character varying(12) not null,
  id bigint not null,
  trial_id bigint,
  user_id bigint,
  person_name text,
  job_num text,
  fk_dept_id bigint,
  ranks text,
  age integer,
  subject text,
  before_score numeric(11,2),
  after_score numeric(11,2),
  change numeric(11,2),
  search_text text generated always as (lower(coalesce(person_name, '') || ' ' || coalesce(job_num, ''))) stored,
  create_user bigint not null,
  create_dept bigint,
  create_time timestamp with time zone not null,
  update_user bigint not null,
  update_time timestamp with time zone not null,
  is_deleted smallint not null default 0,
  version integer not null default 1,
  primary key (tenant_id, id)
);
comment on column score_trial_person.search_text is 'person_name, job_num';
create index score_trial_person_order on score_trial_person (tenant_id, change desc nulls last, id desc) where is_deleted = 0;
create index score_trial_person_trial_id on score_trial_person (tenant_id, trial_id) where is_deleted = 0;
create index score_trial_person_user_id on score_trial_person (tenant_id, user_id) where is_deleted = 0;
create index score_trial_person_fk_dept_id on score_trial_person (tenant_id, fk_dept_id) where is_deleted = 0;
create index score_trial_person_search on score_trial_person using gin (search_text gin_trgm_ops) where is_deleted = 0;
grant select, insert, update, delete on score_trial_person to keyan_app;
alter table score_trial_person enable row level security;
alter table score_trial_person force row level security;
create policy tenant on score_trial_person using (tenant_id = current_setting('app.tenant', true));

create table score_trial_result (
  tenant_id character varying(12) not null,
  id bigint not null,
  trial_id bigint,
  user_id bigint,
  fk_dept_id bigint,
  biz_id text,
  score_object text,
  title text,
  before_rule text,
  after_rule text,
  before_score numeric(11,2),
  after_score numeric(11,2),
  change numeric(11,2),
  working text,
  search_text text generated always as (lower(coalesce(title, ''))) stored,
  create_user bigint not null,
  create_dept bigint,
  create_time timestamp with time zone not null,
  update_user bigint not null,
  update_time timestamp with time zone not null,
  is_deleted smallint not null default 0,
  version integer not null default 1,
  primary key (tenant_id, id)
);
comment on column score_trial_result.search_text is 'title';
create index score_trial_result_order on score_trial_result (tenant_id, change desc nulls last, id desc) where is_deleted = 0;
create index score_trial_result_trial_id on score_trial_result (tenant_id, trial_id) where is_deleted = 0;
create index score_trial_result_user_id on score_trial_result (tenant_id, user_id) where is_deleted = 0;
create index score_trial_result_fk_dept_id on score_trial_result (tenant_id, fk_dept_id) where is_deleted = 0;
create index score_trial_result_search on score_trial_result using gin (search_text gin_trgm_ops) where is_deleted = 0;
grant select, insert, update, delete on score_trial_result to keyan_app;
alter table score_trial_result enable row level security;
alter table score_trial_result force row level security;
create policy tenant on score_trial_result using (tenant_id = current_setting('app.tenant', true));

create table score_reward (
  tenant_id character varying(12) not null,
  id bigint not null,
  reward_name text,
  status text,
  batch_id bigint,
  reward_mode text,
  unit_price numeric(18,2),
  except_objects text[],
  max_per_person numeric(18,2),
  budget numeric(18,2),
  issue_date date,
  generated_at timestamp with time zone,
  description text,
  reward_name_key text,
  search_text text generated always as (lower(coalesce(reward_name, ''))) stored,
  create_user bigint not null,
  create_dept bigint,
  create_time timestamp with time zone not null,
  update_user bigint not null,
  update_time timestamp with time zone not null,
  is_deleted smallint not null default 0,
  version integer not null default 1,
  primary key (tenant_id, id)
);
comment on column score_reward.search_text is 'reward_name';
create index score_reward_order on score_reward (tenant_id, create_time desc nulls last, id desc) where is_deleted = 0;
create index score_reward_batch_id on score_reward (tenant_id, batch_id) where is_deleted = 0;
create index score_reward_search on score_reward using gin (search_text gin_trgm_ops) where is_deleted = 0;
create unique index score_reward_reward_name_unique on score_reward (tenant_id, reward_name_key) where is_deleted = 0;
grant select, insert, update, delete on score_reward to keyan_app;
alter table score_reward enable row level security;
alter table score_reward force row level security;
create policy tenant on score_reward using (tenant_id = current_setting('app.tenant', true));

create table score_reward_detail (
  tenant_id character varying(12) not null,
  id bigint not null,
  reward_id bigint,
  result_id bigint,
  user_id bigint,
  person_name text,
  job_num text,
  fk_dept_id bigint,
  score_object text,
  title text,
  score numeric(11,2),
  due_amount numeric(18,2),
  manual_amount numeric(18,2),
  amount numeric(18,2),
  working text,
  working_en text,
  reason text,
  search_text text generated always as (lower(coalesce(person_name, '') || ' ' || coalesce(job_num, '') || ' ' || coalesce(title, ''))) stored,
  create_user bigint not null,
  create_dept bigint,
  create_time timestamp with time zone not null,
  update_user bigint not null,
  update_time timestamp with time zone not null,
  is_deleted smallint not null default 0,
  version integer not null default 1,
  primary key (tenant_id, id)
);
comment on column score_reward_detail.search_text is 'person_name, job_num, title';
create index score_reward_detail_order on score_reward_detail (tenant_id, amount desc nulls last, id desc) where is_deleted = 0;
create index score_reward_detail_user_id_order on score_reward_detail (tenant_id, user_id, amount desc nulls last, id desc) where is_deleted = 0;
create index score_reward_detail_reward_id on score_reward_detail (tenant_id, reward_id) where is_deleted = 0;
create index score_reward_detail_result_id on score_reward_detail (tenant_id, result_id) where is_deleted = 0;
create index score_reward_detail_fk_dept_id on score_reward_detail (tenant_id, fk_dept_id) where is_deleted = 0;
create index score_reward_detail_search on score_reward_detail using gin (search_text gin_trgm_ops) where is_deleted = 0;
grant select, insert, update, delete on score_reward_detail to keyan_app;
alter table score_reward_detail enable row level security;
alter table score_reward_detail force row level security;
create policy tenant on score_reward_detail using (tenant_id = current_setting('app.tenant', true));

create table assess_program (
  tenant_id character varying(12) not null,
  id bigint not null,
  program_name text,
  assess_object text,
  status text,
  norm_id bigint,
  cycle_type text,
  excellent_rate numeric(11,2),
  description text,
  high_items bigint[],
  program_name_key text,
  search_text text generated always as (lower(coalesce(program_name, ''))) stored,
  create_user bigint not null,
  create_dept bigint,
  create_time timestamp with time zone not null,
  update_user bigint not null,
  update_time timestamp with time zone not null,
  is_deleted smallint not null default 0,
  version integer not null default 1,
  primary key (tenant_id, id)
);
comment on column assess_program.search_text is 'program_name';
create index assess_program_order on assess_program (tenant_id, create_time desc nulls last, id desc) where is_deleted = 0;
create index assess_program_norm_id on assess_program (tenant_id, norm_id) where is_deleted = 0;
create index assess_program_high_items on assess_program using gin (high_items) where is_deleted = 0;
create index assess_program_search on assess_program using gin (search_text gin_trgm_ops) where is_deleted = 0;
create unique index assess_program_program_name_unique on assess_program (tenant_id, program_name_key) where is_deleted = 0;
grant select, insert, update, delete on assess_program to keyan_app;
alter table assess_program enable row level security;
alter table assess_program force row level security;
create policy tenant on assess_program using (tenant_id = current_setting('app.tenant', true));

create table assess_program_targets (
  tenant_id character varying(12) not null,
  id bigint not null,
  parent_id bigint not null,
  sort_order integer not null,
  rank_level text,
  job_category text,
  subject_class text,
  required_score numeric(11,2),
  primary key (tenant_id, id),
  foreign key (tenant_id, parent_id) references assess_program (tenant_id, id)
);
create index assess_program_targets_parent on assess_program_targets (tenant_id, parent_id, sort_order);
grant select, insert, update, delete on assess_program_targets to keyan_app;
alter table assess_program_targets enable row level security;
alter table assess_program_targets force row level security;
create policy tenant on assess_program_targets using (tenant_id = current_setting('app.tenant', true));

create table assess_program_must_items (
  tenant_id character varying(12) not null,
  id bigint not null,
  parent_id bigint not null,
  sort_order integer not null,
  must_name text,
  rank_level text,
  job_category text,
  score_object text,
  field text,
  operator text,
  value text,
  min_count integer,
  primary key (tenant_id, id),
  foreign key (tenant_id, parent_id) references assess_program (tenant_id, id)
);
create index assess_program_must_items_parent on assess_program_must_items (tenant_id, parent_id, sort_order);
grant select, insert, update, delete on assess_program_must_items to keyan_app;
alter table assess_program_must_items enable row level security;
alter table assess_program_must_items force row level security;
create policy tenant on assess_program_must_items using (tenant_id = current_setting('app.tenant', true));

create table assess_program_grades (
  tenant_id character varying(12) not null,
  id bigint not null,
  parent_id bigint not null,
  sort_order integer not null,
  assess_grade text,
  min_rate numeric(11,2),
  primary key (tenant_id, id),
  foreign key (tenant_id, parent_id) references assess_program (tenant_id, id)
);
create index assess_program_grades_parent on assess_program_grades (tenant_id, parent_id, sort_order);
grant select, insert, update, delete on assess_program_grades to keyan_app;
alter table assess_program_grades enable row level security;
alter table assess_program_grades force row level security;
create policy tenant on assess_program_grades using (tenant_id = current_setting('app.tenant', true));

create table assess_program_terms (
  tenant_id character varying(12) not null,
  id bigint not null,
  parent_id bigint not null,
  sort_order integer not null,
  term text,
  weight numeric(11,2),
  target numeric(11,2),
  primary key (tenant_id, id),
  foreign key (tenant_id, parent_id) references assess_program (tenant_id, id)
);
create index assess_program_terms_parent on assess_program_terms (tenant_id, parent_id, sort_order);
grant select, insert, update, delete on assess_program_terms to keyan_app;
alter table assess_program_terms enable row level security;
alter table assess_program_terms force row level security;
create policy tenant on assess_program_terms using (tenant_id = current_setting('app.tenant', true));

create table assess_batch (
  tenant_id character varying(12) not null,
  id bigint not null,
  batch_name text,
  program_id bigint,
  year smallint,
  public_end timestamp with time zone,
  status text,
  start_date date,
  end_date date,
  score_batch_ids bigint[],
  dept_ids bigint[],
  description text,
  calc_time timestamp with time zone,
  calc_fault text,
  resume_at text,
  batch_name_key text,
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
comment on column assess_batch.search_text is 'batch_name';
create index assess_batch_order on assess_batch (tenant_id, year desc nulls last, id desc) where is_deleted = 0;
create index assess_batch_program_id on assess_batch (tenant_id, program_id) where is_deleted = 0;
create index assess_batch_score_batch_ids on assess_batch using gin (score_batch_ids) where is_deleted = 0;
create index assess_batch_dept_ids on assess_batch using gin (dept_ids) where is_deleted = 0;
create index assess_batch_due_close_appeals on assess_batch (tenant_id, status, public_end) where is_deleted = 0;
create index assess_batch_search on assess_batch using gin (search_text gin_trgm_ops) where is_deleted = 0;
create unique index assess_batch_batch_name_unique on assess_batch (tenant_id, batch_name_key) where is_deleted = 0;
grant select, insert, update, delete on assess_batch to keyan_app;
alter table assess_batch enable row level security;
alter table assess_batch force row level security;
create policy tenant on assess_batch using (tenant_id = current_setting('app.tenant', true));

create table assess_batch_exempt_rules (
  tenant_id character varying(12) not null,
  id bigint not null,
  parent_id bigint not null,
  sort_order integer not null,
  reason text,
  effect text,
  factor numeric(11,2),
  primary key (tenant_id, id),
  foreign key (tenant_id, parent_id) references assess_batch (tenant_id, id)
);
create index assess_batch_exempt_rules_parent on assess_batch_exempt_rules (tenant_id, parent_id, sort_order);
grant select, insert, update, delete on assess_batch_exempt_rules to keyan_app;
alter table assess_batch_exempt_rules enable row level security;
alter table assess_batch_exempt_rules force row level security;
create policy tenant on assess_batch_exempt_rules using (tenant_id = current_setting('app.tenant', true));

create table assess_result (
  tenant_id character varying(12) not null,
  id bigint not null,
  fk_batch_id bigint,
  subject_name text,
  user_id bigint,
  team_id bigint,
  fk_dept_id bigint,
  final_grade text,
  decided_grade text,
  decided_why text,
  status text,
  subject_key text,
  job_num text,
  rank_level text,
  job_category text,
  annual_score numeric(11,2),
  month_rate numeric(13,4),
  required_score numeric(11,2),
  actual_score numeric(11,2),
  finish_rate numeric(11,2),
  lack_score numeric(11,2),
  must_passed text,
  working text,
  working_en text,
  sys_grade text,
  dept_grade text,
  judged_grade text,
  proposed_grade text,
  comment text,
  search_text text generated always as (lower(coalesce(subject_name, '') || ' ' || coalesce(job_num, ''))) stored,
  create_user bigint not null,
  create_dept bigint,
  create_time timestamp with time zone not null,
  update_user bigint not null,
  update_time timestamp with time zone not null,
  is_deleted smallint not null default 0,
  version integer not null default 1,
  primary key (tenant_id, id)
);
comment on column assess_result.search_text is 'subject_name, job_num';
create index assess_result_order on assess_result (tenant_id, finish_rate desc nulls last, id desc) where is_deleted = 0;
create index assess_result_user_id_order on assess_result (tenant_id, user_id, finish_rate desc nulls last, id desc) where is_deleted = 0;
create index assess_result_fk_dept_id_order on assess_result (tenant_id, fk_dept_id, finish_rate desc nulls last, id desc) where is_deleted = 0;
create index assess_result_fk_batch_id on assess_result (tenant_id, fk_batch_id) where is_deleted = 0;
create index assess_result_team_id on assess_result (tenant_id, team_id) where is_deleted = 0;
create index assess_result_search on assess_result using gin (search_text gin_trgm_ops) where is_deleted = 0;
grant select, insert, update, delete on assess_result to keyan_app;
alter table assess_result enable row level security;
alter table assess_result force row level security;
create policy tenant on assess_result using (tenant_id = current_setting('app.tenant', true));

create table assess_exempt (
  tenant_id character varying(12) not null,
  id bigint not null,
  user_id bigint,
  fk_dept_id bigint,
  reason text,
  start_date date,
  end_date date,
  subject text,
  explanation text,
  opinion text,
  status text,
  search_text text generated always as (lower(coalesce(subject, ''))) stored,
  create_user bigint not null,
  create_dept bigint,
  create_time timestamp with time zone not null,
  update_user bigint not null,
  update_time timestamp with time zone not null,
  is_deleted smallint not null default 0,
  version integer not null default 1,
  primary key (tenant_id, id)
);
comment on column assess_exempt.search_text is 'subject';
create index assess_exempt_order on assess_exempt (tenant_id, start_date desc nulls last, id desc) where is_deleted = 0;
create index assess_exempt_create_user_order on assess_exempt (tenant_id, create_user, start_date desc nulls last, id desc) where is_deleted = 0;
create index assess_exempt_user_id_order on assess_exempt (tenant_id, user_id, start_date desc nulls last, id desc) where is_deleted = 0;
create index assess_exempt_fk_dept_id_order on assess_exempt (tenant_id, fk_dept_id, start_date desc nulls last, id desc) where is_deleted = 0;
create index assess_exempt_search on assess_exempt using gin (search_text gin_trgm_ops) where is_deleted = 0;
grant select, insert, update, delete on assess_exempt to keyan_app;
alter table assess_exempt enable row level security;
alter table assess_exempt force row level security;
create policy tenant on assess_exempt using (tenant_id = current_setting('app.tenant', true));

create table assess_appeal (
  tenant_id character varying(12) not null,
  id bigint not null,
  batch_id bigint,
  appeal_type text,
  result_id bigint,
  subject_name text,
  final_grade text,
  subject text,
  appeal_user_id bigint,
  fk_dept_id bigint,
  content text,
  expect_grade text,
  decided_grade text,
  result text,
  handler bigint,
  handle_time timestamp with time zone,
  status text,
  search_text text generated always as (lower(coalesce(subject_name, '') || ' ' || coalesce(subject, ''))) stored,
  create_user bigint not null,
  create_dept bigint,
  create_time timestamp with time zone not null,
  update_user bigint not null,
  update_time timestamp with time zone not null,
  is_deleted smallint not null default 0,
  version integer not null default 1,
  primary key (tenant_id, id)
);
comment on column assess_appeal.search_text is 'subject_name, subject';
create index assess_appeal_order on assess_appeal (tenant_id, create_time desc nulls last, id desc) where is_deleted = 0;
create index assess_appeal_create_user_order on assess_appeal (tenant_id, create_user, create_time desc nulls last, id desc) where is_deleted = 0;
create index assess_appeal_fk_dept_id_order on assess_appeal (tenant_id, fk_dept_id, create_time desc nulls last, id desc) where is_deleted = 0;
create index assess_appeal_batch_id on assess_appeal (tenant_id, batch_id) where is_deleted = 0;
create index assess_appeal_result_id on assess_appeal (tenant_id, result_id) where is_deleted = 0;
create index assess_appeal_appeal_user_id on assess_appeal (tenant_id, appeal_user_id) where is_deleted = 0;
create index assess_appeal_handler on assess_appeal (tenant_id, handler) where is_deleted = 0;
create index assess_appeal_search on assess_appeal using gin (search_text gin_trgm_ops) where is_deleted = 0;
grant select, insert, update, delete on assess_appeal to keyan_app;
alter table assess_appeal enable row level security;
alter table assess_appeal force row level security;
create policy tenant on assess_appeal using (tenant_id = current_setting('app.tenant', true));

create table ledger_assess_appeals (
  tenant_id character varying(12) not null,
  owner_id bigint not null,
  account text not null,
  id bigint not null generated always as identity,
  count bigint not null default 0,
  source text not null,
  source_id bigint not null,
  effect text not null,
  action text not null,
  actor_id bigint,
  time timestamp with time zone not null,
  primary key (tenant_id, id)
);
create index ledger_assess_appeals_source on ledger_assess_appeals (tenant_id, source_id, effect);
create index ledger_assess_appeals_account on ledger_assess_appeals (tenant_id, owner_id, account, id);
grant select, insert on ledger_assess_appeals to keyan_app;
alter table ledger_assess_appeals enable row level security;
alter table ledger_assess_appeals force row level security;
create policy tenant on ledger_assess_appeals using (tenant_id = current_setting('app.tenant', true));

create table ledger_assess_appeals_balance (
  tenant_id character varying(12) not null,
  owner_id bigint not null,
  account text not null,
  count bigint not null default 0,
  primary key (tenant_id, owner_id, account)
);
grant select, insert, update on ledger_assess_appeals_balance to keyan_app;
alter table ledger_assess_appeals_balance enable row level security;
alter table ledger_assess_appeals_balance force row level security;
create policy tenant on ledger_assess_appeals_balance using (tenant_id = current_setting('app.tenant', true));

create table ledger_assessed (
  tenant_id character varying(12) not null,
  owner_id bigint not null,
  account text not null,
  id bigint not null generated always as identity,
  results bigint not null default 0,
  unjudged bigint not null default 0,
  appeals bigint not null default 0,
  source text not null,
  source_id bigint not null,
  effect text not null,
  action text not null,
  actor_id bigint,
  time timestamp with time zone not null,
  primary key (tenant_id, id)
);
create index ledger_assessed_source on ledger_assessed (tenant_id, source_id, effect);
create index ledger_assessed_account on ledger_assessed (tenant_id, owner_id, account, id);
grant select, insert on ledger_assessed to keyan_app;
alter table ledger_assessed enable row level security;
alter table ledger_assessed force row level security;
create policy tenant on ledger_assessed using (tenant_id = current_setting('app.tenant', true));

create table ledger_assessed_balance (
  tenant_id character varying(12) not null,
  owner_id bigint not null,
  account text not null,
  results bigint not null default 0,
  unjudged bigint not null default 0,
  appeals bigint not null default 0,
  primary key (tenant_id, owner_id, account)
);
grant select, insert, update on ledger_assessed_balance to keyan_app;
alter table ledger_assessed_balance enable row level security;
alter table ledger_assessed_balance force row level security;
create policy tenant on ledger_assessed_balance using (tenant_id = current_setting('app.tenant', true));

create table ledger_rewarded (
  tenant_id character varying(12) not null,
  owner_id bigint not null,
  account text not null,
  id bigint not null generated always as identity,
  amount numeric(18,2) not null default 0,
  details bigint not null default 0,
  source text not null,
  source_id bigint not null,
  effect text not null,
  action text not null,
  actor_id bigint,
  time timestamp with time zone not null,
  primary key (tenant_id, id)
);
create index ledger_rewarded_source on ledger_rewarded (tenant_id, source_id, effect);
create index ledger_rewarded_account on ledger_rewarded (tenant_id, owner_id, account, id);
grant select, insert on ledger_rewarded to keyan_app;
alter table ledger_rewarded enable row level security;
alter table ledger_rewarded force row level security;
create policy tenant on ledger_rewarded using (tenant_id = current_setting('app.tenant', true));

create table ledger_rewarded_balance (
  tenant_id character varying(12) not null,
  owner_id bigint not null,
  account text not null,
  amount numeric(18,2) not null default 0,
  details bigint not null default 0,
  primary key (tenant_id, owner_id, account)
);
grant select, insert, update on ledger_rewarded_balance to keyan_app;
alter table ledger_rewarded_balance enable row level security;
alter table ledger_rewarded_balance force row level security;
create policy tenant on ledger_rewarded_balance using (tenant_id = current_setting('app.tenant', true));

create table ledger_tried (
  tenant_id character varying(12) not null,
  owner_id bigint not null,
  account text not null,
  id bigint not null generated always as identity,
  before numeric(18,2) not null default 0,
  after numeric(18,2) not null default 0,
  winners bigint not null default 0,
  losers bigint not null default 0,
  source text not null,
  source_id bigint not null,
  effect text not null,
  action text not null,
  actor_id bigint,
  time timestamp with time zone not null,
  primary key (tenant_id, id)
);
create index ledger_tried_source on ledger_tried (tenant_id, source_id, effect);
create index ledger_tried_account on ledger_tried (tenant_id, owner_id, account, id);
grant select, insert on ledger_tried to keyan_app;
alter table ledger_tried enable row level security;
alter table ledger_tried force row level security;
create policy tenant on ledger_tried using (tenant_id = current_setting('app.tenant', true));

create table ledger_tried_balance (
  tenant_id character varying(12) not null,
  owner_id bigint not null,
  account text not null,
  before numeric(18,2) not null default 0,
  after numeric(18,2) not null default 0,
  winners bigint not null default 0,
  losers bigint not null default 0,
  primary key (tenant_id, owner_id, account)
);
grant select, insert, update on ledger_tried_balance to keyan_app;
alter table ledger_tried_balance enable row level security;
alter table ledger_tried_balance force row level security;
create policy tenant on ledger_tried_balance using (tenant_id = current_setting('app.tenant', true));


alter table score_project no force row level security;
update score_project set reward_price = 0 where reward_price is null;
alter table score_project force row level security;
