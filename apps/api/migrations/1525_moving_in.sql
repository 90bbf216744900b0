-- Rows of an import may be records that stand already; batches of moving in are kept for their reconciliation and undoing.
alter table import_batch add column kept boolean not null default false;
alter table import_row add column standing_id bigint;

-- Headings of files of other systems, as an officer matched them with fields last.
create table import_heading (
  tenant_id varchar(12) not null,
  resource text not null,
  heading text not null,
  field text not null,
  primary key (tenant_id, resource, heading)
);
grant select, insert, update, delete on import_heading to keyan_app;
alter table import_heading enable row level security;
alter table import_heading force row level security;
create policy tenant on import_heading using (tenant_id = current_setting('app.tenant', true));

create table funds_opening (
  tenant_id character varying(12) not null,
  id bigint not null,
  opening_num text,
  program_id bigint,
  program_name text,
  program_num text,
  program_leader bigint,
  department_id bigint,
  program_kind text,
  opening_day date,
  contract_funds numeric(18,2),
  arrived numeric(18,2),
  taxed numeric(18,2),
  overhead numeric(18,2),
  spent numeric(18,2),
  told numeric(18,2),
  left_funds numeric(18,2),
  voucher text,
  remarks text,
  status text,
  voided_for text,
  program_id_key text,
  search_text text generated always as (lower(coalesce(opening_num, '') || ' ' || coalesce(program_name, '') || ' ' || coalesce(program_num, '') || ' ' || coalesce(voucher, ''))) stored,
  create_user bigint not null,
  create_dept bigint,
  create_time timestamp with time zone not null,
  update_user bigint not null,
  update_time timestamp with time zone not null,
  is_deleted smallint not null default 0,
  version integer not null default 1,
  primary key (tenant_id, id)
);
comment on column funds_opening.search_text is 'opening_num, program_name, program_num, voucher';
create index funds_opening_order on funds_opening (tenant_id, create_time desc nulls last, id desc) where is_deleted = 0;
create index funds_opening_program_leader_order on funds_opening (tenant_id, program_leader, create_time desc nulls last, id desc) where is_deleted = 0;
create index funds_opening_department_id_order on funds_opening (tenant_id, department_id, create_time desc nulls last, id desc) where is_deleted = 0;
create index funds_opening_program_id on funds_opening (tenant_id, program_id) where is_deleted = 0;
create index funds_opening_search on funds_opening using gin (search_text gin_trgm_ops) where is_deleted = 0;
create unique index funds_opening_program_id_unique on funds_opening (tenant_id, program_id_key, (case when voided_for is null then 0 else id end)) where is_deleted = 0;
grant select, insert, update, delete on funds_opening to keyan_app;
alter table funds_opening enable row level security;
alter table funds_opening force row level security;
create policy tenant on funds_opening using (tenant_id = current_setting('app.tenant', true));

create table funds_opening_items (
  tenant_id character varying(12) not null,
  id bigint not null,
  parent_id bigint not null,
  sort_order integer not null,
  item_code text,
  booked numeric(18,2),
  spent numeric(18,2),
  primary key (tenant_id, id),
  foreign key (tenant_id, parent_id) references funds_opening (tenant_id, id)
);
create index funds_opening_items_parent on funds_opening_items (tenant_id, parent_id, sort_order);
grant select, insert, update, delete on funds_opening_items to keyan_app;
alter table funds_opening_items enable row level security;
alter table funds_opening_items force row level security;
create policy tenant on funds_opening_items using (tenant_id = current_setting('app.tenant', true));

create table moving_batch (
  tenant_id character varying(12) not null,
  id bigint not null,
  batch_num text,
  step text,
  kind text,
  kind_name text,
  file_name text,
  opening_day date,
  total_rows integer,
  new_rows integer,
  standing_rows integer,
  faulty_rows integer,
  import_batch text,
  status text,
  signed_by bigint,
  signed_on timestamp with time zone,
  sign_note text,
  undone_for text,
  search_text text generated always as (lower(coalesce(batch_num, '') || ' ' || coalesce(file_name, ''))) stored,
  create_user bigint not null,
  create_dept bigint,
  create_time timestamp with time zone not null,
  update_user bigint not null,
  update_time timestamp with time zone not null,
  is_deleted smallint not null default 0,
  version integer not null default 1,
  primary key (tenant_id, id)
);
comment on column moving_batch.search_text is 'batch_num, file_name';
create index moving_batch_order on moving_batch (tenant_id, create_time desc nulls last, id desc) where is_deleted = 0;
create index moving_batch_signed_by on moving_batch (tenant_id, signed_by) where is_deleted = 0;
create index moving_batch_search on moving_batch using gin (search_text gin_trgm_ops) where is_deleted = 0;
grant select, insert, update, delete on moving_batch to keyan_app;
alter table moving_batch enable row level security;
alter table moving_batch force row level security;
create policy tenant on moving_batch using (tenant_id = current_setting('app.tenant', true));

