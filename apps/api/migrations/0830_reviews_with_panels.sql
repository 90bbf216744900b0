-- Reviews: score sheets, panels, reserves, grades and votes, wishes to avoid, relations of people.
alter table review_set add column reserves integer;
alter table review_set add column min_valid integer;
alter table review_set add column template_id bigint;
alter table review_set add column score_scheme text;
alter table review_set add column standardise text;
alter table review_set add column comment_below integer;
alter table review_set add column spread_mark integer;
alter table review_set add column quota integer;
alter table review_set add column publicity text;
alter table review_set add column feedback_score text;
alter table review_set add column objection_days integer;
alter table review_set add column seed integer;
alter table review_set add column assign_fault text;
alter table review_set add column feedback_time timestamp with time zone;
alter table review_set add column objection_end date;
alter table review_set add column parties text;
create index review_set_template_id on review_set (tenant_id, template_id) where is_deleted = 0;
create table review_set_groups (
  tenant_id character varying(12) not null,
  id bigint not null,
  parent_id bigint not null,
  sort_order integer not null,
  group_name text,
  subjects text[],
  quota integer,
  chair_id bigint,
  place text,
  meet_time timestamp with time zone,
  primary key (tenant_id, id),
  foreign key (tenant_id, parent_id) references review_set (tenant_id, id)
);
create index review_set_groups_parent on review_set_groups (tenant_id, parent_id, sort_order);
create index review_set_groups_chair_id on review_set_groups (tenant_id, chair_id, parent_id);
grant select, insert, update, delete on review_set_groups to keyan_app;
alter table review_set_groups enable row level security;
alter table review_set_groups force row level security;
create policy tenant on review_set_groups using (tenant_id = current_setting('app.tenant', true));

