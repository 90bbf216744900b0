-- Codes sent to phones to sign in with: their hashes, and those of the phones. A row stays for a day, so
-- that a phone gets no more than a few codes in that time. No account stands where none has the phone.
create table sign_in_code (
  tenant_id varchar(12) not null,
  key uuid not null,
  phone bytea not null,
  user_id bigint,
  code bytea not null,
  tries int not null,
  create_time timestamptz not null,
  expires_at timestamptz not null,
  primary key (tenant_id, key)
);
create index sign_in_code_phone on sign_in_code (tenant_id, phone, create_time);
create index sign_in_code_time on sign_in_code (tenant_id, create_time);
grant select, insert, update, delete on sign_in_code to keyan_app;
alter table sign_in_code enable row level security;
alter table sign_in_code force row level security;
create policy tenant on sign_in_code using (tenant_id = current_setting('app.tenant', true));
