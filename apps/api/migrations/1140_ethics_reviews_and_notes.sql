-- Decisions on the ethics of studies, and notes on projects.

create table ethics_review (
  tenant_id character varying(12) not null,
  id bigint not null,
  ethics_num text,
  title text,
  program_id bigint,
  program_ids bigint[],
  declare_id bigint,
  leader_id bigint,
  department_id bigint,
  subjects text[],
  on_list text,
  origin text,
  procedure text,
  content text,
  protection text,
  board text,
  approval_num text,
  granted_on date,
  valid_until date,
  decision text,
  opinion text,
  check_num text,
  next_track date,
  standing text,
  review_score numeric(11,2),
  review_rank integer,
  review_parties text,
  search_text text generated always as (lower(coalesce(ethics_num, '') || ' ' || coalesce(title, ''))) stored,
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
comment on column ethics_review.search_text is 'ethics_num, title';
create index ethics_review_order on ethics_review (tenant_id, create_time desc nulls last, id desc) where is_deleted = 0;
create index ethics_review_listed on ethics_review (tenant_id, audit_status, create_time desc nulls last, id desc, create_user, leader_id, department_id, program_id, subjects, origin, standing) where is_deleted = 0;
create index ethics_review_count on ethics_review (tenant_id, audit_status, create_user) where is_deleted = 0;
create index ethics_review_create_user_order on ethics_review (tenant_id, create_user, create_time desc nulls last, id desc) where is_deleted = 0;
create index ethics_review_leader_id_order on ethics_review (tenant_id, leader_id, create_time desc nulls last, id desc) where is_deleted = 0;
create index ethics_review_department_id_order on ethics_review (tenant_id, department_id, create_time desc nulls last, id desc, audit_status, create_user, leader_id, program_id, subjects, origin, standing) where is_deleted = 0;
create index ethics_review_by_o_s_pi_li_di on ethics_review (tenant_id, audit_status, origin, standing, program_id, leader_id, department_id, create_time desc nulls last, id desc) where is_deleted = 0;
create index ethics_review_count_subjects on ethics_review (tenant_id, audit_status, subjects) where is_deleted = 0;
create index ethics_review_program_id on ethics_review (tenant_id, program_id) where is_deleted = 0;
create index ethics_review_program_ids on ethics_review using gin (program_ids) where is_deleted = 0;
create index ethics_review_declare_id on ethics_review (tenant_id, declare_id) where is_deleted = 0;
create index ethics_review_search on ethics_review using gin (search_text gin_trgm_ops) where is_deleted = 0;
grant select, insert, update, delete on ethics_review to keyan_app;
alter table ethics_review enable row level security;
alter table ethics_review force row level security;
create policy tenant on ethics_review using (tenant_id = current_setting('app.tenant', true));

create table ethics_review_tracks (
  tenant_id character varying(12) not null,
  id bigint not null,
  parent_id bigint not null,
  sort_order integer not null,
  tracked_on date,
  standing text,
  report text,
  primary key (tenant_id, id),
  foreign key (tenant_id, parent_id) references ethics_review (tenant_id, id)
);
create index ethics_review_tracks_parent on ethics_review_tracks (tenant_id, parent_id, sort_order);
grant select, insert, update, delete on ethics_review_tracks to keyan_app;
alter table ethics_review_tracks enable row level security;
alter table ethics_review_tracks force row level security;
create policy tenant on ethics_review_tracks using (tenant_id = current_setting('app.tenant', true));

create table program_note (
  tenant_id character varying(12) not null,
  id bigint not null,
  program_id bigint,
  program_name text,
  program_num text,
  topic text,
  note_date date,
  writer_id bigint,
  content text,
  search_text text generated always as (lower(coalesce(program_name, '') || ' ' || coalesce(program_num, '') || ' ' || coalesce(topic, '') || ' ' || coalesce(content, ''))) stored,
  create_user bigint not null,
  create_dept bigint,
  create_time timestamp with time zone not null,
  update_user bigint not null,
  update_time timestamp with time zone not null,
  is_deleted smallint not null default 0,
  version integer not null default 1,
  primary key (tenant_id, id)
);
comment on column program_note.search_text is 'program_name, program_num, topic, content';
create index program_note_order on program_note (tenant_id, note_date desc nulls last, id desc) where is_deleted = 0;
create index program_note_create_user_order on program_note (tenant_id, create_user, note_date desc nulls last, id desc) where is_deleted = 0;
create index program_note_program_id on program_note (tenant_id, program_id) where is_deleted = 0;
create index program_note_writer_id on program_note (tenant_id, writer_id) where is_deleted = 0;
create index program_note_search on program_note using gin (search_text gin_trgm_ops) where is_deleted = 0;
grant select, insert, update, delete on program_note to keyan_app;
alter table program_note enable row level security;
alter table program_note force row level security;
create policy tenant on program_note using (tenant_id = current_setting('app.tenant', true));