alter table review_set_experts add column group_name text;
alter table review_item add column raw numeric(11,2);
alter table review_item add column agree_rate numeric(11,2);
alter table review_item add column group_name text;
alter table review_item add column panel_rank integer;
alter table review_item add column conclusion text;
alter table review_item add column decided text;
alter table review_item add column forced text;
alter table review_item add column added_id bigint;
alter table review_item add column added_why text;
alter table review_item add column code text;
create index review_item_added_id on review_item (tenant_id, added_id) where is_deleted = 0;
alter table review_task add column comment_below integer;
alter table review_task add column score_scheme text;
alter table review_task add column role text;
alter table review_task add column group_name text;
alter table review_task add column points integer;
alter table review_task add column forced_why text;
alter table review_task add column evidence text;
alter table review_task add column first_due timestamp with time zone;
alter table review_task add column pledged_at timestamp with time zone;
alter table review_task add column other_id bigint;
alter table review_task add column succeeded text;
alter table review_task add column grade text;
alter table review_task add column vote text;
alter table review_task add column secret_comment text;
create index review_task_other_id on review_task (tenant_id, other_id) where is_deleted = 0;
alter table review_task_scores add column words text;
create table review_template (
  tenant_id character varying(12) not null,
  id bigint not null,
  template_name text,
  biz_kind text,
  score_scheme text,
  min_words integer,
  comment_below integer,
  status text,
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
comment on column review_template.search_text is 'template_name';
create index review_template_order on review_template (tenant_id, create_time desc nulls last, id desc) where is_deleted = 0;
create index review_template_search on review_template using gin (search_text gin_trgm_ops) where is_deleted = 0;
grant select, insert, update, delete on review_template to keyan_app;
alter table review_template enable row level security;
alter table review_template force row level security;
create policy tenant on review_template using (tenant_id = current_setting('app.tenant', true));

create table review_template_criteria (
  tenant_id character varying(12) not null,
  id bigint not null,
  parent_id bigint not null,
  sort_order integer not null,
  sort integer,
  item_name text,
  weight integer,
  standard text,
  primary key (tenant_id, id),
  foreign key (tenant_id, parent_id) references review_template (tenant_id, id)
);
create index review_template_criteria_parent on review_template_criteria (tenant_id, parent_id, sort_order);
grant select, insert, update, delete on review_template_criteria to keyan_app;
alter table review_template_criteria enable row level security;
alter table review_template_criteria force row level security;
create policy tenant on review_template_criteria using (tenant_id = current_setting('app.tenant', true));

create table review_avoidance (
  tenant_id character varying(12) not null,
  id bigint not null,
  name text,
  unit text,
  user_id bigint,
  reason text,
  title text,
  biz_kind text,
  resource text,
  business_id text,
  parties text,
  search_text text generated always as (lower(coalesce(name, ''))) stored,
  create_user bigint not null,
  create_dept bigint,
  create_time timestamp with time zone not null,
  update_user bigint not null,
  update_time timestamp with time zone not null,
  is_deleted smallint not null default 0,
  version integer not null default 1,
  primary key (tenant_id, id)
);
comment on column review_avoidance.search_text is 'name';
create index review_avoidance_order on review_avoidance (tenant_id, create_time desc nulls last, id desc) where is_deleted = 0;
create index review_avoidance_create_user_order on review_avoidance (tenant_id, create_user, create_time desc nulls last, id desc) where is_deleted = 0;
create index review_avoidance_user_id on review_avoidance (tenant_id, user_id) where is_deleted = 0;
create index review_avoidance_search on review_avoidance using gin (search_text gin_trgm_ops) where is_deleted = 0;
grant select, insert, update, delete on review_avoidance to keyan_app;
alter table review_avoidance enable row level security;
alter table review_avoidance force row level security;
create policy tenant on review_avoidance using (tenant_id = current_setting('app.tenant', true));

create table person_relation (
  tenant_id character varying(12) not null,
  id bigint not null,
  user_id bigint,
  relation text,
  other_id bigint,
  other_name text,
  other_unit text,
  remark text,
  search_text text generated always as (lower(coalesce(other_name, ''))) stored,
  create_user bigint not null,
  create_dept bigint,
  create_time timestamp with time zone not null,
  update_user bigint not null,
  update_time timestamp with time zone not null,
  is_deleted smallint not null default 0,
  version integer not null default 1,
  primary key (tenant_id, id)
);
comment on column person_relation.search_text is 'other_name';
create index person_relation_order on person_relation (tenant_id, create_time desc nulls last, id desc) where is_deleted = 0;
create index person_relation_user_id on person_relation (tenant_id, user_id) where is_deleted = 0;
create index person_relation_other_id on person_relation (tenant_id, other_id) where is_deleted = 0;
create index person_relation_search on person_relation using gin (search_text gin_trgm_ops) where is_deleted = 0;
grant select, insert, update, delete on person_relation to keyan_app;
alter table person_relation enable row level security;
alter table person_relation force row level security;
create policy tenant on person_relation using (tenant_id = current_setting('app.tenant', true));

create table review_objection (
  tenant_id character varying(12) not null,
  id bigint not null,
  title text,
  biz_kind text,
  set_id bigint,
  item_id bigint,
  ground text,
  content text,
  decision text,
  answer text,
  answer_time timestamp with time zone,
  status text,
  parties text,
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
comment on column review_objection.search_text is 'title';
create index review_objection_order on review_objection (tenant_id, create_time desc nulls last, id desc) where is_deleted = 0;
create index review_objection_create_user_order on review_objection (tenant_id, create_user, create_time desc nulls last, id desc) where is_deleted = 0;
create index review_objection_set_id on review_objection (tenant_id, set_id) where is_deleted = 0;
create index review_objection_item_id on review_objection (tenant_id, item_id) where is_deleted = 0;
create index review_objection_search on review_objection using gin (search_text gin_trgm_ops) where is_deleted = 0;
grant select, insert, update, delete on review_objection to keyan_app;
alter table review_objection enable row level security;
alter table review_objection force row level security;
create policy tenant on review_objection using (tenant_id = current_setting('app.tenant', true));

-- Reviews of before are by points, with parties as their records have them; who judges already has pledged.
update review_set s set score_scheme = '1', seed = 1, standardise = '0', parties = (
  select string_agg(distinct p.id, ',') from review_item i, unnest(string_to_array(i.parties, ',')) p(id)
   where i.tenant_id = s.tenant_id and i.set_id = s.id and i.is_deleted = 0 and p.id <> '');
update review_task set role = '1', score_scheme = '1', first_due = end_time,
  pledged_at = case when status in ('2', '3', '4') then assign_time end;
