-- Prizes: notices, declarations that answer them with their lines, what is declared and recommended of each
-- notice, and the declaration from which an award came.

alter table award add column from_declare_id bigint;
create index award_from_declare_id on award (tenant_id, from_declare_id) where is_deleted = 0;
create table prize_declaration (
  tenant_id character varying(12) not null,
  id bigint not null,
  declare_num text,
  notice_id bigint,
  award_name text,
  award_type text,
  award_level text,
  award_unit text,
  end_time timestamp with time zone,
  ach_name text,
  apply_grade text,
  subject text,
  result_form text,
  paper_id bigint,
  book_id bigint,
  start_date date,
  end_date date,
  content text,
  innovation text,
  social_effect text,
  dept_rank integer,
  college_id bigint,
  review_score numeric(11,2),
  result text,
  award_grade text,
  award_date date,
  award_id bigint,
  fk_dept_id bigint,
  first_author text,
  author_names text,
  author_num integer,
  declare_num_key text,
  search_text text generated always as (lower(coalesce(declare_num, '') || ' ' || coalesce(award_name, '') || ' ' || coalesce(ach_name, '') || ' ' || coalesce(first_author, '') || ' ' || coalesce(author_names, ''))) stored,
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
comment on column prize_declaration.search_text is 'declare_num, award_name, ach_name, first_author, author_names';
create index prize_declaration_order on prize_declaration (tenant_id, create_time desc nulls last, id desc) where is_deleted = 0;
create index prize_declaration_listed on prize_declaration (tenant_id, audit_status, create_time desc nulls last, id desc, create_user, fk_dept_id, notice_id, apply_grade, subject, result_form, college_id, result) where is_deleted = 0;
create index prize_declaration_count on prize_declaration (tenant_id, audit_status, create_user) where is_deleted = 0;
create index prize_declaration_create_user_order on prize_declaration (tenant_id, create_user, create_time desc nulls last, id desc) where is_deleted = 0;
create index prize_declaration_fk_dept_id_order on prize_declaration (tenant_id, fk_dept_id, create_time desc nulls last, id desc, audit_status, create_user, notice_id, apply_grade, subject, result_form, college_id, result) where is_deleted = 0;
create index prize_declaration_by_ag_rf_r_ni_s on prize_declaration (tenant_id, audit_status, apply_grade, result_form, result, notice_id, subject, create_time desc nulls last, id desc) where is_deleted = 0;
create index prize_declaration_by_ag_rf_r_ni_ci on prize_declaration (tenant_id, audit_status, apply_grade, result_form, result, notice_id, college_id, create_time desc nulls last, id desc) where is_deleted = 0;
create index prize_declaration_by_s_ci on prize_declaration (tenant_id, audit_status, subject, college_id, create_time desc nulls last, id desc) where is_deleted = 0;
create index prize_declaration_notice_id on prize_declaration (tenant_id, notice_id) where is_deleted = 0;
create index prize_declaration_paper_id on prize_declaration (tenant_id, paper_id) where is_deleted = 0;
create index prize_declaration_book_id on prize_declaration (tenant_id, book_id) where is_deleted = 0;
create index prize_declaration_college_id on prize_declaration (tenant_id, college_id) where is_deleted = 0;
create index prize_declaration_award_id on prize_declaration (tenant_id, award_id) where is_deleted = 0;
create index prize_declaration_search on prize_declaration using gin (search_text gin_trgm_ops) where is_deleted = 0;
create unique index prize_declaration_declare_num_unique on prize_declaration (tenant_id, declare_num_key) where is_deleted = 0 and audit_status in ('1', '2');
grant select, insert, update, delete on prize_declaration to keyan_app;
alter table prize_declaration enable row level security;
alter table prize_declaration force row level security;
create policy tenant on prize_declaration using (tenant_id = current_setting('app.tenant', true));

create table prize_declaration_outputs (
  tenant_id character varying(12) not null,
  id bigint not null,
  parent_id bigint not null,
  sort_order integer not null,
  biz_type text,
  title text,
  primary key (tenant_id, id),
  foreign key (tenant_id, parent_id) references prize_declaration (tenant_id, id)
);
create index prize_declaration_outputs_parent on prize_declaration_outputs (tenant_id, parent_id, sort_order);
grant select, insert, update, delete on prize_declaration_outputs to keyan_app;
alter table prize_declaration_outputs enable row level security;
alter table prize_declaration_outputs force row level security;
create policy tenant on prize_declaration_outputs using (tenant_id = current_setting('app.tenant', true));

create table prize_declaration_authors (
  tenant_id character varying(12) not null,
  id bigint not null,
  parent_id bigint not null,
  sort_order integer not null,
  sort integer,
  person_type text,
  user_id bigint,
  job_num text,
  name text,
  unit text,
  author_type text,
  is_first_unit text,
  contribution_rate numeric(11,2),
  credit_roles text[],
  sex text,
  ranks text,
  tl_degree text,
  confirm_status text,
  primary key (tenant_id, id),
  foreign key (tenant_id, parent_id) references prize_declaration (tenant_id, id)
);
create index prize_declaration_authors_parent on prize_declaration_authors (tenant_id, parent_id, sort_order);
create index prize_declaration_authors_user_id on prize_declaration_authors (tenant_id, user_id, parent_id);
grant select, insert, update, delete on prize_declaration_authors to keyan_app;
alter table prize_declaration_authors enable row level security;
alter table prize_declaration_authors force row level security;
create policy tenant on prize_declaration_authors using (tenant_id = current_setting('app.tenant', true));

create table prize_notice (
  tenant_id character varying(12) not null,
  id bigint not null,
  notice_name text,
  award_name text,
  award_type text,
  award_level text,
  award_unit text,
  year smallint,
  start_time timestamp with time zone,
  end_time timestamp with time zone,
  quota integer,
  dept_quota integer,
  person_limit integer,
  need_review text,
  status text,
  content text,
  search_text text generated always as (lower(coalesce(notice_name, '') || ' ' || coalesce(award_name, ''))) stored,
  create_user bigint not null,
  create_dept bigint,
  create_time timestamp with time zone not null,
  update_user bigint not null,
  update_time timestamp with time zone not null,
  is_deleted smallint not null default 0,
  version integer not null default 1,
  primary key (tenant_id, id)
);
comment on column prize_notice.search_text is 'notice_name, award_name';
create index prize_notice_order on prize_notice (tenant_id, end_time desc nulls last, id desc) where is_deleted = 0;
create index prize_notice_due_close on prize_notice (tenant_id, status, end_time) where is_deleted = 0;
create index prize_notice_search on prize_notice using gin (search_text gin_trgm_ops) where is_deleted = 0;
grant select, insert, update, delete on prize_notice to keyan_app;
alter table prize_notice enable row level security;
alter table prize_notice force row level security;
create policy tenant on prize_notice using (tenant_id = current_setting('app.tenant', true));

create table ledger_prize_persons (
  tenant_id character varying(12) not null,
  owner_id bigint not null,
  account text not null,
  id bigint not null generated always as identity,
  declared bigint not null default 0,
  source text not null,
  source_id bigint not null,
  effect text not null,
  action text not null,
  actor_id bigint,
  time timestamp with time zone not null,
  primary key (tenant_id, id)
);
create index ledger_prize_persons_source on ledger_prize_persons (tenant_id, source_id, effect);
create index ledger_prize_persons_account on ledger_prize_persons (tenant_id, owner_id, account, id);
grant select, insert on ledger_prize_persons to keyan_app;
alter table ledger_prize_persons enable row level security;
alter table ledger_prize_persons force row level security;
create policy tenant on ledger_prize_persons using (tenant_id = current_setting('app.tenant', true));

create table ledger_prize_persons_balance (
  tenant_id character varying(12) not null,
  owner_id bigint not null,
  account text not null,
  declared bigint not null default 0,
  primary key (tenant_id, owner_id, account)
);
grant select, insert, update on ledger_prize_persons_balance to keyan_app;
alter table ledger_prize_persons_balance enable row level security;
alter table ledger_prize_persons_balance force row level security;
create policy tenant on ledger_prize_persons_balance using (tenant_id = current_setting('app.tenant', true));

create table ledger_prize_quotas (
  tenant_id character varying(12) not null,
  owner_id bigint not null,
  account text not null,
  id bigint not null generated always as identity,
  recommended bigint not null default 0,
  source text not null,
  source_id bigint not null,
  effect text not null,
  action text not null,
  actor_id bigint,
  time timestamp with time zone not null,
  primary key (tenant_id, id)
);
create index ledger_prize_quotas_source on ledger_prize_quotas (tenant_id, source_id, effect);
create index ledger_prize_quotas_account on ledger_prize_quotas (tenant_id, owner_id, account, id);
grant select, insert on ledger_prize_quotas to keyan_app;
alter table ledger_prize_quotas enable row level security;
alter table ledger_prize_quotas force row level security;
create policy tenant on ledger_prize_quotas using (tenant_id = current_setting('app.tenant', true));

create table ledger_prize_quotas_balance (
  tenant_id character varying(12) not null,
  owner_id bigint not null,
  account text not null,
  recommended bigint not null default 0,
  primary key (tenant_id, owner_id, account)
);
grant select, insert, update on ledger_prize_quotas_balance to keyan_app;
alter table ledger_prize_quotas_balance enable row level security;
alter table ledger_prize_quotas_balance force row level security;
create policy tenant on ledger_prize_quotas_balance using (tenant_id = current_setting('app.tenant', true));
