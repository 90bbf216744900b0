-- Lists of retracted papers and of journals warned of, the cases that they open, and what decisions take back.
create table watch_list (
  tenant_id character varying(12) not null,
  id bigint not null,
  list_name text,
  list_kind text,
  issue_date date,
  file_name text,
  entries integer,
  hits integer,
  compared_at timestamp with time zone,
  remarks text,
  status text,
  search_text text generated always as (lower(coalesce(list_name, ''))) stored,
  create_user bigint not null,
  create_dept bigint,
  create_time timestamp with time zone not null,
  update_user bigint not null,
  update_time timestamp with time zone not null,
  is_deleted smallint not null default 0,
  version integer not null default 1,
  primary key (tenant_id, id)
);
comment on column watch_list.search_text is 'list_name';
create index watch_list_order on watch_list (tenant_id, create_time desc nulls last, id desc) where is_deleted = 0;
create index watch_list_search on watch_list using gin (search_text gin_trgm_ops) where is_deleted = 0;
grant select, insert, update, delete on watch_list to keyan_app;
alter table watch_list enable row level security;
alter table watch_list force row level security;
create policy tenant on watch_list using (tenant_id = current_setting('app.tenant', true));

create table retraction_case (
  tenant_id character varying(12) not null,
  id bigint not null,
  case_num text,
  paper_title text,
  status text,
  paper_id bigint,
  journal_name text,
  doi text,
  fk_dept_id bigint,
  list_id bigint,
  list_kind text,
  entry_key text,
  entry_title text,
  entry_journal text,
  notice_date date,
  notice_doi text,
  reason text,
  points integer,
  matched_by text[],
  chain_at timestamp with time zone,
  due_date date,
  decision text[],
  decision_reason text,
  decided_by bigint,
  decided_at timestamp with time zone,
  entry_key_key text,
  search_text text generated always as (lower(coalesce(case_num, '') || ' ' || coalesce(paper_title, ''))) stored,
  create_user bigint not null,
  create_dept bigint,
  create_time timestamp with time zone not null,
  update_user bigint not null,
  update_time timestamp with time zone not null,
  is_deleted smallint not null default 0,
  version integer not null default 1,
  primary key (tenant_id, id)
);
comment on column retraction_case.search_text is 'case_num, paper_title';
create index retraction_case_order on retraction_case (tenant_id, create_time desc nulls last, id desc) where is_deleted = 0;
create index retraction_case_paper_id on retraction_case (tenant_id, paper_id) where is_deleted = 0;
create index retraction_case_fk_dept_id on retraction_case (tenant_id, fk_dept_id) where is_deleted = 0;
create index retraction_case_list_id on retraction_case (tenant_id, list_id) where is_deleted = 0;
create index retraction_case_decided_by on retraction_case (tenant_id, decided_by) where is_deleted = 0;
create index retraction_case_search on retraction_case using gin (search_text gin_trgm_ops) where is_deleted = 0;
create unique index retraction_case_entry_key_unique on retraction_case (tenant_id, entry_key_key) where is_deleted = 0;
grant select, insert, update, delete on retraction_case to keyan_app;
alter table retraction_case enable row level security;
alter table retraction_case force row level security;
create policy tenant on retraction_case using (tenant_id = current_setting('app.tenant', true));

create table retraction_case_chain (
  tenant_id character varying(12) not null,
  id bigint not null,
  parent_id bigint not null,
  sort_order integer not null,
  chain_kind text,
  resource text,
  biz_id text,
  title text,
  user_id bigint,
  amount numeric(11,2),
  note text,
  primary key (tenant_id, id),
  foreign key (tenant_id, parent_id) references retraction_case (tenant_id, id)
);
create index retraction_case_chain_parent on retraction_case_chain (tenant_id, parent_id, sort_order);
create index retraction_case_chain_user_id on retraction_case_chain (tenant_id, user_id, parent_id);
grant select, insert, update, delete on retraction_case_chain to keyan_app;
alter table retraction_case_chain enable row level security;
alter table retraction_case_chain force row level security;
create policy tenant on retraction_case_chain using (tenant_id = current_setting('app.tenant', true));

create table retraction_case_statements (
  tenant_id character varying(12) not null,
  id bigint not null,
  parent_id bigint not null,
  sort_order integer not null,
  user_id bigint,
  asked_at timestamp with time zone,
  statement text,
  answered_at timestamp with time zone,
  primary key (tenant_id, id),
  foreign key (tenant_id, parent_id) references retraction_case (tenant_id, id)
);
create index retraction_case_statements_parent on retraction_case_statements (tenant_id, parent_id, sort_order);
create index retraction_case_statements_user_id on retraction_case_statements (tenant_id, user_id, parent_id);
grant select, insert, update, delete on retraction_case_statements to keyan_app;
alter table retraction_case_statements enable row level security;
alter table retraction_case_statements force row level security;
create policy tenant on retraction_case_statements using (tenant_id = current_setting('app.tenant', true));

create table case_reversal (
  tenant_id character varying(12) not null,
  id bigint not null,
  case_id bigint,
  kind text,
  title text,
  user_id bigint,
  result_id bigint,
  detail_id bigint,
  amount numeric(11,2),
  why text,
  returned_for text,
  paid_back_on date,
  voucher_num text,
  status text,
  result_id_key text,
  detail_id_key text,
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
comment on column case_reversal.search_text is 'title';
create index case_reversal_order on case_reversal (tenant_id, create_time desc nulls last, id desc) where is_deleted = 0;
create index case_reversal_user_id_order on case_reversal (tenant_id, user_id, create_time desc nulls last, id desc) where is_deleted = 0;
create index case_reversal_case_id on case_reversal (tenant_id, case_id) where is_deleted = 0;
create index case_reversal_result_id on case_reversal (tenant_id, result_id) where is_deleted = 0;
create index case_reversal_detail_id on case_reversal (tenant_id, detail_id) where is_deleted = 0;
create index case_reversal_search on case_reversal using gin (search_text gin_trgm_ops) where is_deleted = 0;
create unique index case_reversal_result_id_unique on case_reversal (tenant_id, result_id_key) where is_deleted = 0;
create unique index case_reversal_detail_id_unique on case_reversal (tenant_id, detail_id_key) where is_deleted = 0;
grant select, insert, update, delete on case_reversal to keyan_app;
alter table case_reversal enable row level security;
alter table case_reversal force row level security;
create policy tenant on case_reversal using (tenant_id = current_setting('app.tenant', true));


-- Entries of a list, compared with the library each night. No record: nobody edits them.
create table watch_list_entry (
  tenant_id varchar(12) not null,
  list_id bigint not null,
  place integer not null,
  doi_key text,
  title text,
  title_key text,
  journal text,
  journal_key text,
  issn text,
  publish_year integer,
  notice_date date,
  notice_doi text,
  reason text,
  primary key (tenant_id, list_id, place),
  foreign key (tenant_id, list_id) references watch_list (tenant_id, id)
);
create index watch_list_entry_doi on watch_list_entry (tenant_id, doi_key) where doi_key is not null;
create index watch_list_entry_title on watch_list_entry (tenant_id, title_key) where title_key is not null;
grant select, insert, delete on watch_list_entry to keyan_app;
alter table watch_list_entry enable row level security;
alter table watch_list_entry force row level security;
create policy tenant on watch_list_entry using (tenant_id = current_setting('app.tenant', true));
