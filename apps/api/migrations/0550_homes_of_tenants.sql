-- A tenant may have its rows in a data source of its own (decision 0170). What follows counts in the main
-- database; `installation` and `tenant_arrival` also in the data sources, which have the same tables.

-- Where a tenant lives, for those that ever moved; the others live in the main database. `closed`: nobody
-- works for it while it moves to `other_id`. `clearing`: it lives in its new home, and its rows in `other_id`
-- are still to be removed. Only the owner writes it.
create table tenant_home (
  tenant_code character varying(12) primary key,
  datasource_id bigint,
  state text not null check (state in ('open', 'closed', 'clearing')),
  other_id bigint,
  -- How often it was closed.
  moves bigint not null default 0,
  -- Progress of the move: rows that were copied, of how many.
  step text,
  rows_done bigint not null default 0,
  rows_all bigint not null default 0
);
grant select on tenant_home to keyan_app;

-- Every process says every few seconds that it lives, and for which moves it has stopped to work.
create table process_lease (
  process text primary key,
  beats bigint not null,
  left_moves text[] not null
);
grant select, insert, update, delete on process_lease to keyan_app;

-- Tenants whose rows were copied here by a move that has not made this database their home yet.
create table tenant_arrival (
  tenant_code character varying(12) primary key
);

-- Whose database this is: a data source is claimed by the installation whose tenants it gets.
create table installation (
  id uuid not null default gen_random_uuid(),
  is_claimed boolean not null default false
);
insert into installation default values;
grant select on installation to keyan_app;

-- People and departments name each other: rows of both are looked at behind the last one when a tenant is moved.
alter table dept alter constraint dept_tenant_id_leader_id_fkey deferrable initially immediate;
alter table dept alter constraint dept_tenant_id_secretary_id_fkey deferrable initially immediate;

-- A data source that a tenant was given until now was a note for whoever connects it, and no home.
alter table tenant_file no force row level security;
update tenant_file set datasource_id = null where datasource_id is not null;
alter table tenant_file force row level security;
