-- Foreign tables that records fill, with the questions to people about what they lack.
create table fill_table (
  tenant_id character varying(12) not null,
  id bigint not null,
  table_name text,
  authority text,
  table_year smallint,
  due_date date,
  page text,
  page_name text,
  source_key text,
  conditions text,
  remark text,
  status text,
  headings_key text,
  row_count integer,
  known integer,
  from_last integer,
  given integer,
  unknown integer,
  filled_at timestamp with time zone,
  search_text text generated always as (lower(coalesce(table_name, '') || ' ' || coalesce(authority, ''))) stored,
  create_user bigint not null,
  create_dept bigint,
  create_time timestamp with time zone not null,
  update_user bigint not null,
  update_time timestamp with time zone not null,
  is_deleted smallint not null default 0,
  version integer not null default 1,
  primary key (tenant_id, id)
);
comment on column fill_table.search_text is 'table_name, authority';
create index fill_table_order on fill_table (tenant_id, create_time desc nulls last, id desc) where is_deleted = 0;
create index fill_table_create_user_order on fill_table (tenant_id, create_user, create_time desc nulls last, id desc) where is_deleted = 0;
create index fill_table_search on fill_table using gin (search_text gin_trgm_ops) where is_deleted = 0;
grant select, insert, update, delete on fill_table to keyan_app;
alter table fill_table enable row level security;
alter table fill_table force row level security;
create policy tenant on fill_table using (tenant_id = current_setting('app.tenant', true));

create table fill_question (
  tenant_id character varying(12) not null,
  id bigint not null,
  title text,
  authority text,
  table_id bigint,
  user_id bigint,
  cells integer,
  remaining integer,
  due_date date,
  asked_at timestamp with time zone,
  reminded_at timestamp with time zone,
  answered_at timestamp with time zone,
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
comment on column fill_question.search_text is 'title';
create index fill_question_order on fill_question (tenant_id, create_time desc nulls last, id desc) where is_deleted = 0;
create index fill_question_user_id_order on fill_question (tenant_id, user_id, create_time desc nulls last, id desc) where is_deleted = 0;
create index fill_question_create_user_order on fill_question (tenant_id, create_user, create_time desc nulls last, id desc) where is_deleted = 0;
create index fill_question_table_id on fill_question (tenant_id, table_id) where is_deleted = 0;
create index fill_question_search on fill_question using gin (search_text gin_trgm_ops) where is_deleted = 0;
grant select, insert, update, delete on fill_question to keyan_app;
alter table fill_question enable row level security;
alter table fill_question force row level security;
create policy tenant on fill_question using (tenant_id = current_setting('app.tenant', true));


-- What the columns of a table get: written when an officer has looked at it.
create table fill_layout (
  tenant_id varchar(12) not null,
  table_id bigint not null,
  layout jsonb not null,
  primary key (tenant_id, table_id),
  foreign key (tenant_id, table_id) references fill_table (tenant_id, id)
);
grant select, insert, update, delete on fill_layout to keyan_app;
alter table fill_layout enable row level security;
alter table fill_layout force row level security;
create policy tenant on fill_layout using (tenant_id = current_setting('app.tenant', true));

-- Rows of a table, each with the record that fills it, as it was then.
create table fill_row (
  tenant_id varchar(12) not null,
  table_id bigint not null,
  row_no integer not null,
  resource text not null,
  record_id bigint not null,
  record_version integer not null,
  title text not null,
  person_id bigint,
  dept_id bigint,
  primary key (tenant_id, table_id, row_no),
  foreign key (tenant_id, table_id) references fill_table (tenant_id, id)
);
grant select, insert, update, delete on fill_row to keyan_app;
alter table fill_row enable row level security;
alter table fill_row force row level security;
create policy tenant on fill_row using (tenant_id = current_setting('app.tenant', true));

-- Cells of a table with where each value comes from.
create table fill_cell (
  tenant_id varchar(12) not null,
  table_id bigint not null,
  row_no integer not null,
  column_no integer not null,
  value text,
  kind text not null check (kind in ('text', 'number', 'day')),
  mark text not null check (mark in ('known', 'last', 'unknown', 'answered', 'hand', 'none')),
  field text,
  question_id bigint,
  note text not null,
  primary key (tenant_id, table_id, row_no, column_no),
  foreign key (tenant_id, table_id) references fill_table (tenant_id, id)
);
create index fill_cell_question on fill_cell (tenant_id, question_id) where question_id is not null;
grant select, insert, update, delete on fill_cell to keyan_app;
alter table fill_cell enable row level security;
alter table fill_cell force row level security;
create policy tenant on fill_cell using (tenant_id = current_setting('app.tenant', true));
