-- Sheets of records as people printed them. The code on a sheet leads to a public page that says
-- whether the record is still what was printed; only a hash of the code is kept.
create table printed_sheet (
  tenant_id varchar(12) not null,
  id bigint not null,
  -- SHA-256 of the token in the code.
  token_hash bytea not null,
  resource text not null,
  record_id bigint not null,
  version int not null,
  status text not null,
  title text not null,
  number text not null,
  owner text not null,
  printed_by bigint not null,
  printed_by_name text not null,
  print_time timestamptz not null,
  revoke_time timestamptz,
  revoked_by bigint,
  revoked_by_name text,
  primary key (tenant_id, id)
);
create unique index printed_sheet_token on printed_sheet (tenant_id, token_hash);
create index printed_sheet_record on printed_sheet (tenant_id, record_id, id);

grant select, insert, update on printed_sheet to keyan_app;
alter table printed_sheet enable row level security;
alter table printed_sheet force row level security;
create policy tenant on printed_sheet using (tenant_id = current_setting('app.tenant', true));
