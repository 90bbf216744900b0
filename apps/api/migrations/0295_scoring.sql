-- What outputs are worth: norms and rules, batches, scores of people and outputs, appeals (R-601 to R-608).
create table score_norm (
  tenant_id character varying(12) not null,
  id bigint not null,
  norm_name text,
  norm_year smallint,
  end_year smallint,
  subject_class text,
  status text,
  file_num text,
  description text,
  norm_name_key text,
  search_text text generated always as (lower(coalesce(norm_name, '') || ' ' || coalesce(file_num, ''))) stored,
  create_user bigint not null,
  create_dept bigint,
  create_time timestamp with time zone not null,
  update_user bigint not null,
  update_time timestamp with time zone not null,
  is_deleted smallint not null default 0,
  version integer not null default 1,
  primary key (tenant_id, id)
);
comment on column score_norm.search_text is 'norm_name, file_num';
create index score_norm_order on score_norm (tenant_id, norm_year desc nulls last, id desc) where is_deleted = 0;
create index score_norm_search on score_norm using gin (search_text gin_trgm_ops) where is_deleted = 0;
create unique index score_norm_norm_name_unique on score_norm (tenant_id, norm_name_key) where is_deleted = 0;
grant select, insert, update, delete on score_norm to keyan_app;
alter table score_norm enable row level security;
alter table score_norm force row level security;
create policy tenant on score_norm using (tenant_id = current_setting('app.tenant', true));

create table score_project (
  tenant_id character varying(12) not null,
  id bigint not null,
  norm_id bigint,
  item_code text,
  item_name text,
  score_object text,
  score_unit text,
  base_score numeric(11,2),
  min_score numeric(11,2),
  max_score numeric(11,2),
  allot_mode text,
  only_school text,
  priority integer,
  exclusive text,
  status text,
  item_code_key text,
  search_text text generated always as (lower(coalesce(item_code, '') || ' ' || coalesce(item_name, ''))) stored,
  create_user bigint not null,
  create_dept bigint,
  create_time timestamp with time zone not null,
  update_user bigint not null,
  update_time timestamp with time zone not null,
  is_deleted smallint not null default 0,
  version integer not null default 1,
  primary key (tenant_id, id)
);
comment on column score_project.search_text is 'item_code, item_name';
create index score_project_order on score_project (tenant_id, priority asc nulls first, id asc) where is_deleted = 0;
create index score_project_norm_id on score_project (tenant_id, norm_id) where is_deleted = 0;
create index score_project_search on score_project using gin (search_text gin_trgm_ops) where is_deleted = 0;
create unique index score_project_item_code_unique on score_project (tenant_id, item_code_key) where is_deleted = 0;
grant select, insert, update, delete on score_project to keyan_app;
alter table score_project enable row level security;
alter table score_project force row level security;
create policy tenant on score_project using (tenant_id = current_setting('app.tenant', true));

create table score_project_conditions (
  tenant_id character varying(12) not null,
  id bigint not null,
  parent_id bigint not null,
  sort_order integer not null,
  field text,
  operator text,
  value text,
  primary key (tenant_id, id),
  foreign key (tenant_id, parent_id) references score_project (tenant_id, id)
);
create index score_project_conditions_parent on score_project_conditions (tenant_id, parent_id, sort_order);
grant select, insert, update, delete on score_project_conditions to keyan_app;
alter table score_project_conditions enable row level security;
alter table score_project_conditions force row level security;
create policy tenant on score_project_conditions using (tenant_id = current_setting('app.tenant', true));

create table score_project_unit_coef (
  tenant_id character varying(12) not null,
  id bigint not null,
  parent_id bigint not null,
  sort_order integer not null,
  school_sign text,
  coef numeric(11,2),
  primary key (tenant_id, id),
  foreign key (tenant_id, parent_id) references score_project (tenant_id, id)
);
create index score_project_unit_coef_parent on score_project_unit_coef (tenant_id, parent_id, sort_order);
grant select, insert, update, delete on score_project_unit_coef to keyan_app;
alter table score_project_unit_coef enable row level security;
alter table score_project_unit_coef force row level security;
create policy tenant on score_project_unit_coef using (tenant_id = current_setting('app.tenant', true));

