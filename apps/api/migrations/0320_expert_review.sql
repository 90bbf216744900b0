-- Experts, rounds of reviews, the records that wait for them, and what each expert says.
alter table prize_declaration add column review_rank integer;
create table expert (
  tenant_id character varying(12) not null,
  id bigint not null,
  name text,
  unit text,
  user_id bigint,
  status text,
  expert_type text,
  dept_name text,
  ranks text,
  position text,
  disciplines text[],
  keywords text,
  phone text,
  email text,
  valid_date date,
  search_text text generated always as (lower(coalesce(name, '') || ' ' || coalesce(unit, '') || ' ' || coalesce(keywords, ''))) stored,
  create_user bigint not null,
  create_dept bigint,
  create_time timestamp with time zone not null,
  update_user bigint not null,
  update_time timestamp with time zone not null,
  is_deleted smallint not null default 0,
  version integer not null default 1,
  primary key (tenant_id, id)
);
comment on column expert.search_text is 'name, unit, keywords';
create index expert_order on expert (tenant_id, name collate "zh-x-icu" asc nulls first, id asc) where is_deleted = 0;
create index expert_user_id on expert (tenant_id, user_id) where is_deleted = 0;
create index expert_search on expert using gin (search_text gin_trgm_ops) where is_deleted = 0;
grant select, insert, update, delete on expert to keyan_app;
alter table expert enable row level security;
alter table expert force row level security;
create policy tenant on expert using (tenant_id = current_setting('app.tenant', true));

create table review_set (
  tenant_id character varying(12) not null,
  id bigint not null,
  set_name text,
  biz_kind text,
  notice_id bigint,
  review_mode text,
  blind_mode text,
  expert_per_item integer,
  max_per_expert integer,
  drop_extreme text,
  min_words integer,
  end_time timestamp with time zone,
  guide text,
  status text,
  urge_time timestamp with time zone,
  search_text text generated always as (lower(coalesce(set_name, ''))) stored,
  create_user bigint not null,
  create_dept bigint,
  create_time timestamp with time zone not null,
  update_user bigint not null,
  update_time timestamp with time zone not null,
  is_deleted smallint not null default 0,
  version integer not null default 1,
  primary key (tenant_id, id)
);
comment on column review_set.search_text is 'set_name';
create index review_set_order on review_set (tenant_id, create_time desc nulls last, id desc) where is_deleted = 0;
create index review_set_notice_id on review_set (tenant_id, notice_id) where is_deleted = 0;
create index review_set_search on review_set using gin (search_text gin_trgm_ops) where is_deleted = 0;
grant select, insert, update, delete on review_set to keyan_app;
alter table review_set enable row level security;
alter table review_set force row level security;
create policy tenant on review_set using (tenant_id = current_setting('app.tenant', true));

create table review_set_criteria (
  tenant_id character varying(12) not null,
  id bigint not null,
  parent_id bigint not null,
  sort_order integer not null,
  sort integer,
  item_name text,
  weight integer,
  standard text,
  primary key (tenant_id, id),
  foreign key (tenant_id, parent_id) references review_set (tenant_id, id)
);
create index review_set_criteria_parent on review_set_criteria (tenant_id, parent_id, sort_order);
grant select, insert, update, delete on review_set_criteria to keyan_app;
alter table review_set_criteria enable row level security;
alter table review_set_criteria force row level security;
create policy tenant on review_set_criteria using (tenant_id = current_setting('app.tenant', true));

create table review_set_experts (
  tenant_id character varying(12) not null,
  id bigint not null,
  parent_id bigint not null,
  sort_order integer not null,
  expert_id bigint,
  primary key (tenant_id, id),
  foreign key (tenant_id, parent_id) references review_set (tenant_id, id)
);
create index review_set_experts_parent on review_set_experts (tenant_id, parent_id, sort_order);
create index review_set_experts_expert_id on review_set_experts (tenant_id, expert_id, parent_id);
grant select, insert, update, delete on review_set_experts to keyan_app;
alter table review_set_experts enable row level security;
alter table review_set_experts force row level security;
create policy tenant on review_set_experts using (tenant_id = current_setting('app.tenant', true));

create table review_item (
  tenant_id character varying(12) not null,
  id bigint not null,
  title text,
  biz_kind text,
  call_name text,
  applicant_id bigint,
  department_id bigint,
  set_id bigint,
  experts integer,
  handed_in integer,
  score numeric(11,2),
  spread numeric(11,2),
  rank integer,
  status text,
  business_id text,
  call_id text,
  visit text,
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
comment on column review_item.search_text is 'title';
create index review_item_order on review_item (tenant_id, create_time desc nulls last, id desc) where is_deleted = 0;
create index review_item_applicant_id on review_item (tenant_id, applicant_id) where is_deleted = 0;
create index review_item_department_id on review_item (tenant_id, department_id) where is_deleted = 0;
create index review_item_set_id on review_item (tenant_id, set_id) where is_deleted = 0;
create index review_item_search on review_item using gin (search_text gin_trgm_ops) where is_deleted = 0;
grant select, insert, update, delete on review_item to keyan_app;
alter table review_item enable row level security;
alter table review_item force row level security;
create policy tenant on review_item using (tenant_id = current_setting('app.tenant', true));

create table review_task (
  tenant_id character varying(12) not null,
  id bigint not null,
  title text,
  set_id bigint,
  item_id bigint,
  applicant text,
  unit text,
  expert_id bigint,
  user_id bigint,
  assign_time timestamp with time zone,
  end_time timestamp with time zone,
  min_words integer,
  total_score numeric(11,2),
  comment text,
  conflict text,
  decline_reason text,
  back_reason text,
  hand_in_time timestamp with time zone,
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
comment on column review_task.search_text is 'title';
create index review_task_order on review_task (tenant_id, create_time desc nulls last, id desc) where is_deleted = 0;
create index review_task_user_id_order on review_task (tenant_id, user_id, create_time desc nulls last, id desc) where is_deleted = 0;
create index review_task_set_id on review_task (tenant_id, set_id) where is_deleted = 0;
create index review_task_item_id on review_task (tenant_id, item_id) where is_deleted = 0;
create index review_task_expert_id on review_task (tenant_id, expert_id) where is_deleted = 0;
create index review_task_due_remind on review_task (tenant_id, status, end_time) where is_deleted = 0;
create index review_task_due_expire on review_task (tenant_id, status, end_time) where is_deleted = 0;
create index review_task_search on review_task using gin (search_text gin_trgm_ops) where is_deleted = 0;
grant select, insert, update, delete on review_task to keyan_app;
alter table review_task enable row level security;
alter table review_task force row level security;
create policy tenant on review_task using (tenant_id = current_setting('app.tenant', true));

create table review_task_scores (
  tenant_id character varying(12) not null,
  id bigint not null,
  parent_id bigint not null,
  sort_order integer not null,
  sort integer,
  item_name text,
  weight integer,
  standard text,
  score numeric(11,2),
  primary key (tenant_id, id),
  foreign key (tenant_id, parent_id) references review_task (tenant_id, id)
);
create index review_task_scores_parent on review_task_scores (tenant_id, parent_id, sort_order);
grant select, insert, update, delete on review_task_scores to keyan_app;
alter table review_task_scores enable row level security;
alter table review_task_scores force row level security;
create policy tenant on review_task_scores using (tenant_id = current_setting('app.tenant', true));

