-- People who ask for an account, until an administrator decides.

create table register_guest (
  tenant_id varchar(12) not null,
  id bigint not null,
  name text,
  account text,
  apply_time timestamptz,
  -- 0 waits, 1 accepted, 2 refused.
  status text check (status in ('0', '1', '2')),
  dept_id bigint,
  role_name text,
  reason text,
  handler_name text,
  handle_time timestamptz,
  search_text text generated always as (lower(coalesce(name, '') || ' ' || coalesce(account, ''))) stored,
  create_user bigint not null,
  create_dept bigint,
  create_time timestamptz not null,
  update_user bigint not null,
  update_time timestamptz not null,
  is_deleted smallint not null default 0,
  version int not null default 1,
  primary key (tenant_id, id)
);
comment on column register_guest.search_text is 'name, account';
create index register_guest_order on register_guest (tenant_id, apply_time desc nulls last, id desc) where is_deleted = 0;
create index register_guest_dept_id on register_guest (tenant_id, dept_id) where is_deleted = 0;
create index register_guest_search on register_guest using gin (search_text gin_trgm_ops) where is_deleted = 0;
-- One name is asked for once at a time.
create unique index register_guest_waiting on register_guest (tenant_id, lower(account)) where status = '0' and is_deleted = 0;

-- Apart from `register_guest`, so that nothing that reads applications can read a password.
create table register_guest_secret (
  tenant_id varchar(12) not null,
  registration_id bigint not null,
  -- argon2id in PHC form; gone once somebody decided.
  password_hash text,
  -- Who the applicant is to a provider of sign-ins, where they came from one.
  oauth_id text,
  -- Where the application came from: too many from one place are turned away.
  address text not null,
  user_agent text not null,
  create_time timestamptz not null,
  primary key (tenant_id, registration_id),
  foreign key (tenant_id, registration_id) references register_guest (tenant_id, id)
);
create index register_guest_secret_recent on register_guest_secret (tenant_id, create_time);

grant select, insert, update, delete on register_guest, register_guest_secret to keyan_app;
alter table register_guest enable row level security;
alter table register_guest force row level security;
create policy tenant on register_guest using (tenant_id = current_setting('app.tenant', true));
alter table register_guest_secret enable row level security;
alter table register_guest_secret force row level security;
create policy tenant on register_guest_secret using (tenant_id = current_setting('app.tenant', true));