create table score_batch (
  tenant_id character varying(12) not null,
  id bigint not null,
  batch_name text,
  batch_year smallint,
  norm_id bigint,
  public_end timestamp with time zone,
  status text,
  subject_class text,
  start_date date,
  end_date date,
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
comment on column score_batch.search_text is 'batch_name';
create index score_batch_order on score_batch (tenant_id, batch_year desc nulls last, id desc) where is_deleted = 0;
create index score_batch_norm_id on score_batch (tenant_id, norm_id) where is_deleted = 0;
create index score_batch_due_close_appeals on score_batch (tenant_id, status, public_end) where is_deleted = 0;
create index score_batch_search on score_batch using gin (search_text gin_trgm_ops) where is_deleted = 0;
create unique index score_batch_batch_name_unique on score_batch (tenant_id, batch_name_key) where is_deleted = 0;
grant select, insert, update, delete on score_batch to keyan_app;
alter table score_batch enable row level security;
alter table score_batch force row level security;
create policy tenant on score_batch using (tenant_id = current_setting('app.tenant', true));

create table score_batch_dept_ids (
  tenant_id character varying(12) not null,
  id bigint not null,
  parent_id bigint not null,
  sort_order integer not null,
  dept_id bigint,
  primary key (tenant_id, id),
  foreign key (tenant_id, parent_id) references score_batch (tenant_id, id)
);
create index score_batch_dept_ids_parent on score_batch_dept_ids (tenant_id, parent_id, sort_order);
create index score_batch_dept_ids_dept_id on score_batch_dept_ids (tenant_id, dept_id, parent_id);
grant select, insert, update, delete on score_batch_dept_ids to keyan_app;
alter table score_batch_dept_ids enable row level security;
alter table score_batch_dept_ids force row level security;
create policy tenant on score_batch_dept_ids using (tenant_id = current_setting('app.tenant', true));

create table score_person (
  tenant_id character varying(12) not null,
  id bigint not null,
  batch_id bigint,
  user_id bigint,
  person_name text,
  job_num text,
  fk_dept_id bigint,
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
comment on column score_person.search_text is 'person_name, job_num';
create index score_person_order on score_person (tenant_id, job_num collate "zh-x-icu" asc nulls first, id asc) where is_deleted = 0;
create index score_person_user_id_order on score_person (tenant_id, user_id, job_num collate "zh-x-icu" asc nulls first, id asc) where is_deleted = 0;
create index score_person_fk_dept_id_order on score_person (tenant_id, fk_dept_id, job_num collate "zh-x-icu" asc nulls first, id asc) where is_deleted = 0;
create index score_person_batch_id on score_person (tenant_id, batch_id) where is_deleted = 0;
create index score_person_search on score_person using gin (search_text gin_trgm_ops) where is_deleted = 0;
grant select, insert, update, delete on score_person to keyan_app;
alter table score_person enable row level security;
alter table score_person force row level security;
create policy tenant on score_person using (tenant_id = current_setting('app.tenant', true));

create table score_result (
  tenant_id character varying(12) not null,
  id bigint not null,
  batch_id bigint,
  user_id bigint,
  fk_dept_id bigint,
  score_object text,
  title text,
  secret text,
  adjust_score numeric(11,2),
  final_score numeric(11,2),
  status text,
  job_num text,
  person_name text,
  biz_id text,
  item_id bigint,
  item_name text,
  base_score numeric(11,2),
  quantity numeric(13,4),
  unit_coef numeric(11,2),
  output_score numeric(11,2),
  allot_mode text,
  author_sort integer,
  allot_rate numeric(11,2),
  working text,
  score numeric(11,2),
  search_text text generated always as (lower(coalesce(title, '') || ' ' || coalesce(job_num, '') || ' ' || coalesce(person_name, ''))) stored,
  create_user bigint not null,
  create_dept bigint,
  create_time timestamp with time zone not null,
  update_user bigint not null,
  update_time timestamp with time zone not null,
  is_deleted smallint not null default 0,
  version integer not null default 1,
  primary key (tenant_id, id)
);
comment on column score_result.search_text is 'title, job_num, person_name';
create index score_result_order on score_result (tenant_id, final_score desc nulls last, id desc) where is_deleted = 0;
create index score_result_user_id_order on score_result (tenant_id, user_id, final_score desc nulls last, id desc) where is_deleted = 0;
create index score_result_fk_dept_id_order on score_result (tenant_id, fk_dept_id, final_score desc nulls last, id desc) where is_deleted = 0;
create index score_result_batch_id on score_result (tenant_id, batch_id) where is_deleted = 0;
create index score_result_item_id on score_result (tenant_id, item_id) where is_deleted = 0;
create index score_result_search on score_result using gin (search_text gin_trgm_ops) where is_deleted = 0;
grant select, insert, update, delete on score_result to keyan_app;
alter table score_result enable row level security;
alter table score_result force row level security;
create policy tenant on score_result using (tenant_id = current_setting('app.tenant', true));

create table score_appeal (
  tenant_id character varying(12) not null,
  id bigint not null,
  batch_id bigint,
  appeal_type text,
  result_id bigint,
  title text,
  final_score numeric(11,2),
  subject text,
  appeal_user_id bigint,
  fk_dept_id bigint,
  content text,
  expect_score numeric(11,2),
  dept_opinion text,
  result text,
  decided_score numeric(11,2),
  handler bigint,
  handle_time timestamp with time zone,
  status text,
  search_text text generated always as (lower(coalesce(title, '') || ' ' || coalesce(subject, ''))) stored,
  create_user bigint not null,
  create_dept bigint,
  create_time timestamp with time zone not null,
  update_user bigint not null,
  update_time timestamp with time zone not null,
  is_deleted smallint not null default 0,
  version integer not null default 1,
  primary key (tenant_id, id)
);
comment on column score_appeal.search_text is 'title, subject';
create index score_appeal_order on score_appeal (tenant_id, create_time desc nulls last, id desc) where is_deleted = 0;
create index score_appeal_create_user_order on score_appeal (tenant_id, create_user, create_time desc nulls last, id desc) where is_deleted = 0;
create index score_appeal_fk_dept_id_order on score_appeal (tenant_id, fk_dept_id, create_time desc nulls last, id desc) where is_deleted = 0;
create index score_appeal_batch_id on score_appeal (tenant_id, batch_id) where is_deleted = 0;
create index score_appeal_result_id on score_appeal (tenant_id, result_id) where is_deleted = 0;
create index score_appeal_appeal_user_id on score_appeal (tenant_id, appeal_user_id) where is_deleted = 0;
create index score_appeal_handler on score_appeal (tenant_id, handler) where is_deleted = 0;
create index score_appeal_search on score_appeal using gin (search_text gin_trgm_ops) where is_deleted = 0;
grant select, insert, update, delete on score_appeal to keyan_app;
alter table score_appeal enable row level security;
alter table score_appeal force row level security;
create policy tenant on score_appeal using (tenant_id = current_setting('app.tenant', true));

create table ledger_points (
  tenant_id character varying(12) not null,
  owner_id bigint not null,
  account text not null,
  id bigint not null generated always as identity,
  score numeric(18,2) not null default 0,
  outputs bigint not null default 0,
  persons bigint not null default 0,
  appeals bigint not null default 0,
  source text not null,
  source_id bigint not null,
  effect text not null,
  action text not null,
  actor_id bigint,
  time timestamp with time zone not null,
  primary key (tenant_id, id)
);
create index ledger_points_source on ledger_points (tenant_id, source_id, effect);
create index ledger_points_account on ledger_points (tenant_id, owner_id, account, id);
grant select, insert on ledger_points to keyan_app;
alter table ledger_points enable row level security;
alter table ledger_points force row level security;
create policy tenant on ledger_points using (tenant_id = current_setting('app.tenant', true));

create table ledger_points_balance (
  tenant_id character varying(12) not null,
  owner_id bigint not null,
  account text not null,
  score numeric(18,2) not null default 0,
  outputs bigint not null default 0,
  persons bigint not null default 0,
  appeals bigint not null default 0,
  primary key (tenant_id, owner_id, account)
);
grant select, insert, update on ledger_points_balance to keyan_app;
alter table ledger_points_balance enable row level security;
alter table ledger_points_balance force row level security;
create policy tenant on ledger_points_balance using (tenant_id = current_setting('app.tenant', true));

create table ledger_score_appeals (
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
create index ledger_score_appeals_source on ledger_score_appeals (tenant_id, source_id, effect);
create index ledger_score_appeals_account on ledger_score_appeals (tenant_id, owner_id, account, id);
grant select, insert on ledger_score_appeals to keyan_app;
alter table ledger_score_appeals enable row level security;
alter table ledger_score_appeals force row level security;
create policy tenant on ledger_score_appeals using (tenant_id = current_setting('app.tenant', true));

create table ledger_score_appeals_balance (
  tenant_id character varying(12) not null,
  owner_id bigint not null,
  account text not null,
  count bigint not null default 0,
  primary key (tenant_id, owner_id, account)
);
grant select, insert, update on ledger_score_appeals_balance to keyan_app;
alter table ledger_score_appeals_balance enable row level security;
alter table ledger_score_appeals_balance force row level security;
create policy tenant on ledger_score_appeals_balance using (tenant_id = current_setting('app.tenant', true));


-- The computation finds the scores of a batch, confirming those of an output.
create index score_result_biz_id on score_result (tenant_id, biz_id) where is_deleted = 0;
