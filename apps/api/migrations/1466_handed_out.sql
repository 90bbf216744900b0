-- The register of what left the house, with its content as it was.
create table handed_out (
  tenant_id character varying(12) not null,
  id bigint not null,
  title text,
  recipient_kind text,
  recipient text,
  occasion text,
  handed_on date,
  year smallint,
  source text,
  source_key text,
  source_kind text,
  source_id text,
  remark text,
  cell_count integer,
  status text,
  withdrawn_for text,
  search_text text generated always as (lower(coalesce(title, '') || ' ' || coalesce(recipient, ''))) stored,
  create_user bigint not null,
  create_dept bigint,
  create_time timestamp with time zone not null,
  update_user bigint not null,
  update_time timestamp with time zone not null,
  is_deleted smallint not null default 0,
  version integer not null default 1,
  primary key (tenant_id, id)
);
comment on column handed_out.search_text is 'title, recipient';
create index handed_out_order on handed_out (tenant_id, handed_on desc nulls last, id desc) where is_deleted = 0;
create index handed_out_create_user_order on handed_out (tenant_id, create_user, handed_on desc nulls last, id desc) where is_deleted = 0;
create index handed_out_search on handed_out using gin (search_text gin_trgm_ops) where is_deleted = 0;
grant select, insert, update, delete on handed_out to keyan_app;
alter table handed_out enable row level security;
alter table handed_out force row level security;
create policy tenant on handed_out using (tenant_id = current_setting('app.tenant', true));

create table handed_out_figures (
  tenant_id character varying(12) not null,
  id bigint not null,
  parent_id bigint not null,
  sort_order integer not null,
  name text,
  value text,
  unit text,
  definition text,
  primary key (tenant_id, id),
  foreign key (tenant_id, parent_id) references handed_out (tenant_id, id)
);
create index handed_out_figures_parent on handed_out_figures (tenant_id, parent_id, sort_order);
grant select, insert, update, delete on handed_out_figures to keyan_app;
alter table handed_out_figures enable row level security;
alter table handed_out_figures force row level security;
create policy tenant on handed_out_figures using (tenant_id = current_setting('app.tenant', true));


-- Cells of what was handed out, each with the record of its row. Written once.
create table handed_cell (
  tenant_id varchar(12) not null,
  handed_id bigint not null,
  sort integer not null,
  row_key text not null,
  row_label text not null,
  column_key text not null,
  column_label text not null,
  value text not null,
  definition text not null,
  resource text,
  record_id bigint,
  record_version integer,
  primary key (tenant_id, handed_id, sort),
  foreign key (tenant_id, handed_id) references handed_out (tenant_id, id)
);
grant select, insert, delete on handed_cell to keyan_app;
alter table handed_cell enable row level security;
alter table handed_cell force row level security;
create policy tenant on handed_cell using (tenant_id = current_setting('app.tenant', true));

-- What each record gave to a cell that sums several. Written once.
create table handed_part (
  tenant_id varchar(12) not null,
  handed_id bigint not null,
  row_key text not null,
  column_key text not null,
  resource text not null,
  record_id bigint not null,
  record_version integer not null,
  value text not null,
  primary key (tenant_id, handed_id, row_key, column_key, resource, record_id),
  foreign key (tenant_id, handed_id) references handed_out (tenant_id, id)
);
grant select, insert, delete on handed_part to keyan_app;
alter table handed_part enable row level security;
alter table handed_part force row level security;
create policy tenant on handed_part using (tenant_id = current_setting('app.tenant', true));

-- Reasons of differences between two definitions, row by row; earlier ones stay.
create table handed_reason (
  tenant_id varchar(12) not null,
  id bigint not null,
  from_key text not null,
  to_key text not null,
  row_key text not null,
  text text not null,
  basis text not null,
  user_id bigint not null,
  time timestamp with time zone not null,
  primary key (tenant_id, id)
);
create index handed_reason_row on handed_reason (tenant_id, from_key, to_key, row_key, id desc);
grant select, insert, delete on handed_reason to keyan_app;
alter table handed_reason enable row level security;
alter table handed_reason force row level security;
create policy tenant on handed_reason using (tenant_id = current_setting('app.tenant', true));
