-- Annual reports to the ministry: the report, its form, its cells with the records behind each, entries of the office,
-- signatures of colleges, and what records lack.

create table annual_report (
  tenant_id character varying(12) not null,
  id bigint not null,
  name text,
  report text,
  year smallint,
  issue integer,
  remark text,
  status text,
  calc_time timestamp with time zone,
  calc_fault text,
  resume_at text,
  errors integer,
  unexplained integer,
  gaps integer,
  unsigned integer,
  sign_note text,
  issued_at timestamp with time zone,
  name_key text,
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
comment on column annual_report.search_text is 'name';
create index annual_report_order on annual_report (tenant_id, year desc nulls last, id desc) where is_deleted = 0;
create index annual_report_variant on annual_report (tenant_id, report, year desc nulls last, id desc) where is_deleted = 0;
create index annual_report_search on annual_report using gin (search_text gin_trgm_ops) where is_deleted = 0;
create unique index annual_report_name_unique on annual_report (tenant_id, name_key) where is_deleted = 0;
grant select, insert, update, delete on annual_report to keyan_app;
alter table annual_report enable row level security;
alter table annual_report force row level security;
create policy tenant on annual_report using (tenant_id = current_setting('app.tenant', true));

-- The form of a report as it was when it was computed: a form of another year changes none before.
create table annual_form (
  tenant_id varchar(12) not null,
  report_id bigint not null,
  form jsonb not null,
  primary key (tenant_id, report_id)
);
grant select, insert, update, delete on annual_form to keyan_app;
alter table annual_form enable row level security;
alter table annual_form force row level security;
create policy tenant on annual_form using (tenant_id = current_setting('app.tenant', true));

-- Cells of summaries: what was computed from records, and the value with corrections and totals.
create table annual_cell (
  tenant_id varchar(12) not null,
  report_id bigint not null,
  table_code text not null,
  row_code text not null,
  column_code text not null,
  -- Null for totals and what is entered by hand.
  computed numeric,
  value numeric not null,
  primary key (tenant_id, report_id, table_code, row_code, column_code)
);
grant select, insert, update, delete on annual_cell to keyan_app;
alter table annual_cell enable row level security;
alter table annual_cell force row level security;
create policy tenant on annual_cell using (tenant_id = current_setting('app.tenant', true));

-- The records that a cell counts, and what each gives to it.
create table annual_row (
  tenant_id varchar(12) not null,
  report_id bigint not null,
  table_code text not null,
  row_code text not null,
  column_code text not null,
  resource text not null,
  record_id bigint not null,
  dept_id bigint,
  value numeric not null,
  primary key (tenant_id, report_id, table_code, row_code, column_code, resource, record_id)
);
create index annual_row_dept on annual_row (tenant_id, report_id, dept_id);
grant select, insert, update, delete on annual_row to keyan_app;
alter table annual_row enable row level security;
alter table annual_row force row level security;
create policy tenant on annual_row using (tenant_id = current_setting('app.tenant', true));

-- Rows of registers.
create table annual_line (
  tenant_id varchar(12) not null,
  report_id bigint not null,
  table_code text not null,
  resource text not null,
  record_id bigint not null,
  dept_id bigint,
  sort int not null,
  cells jsonb not null,
  primary key (tenant_id, report_id, table_code, resource, record_id)
);
grant select, insert, update, delete on annual_line to keyan_app;
alter table annual_line enable row level security;
alter table annual_line force row level security;
create policy tenant on annual_line using (tenant_id = current_setting('app.tenant', true));

-- Corrections, values by hand and reasons of warnings. The last one of a cell holds; earlier ones stay.
create table annual_entry (
  tenant_id varchar(12) not null,
  id bigint not null,
  report_id bigint not null,
  table_code text not null,
  row_code text not null,
  column_code text not null,
  value text,
  reason text not null,
  -- The computed value that the writer saw.
  seen text,
  user_id bigint not null,
  time timestamptz not null,
  primary key (tenant_id, id)
);
create index annual_entry_cell on annual_entry (tenant_id, report_id, table_code, row_code, column_code, id desc);
grant select, insert, update, delete on annual_entry to keyan_app;
alter table annual_entry enable row level security;
alter table annual_entry force row level security;
create policy tenant on annual_entry using (tenant_id = current_setting('app.tenant', true));

-- What colleges give to a report, and what they signed of it: a mark for each record.
create table annual_sign (
  tenant_id varchar(12) not null,
  report_id bigint not null,
  dept_id bigint not null,
  digest text not null,
  marks text[] not null,
  signed_digest text,
  signed_marks text[],
  signed_by bigint,
  signed_at timestamptz,
  primary key (tenant_id, report_id, dept_id)
);
grant select, insert, update, delete on annual_sign to keyan_app;
alter table annual_sign enable row level security;
alter table annual_sign force row level security;
create policy tenant on annual_sign using (tenant_id = current_setting('app.tenant', true));

-- Fields that the report asks for and that records lack.
create table annual_gap (
  tenant_id varchar(12) not null,
  report_id bigint not null,
  resource text not null,
  record_id bigint not null,
  dept_id bigint,
  field text not null,
  primary key (tenant_id, report_id, resource, record_id, field)
);
grant select, insert, update, delete on annual_gap to keyan_app;
alter table annual_gap enable row level security;
alter table annual_gap force row level security;
create policy tenant on annual_gap using (tenant_id = current_setting('app.tenant', true));
