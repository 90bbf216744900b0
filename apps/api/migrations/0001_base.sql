-- What every other table leans on: the history of all records, readable numbers, the worker
-- numbers of record ids, and imports that wait for their confirmation.

create extension if not exists pg_trgm;

-- Append-only: the application may add and read, never change or remove (ASVS 16.4).
create table history (
  tenant_id varchar(12) not null,
  id bigint not null,
  resource text not null,
  business_id bigint not null,
  action text not null,
  actor_id bigint,
  actor_name text not null,
  time timestamptz not null,
  version int not null,
  note text,
  -- [{ path, label: [zh, en], before, after }]
  changes jsonb not null,
  primary key (tenant_id, id)
);

create index history_business on history (tenant_id, business_id, id);

-- The next free number of each pattern, handed out in blocks.
create table number_sequence (
  tenant_id varchar(12) not null,
  key text not null,
  next bigint not null,
  primary key (tenant_id, key)
);

-- Every process that makes ids holds one of 1,024 numbers for as long as it renews the lease.
-- Belongs to the installation, not to a tenant.
create table id_worker (
  worker smallint primary key check (worker between 0 and 1023),
  holder text not null,
  until timestamptz not null
);

-- Rows of an import between its dry run and its confirmation.
create table import_batch (
  tenant_id varchar(12) not null,
  id bigint not null,
  resource text not null,
  file_name text not null,
  -- [{ row, input, faults }]
  rows jsonb not null,
  create_user bigint not null,
  create_time timestamptz not null,
  finish_time timestamptz,
  primary key (tenant_id, id)
);

create index import_batch_age on import_batch (tenant_id, create_time);

grant select, insert on history to keyan_app;
grant select, insert, update, delete on number_sequence, id_worker, import_batch to keyan_app;

alter table history enable row level security;
alter table history force row level security;
create policy tenant on history using (tenant_id = current_setting('app.tenant', true));
alter table number_sequence enable row level security;
alter table number_sequence force row level security;
create policy tenant on number_sequence using (tenant_id = current_setting('app.tenant', true));
alter table import_batch enable row level security;
alter table import_batch force row level security;
create policy tenant on import_batch using (tenant_id = current_setting('app.tenant', true));
