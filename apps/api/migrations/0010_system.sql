-- Tenants, departments, people, roles, menus, dictionaries, parameters, and what signing in needs.
--
-- Two tables stand outside the tenants, because they are read before anybody is known:
-- `tenant` (which university does this address belong to?) and `client` (which program calls?).
-- `sign_in_attempt` and `captcha` hold nothing but hashes and random text under random keys.
--
-- Writer 0 is the system itself.

create table tenant (
  tenant_id varchar(12) primary key,
  tenant_name text not null,
  tenant_name_en text,
  -- The host name, without scheme and port, whose login page belongs to this tenant.
  domain text,
  linkman text,
  contact_number text,
  address text,
  logo text,
  -- Most accounts it may have; -1 for no limit.
  account_number int not null default -1,
  expire_time timestamptz,
  create_time timestamptz not null default now(),
  update_time timestamptz not null default now(),
  is_deleted smallint not null default 0,
  version int not null default 1
);
create unique index tenant_domain on tenant (lower(domain)) where is_deleted = 0;

create table client (
  client_id text primary key,
  -- SHA-256 of the secret. Secrets of pages are public by nature; those of other programs are random.
  secret_hash bytea not null,
  grant_types text[] not null,
  -- Seconds.
  access_token_validity int not null default 3600,
  refresh_token_validity int not null default 604800,
  remark text,
  is_deleted smallint not null default 0
);

create table dept (
  tenant_id varchar(12) not null,
  id bigint not null,
  dept_name text not null,
  full_name text not null,
  dept_code text not null,
  -- Null for the root.
  parent_id bigint,
  dept_category text not null,
  dept_nature text,
  leader_id bigint,
  secretary_id bigint,
  sort int not null default 0,
  is_statistics text,
  remark text,
  search_text text generated always as (lower(coalesce(dept_name, '') || ' ' || coalesce(full_name, '') || ' ' || coalesce(dept_code, ''))) stored,
  create_user bigint not null default 0,
  create_dept bigint,
  create_time timestamptz not null default now(),
  update_user bigint not null default 0,
  update_time timestamptz not null default now(),
  is_deleted smallint not null default 0,
  version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, parent_id) references dept (tenant_id, id)
);
create unique index dept_code on dept (tenant_id, dept_code) where is_deleted = 0;
comment on column dept.search_text is 'dept_name, full_name, dept_code';
create index dept_order on dept (tenant_id, sort asc nulls first, id asc) where is_deleted = 0;
create index dept_create_user_order on dept (tenant_id, create_user, sort asc nulls first, id asc) where is_deleted = 0;
create index dept_parent_id on dept (tenant_id, parent_id) where is_deleted = 0;
create index dept_leader_id on dept (tenant_id, leader_id) where is_deleted = 0;
create index dept_secretary_id on dept (tenant_id, secretary_id) where is_deleted = 0;
create index dept_search on dept using gin (search_text gin_trgm_ops) where is_deleted = 0;

create table users (
  tenant_id varchar(12) not null,
  id bigint not null,
  account text not null,
  -- How the person is addressed, beside the real name.
  name text not null,
  real_name text not null,
  -- Staff number.
  code text,
  user_type text not null default '1',
  -- The main department; more of them in user_dept.
  dept_id bigint,
  phone text,
  email text,
  sex text,
  birthday date,
  avatar text,
  personel_id bigint,
  -- 1 may sign in, 0 may not.
  status text not null default '1' check (status in ('0', '1')),
  search_text text generated always as (lower(coalesce(account, '') || ' ' || coalesce(real_name, '') || ' ' || coalesce(code, ''))) stored,
  create_user bigint not null default 0,
  create_dept bigint,
  create_time timestamptz not null default now(),
  update_user bigint not null default 0,
  update_time timestamptz not null default now(),
  is_deleted smallint not null default 0,
  version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, dept_id) references dept (tenant_id, id)
);
create unique index users_account on users (tenant_id, lower(account)) where is_deleted = 0;
comment on column users.search_text is 'account, real_name, code';
create index users_order on users (tenant_id, account collate "zh-x-icu" asc nulls first, id asc) where is_deleted = 0;
create index users_create_user_order on users (tenant_id, create_user, account collate "zh-x-icu" asc nulls first, id asc) where is_deleted = 0;
create index users_dept_id on users (tenant_id, dept_id) where is_deleted = 0;
create index users_personel_id on users (tenant_id, personel_id) where is_deleted = 0;
create index users_search on users using gin (search_text gin_trgm_ops) where is_deleted = 0;
create index users_code on users (tenant_id, code) where is_deleted = 0;

alter table dept
  add foreign key (tenant_id, leader_id) references users (tenant_id, id),
  add foreign key (tenant_id, secretary_id) references users (tenant_id, id);

-- Apart from `users`, so that nothing that reads people can read a password.
create table user_secret (
  tenant_id varchar(12) not null,
  user_id bigint not null,
  -- argon2id in PHC form, or the bare 40 hex digits of an imported account of the old family.
  password_hash text not null,
  -- Given by somebody else: the person is asked to choose another.
  is_initial boolean not null default false,
  changed_at timestamptz not null,
  primary key (tenant_id, user_id),
  foreign key (tenant_id, user_id) references users (tenant_id, id)
);

-- Departments of a person beside the main one.
create table user_dept (
  tenant_id varchar(12) not null,
  user_id bigint not null,
  dept_id bigint not null,
  primary key (tenant_id, user_id, dept_id),
  foreign key (tenant_id, user_id) references users (tenant_id, id),
  foreign key (tenant_id, dept_id) references dept (tenant_id, id)
);
create index user_dept_dept on user_dept (tenant_id, dept_id);

create table role (
  tenant_id varchar(12) not null,
  id bigint not null,
  role_name text not null,
  role_name_en text,
  role_alias text not null,
  parent_id bigint,
  -- 1 everybody's records, 2 one's own, 3 the department's, 4 department and below, 5 those of role_dept.
  data_scope text not null default '2' check (data_scope in ('1', '2', '3', '4', '5')),
  sort int not null default 0,
  remark text,
  create_user bigint not null default 0,
  create_dept bigint,
  create_time timestamptz not null default now(),
  update_user bigint not null default 0,
  update_time timestamptz not null default now(),
  is_deleted smallint not null default 0,
  version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, parent_id) references role (tenant_id, id)
);
create unique index role_alias on role (tenant_id, role_alias) where is_deleted = 0;

create table role_dept (
  tenant_id varchar(12) not null,
  role_id bigint not null,
  dept_id bigint not null,
  primary key (tenant_id, role_id, dept_id),
  foreign key (tenant_id, role_id) references role (tenant_id, id),
  foreign key (tenant_id, dept_id) references dept (tenant_id, id)
);

create table user_role (
  tenant_id varchar(12) not null,
  user_id bigint not null,
  role_id bigint not null,
  primary key (tenant_id, user_id, role_id),
  foreign key (tenant_id, user_id) references users (tenant_id, id),
  foreign key (tenant_id, role_id) references role (tenant_id, id)
);
create index user_role_role on user_role (tenant_id, role_id);

-- Pages (category 1) and their buttons (category 2). `code` is the permission that roles grant.
create table menu (
  tenant_id varchar(12) not null,
  id bigint not null,
  parent_id bigint,
  code text not null,
  name text not null,
  name_en text,
  alias text,
  path text not null,
  source text,
  category smallint not null check (category in (1, 2)),
  -- Where a button stands: 0 tool bar, 1 row, 2 both.
  action smallint not null default 0,
  -- 2 opens a window of its own.
  is_open smallint not null default 1,
  sort int not null default 0,
  remark text,
  create_user bigint not null default 0,
  create_dept bigint,
  create_time timestamptz not null default now(),
  update_user bigint not null default 0,
  update_time timestamptz not null default now(),
  is_deleted smallint not null default 0,
  version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, parent_id) references menu (tenant_id, id)
);
create unique index menu_code on menu (tenant_id, code) where is_deleted = 0;

create table role_menu (
  tenant_id varchar(12) not null,
  role_id bigint not null,
  menu_id bigint not null,
  primary key (tenant_id, role_id, menu_id),
  foreign key (tenant_id, role_id) references role (tenant_id, id),
  foreign key (tenant_id, menu_id) references menu (tenant_id, id)
);

create table top_menu (
  tenant_id varchar(12) not null,
  id bigint not null,
  code text not null,
  name text not null,
  name_en text,
  source text,
  path text,
  sort int not null default 0,
  create_user bigint not null default 0,
  create_dept bigint,
  create_time timestamptz not null default now(),
  update_user bigint not null default 0,
  update_time timestamptz not null default now(),
  is_deleted smallint not null default 0,
  version int not null default 1,
  primary key (tenant_id, id)
);
create unique index top_menu_code on top_menu (tenant_id, code) where is_deleted = 0;

create table top_menu_menu (
  tenant_id varchar(12) not null,
  top_menu_id bigint not null,
  menu_id bigint not null,
  primary key (tenant_id, top_menu_id, menu_id),
  foreign key (tenant_id, top_menu_id) references top_menu (tenant_id, id),
  foreign key (tenant_id, menu_id) references menu (tenant_id, id)
);

-- Codes are typed in the program; labels, order and sealing are the administrators'.
-- The dictionary itself is the row with key -1 and no parent.
create table dict_entry (
  tenant_id varchar(12) not null,
  id bigint not null,
  parent_id bigint,
  code text not null,
  dict_key text not null,
  dict_value text not null,
  dict_value_en text,
  sort int not null default 0,
  -- 1: not offered to new records, still shown on old ones.
  is_sealed smallint not null default 0,
  -- 1: a heading of a tree, shown and never chosen.
  is_heading smallint not null default 0,
  remark text,
  create_user bigint not null default 0,
  create_dept bigint,
  create_time timestamptz not null default now(),
  update_user bigint not null default 0,
  update_time timestamptz not null default now(),
  is_deleted smallint not null default 0,
  version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, parent_id) references dict_entry (tenant_id, id)
);
create unique index dict_entry_key on dict_entry (tenant_id, code, dict_key) where is_deleted = 0;
create index dict_entry_parent on dict_entry (tenant_id, parent_id, sort) where is_deleted = 0;

create table param (
  tenant_id varchar(12) not null,
  id bigint not null,
  param_name text not null,
  param_key text not null,
  param_value text not null,
  remark text,
  create_user bigint not null default 0,
  create_dept bigint,
  create_time timestamptz not null default now(),
  update_user bigint not null default 0,
  update_time timestamptz not null default now(),
  is_deleted smallint not null default 0,
  version int not null default 1,
  primary key (tenant_id, id)
);
create unique index param_key on param (tenant_id, param_key) where is_deleted = 0;

-- One sign-in on one device, kept alive by refreshing.
create table session (
  tenant_id varchar(12) not null,
  id bigint not null,
  user_id bigint not null,
  client_id text not null,
  -- The roles that the person switched to; null for all of them.
  role_ids bigint[],
  -- Counts refreshes. A refresh token of an earlier generation is a stolen one.
  generation int not null default 1,
  address text not null,
  user_agent text not null,
  created_at timestamptz not null,
  refreshed_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz,
  ended_reason text,
  primary key (tenant_id, id),
  foreign key (tenant_id, user_id) references users (tenant_id, id)
);
create index session_of_user on session (tenant_id, user_id) where ended_at is null;
create index session_expiry on session (tenant_id, expires_at);

-- Who tried to come in, who was turned away, what became of sessions. Never changed.
create table security_event (
  tenant_id varchar(12) not null,
  id bigint not null,
  kind text not null,
  user_id bigint,
  account text,
  client_id text,
  address text not null,
  user_agent text not null,
  request_id text,
  detail text,
  time timestamptz not null,
  primary key (tenant_id, id)
);
create index security_event_user on security_event (tenant_id, user_id, time);
create index security_event_time on security_event (tenant_id, time);

-- What went wrong in people's browsers, as they sent it.
create table error_log (
  tenant_id varchar(12) not null,
  id bigint not null,
  user_id bigint,
  type text not null,
  url text not null,
  message text not null,
  stack text not null,
  info text not null,
  happened_at text not null,
  address text not null,
  user_agent text not null,
  create_time timestamptz not null,
  primary key (tenant_id, id)
);
create index error_log_time on error_log (tenant_id, create_time);

-- Failed sign-ins within the window, by the hash of account and address, or of the address.
create table sign_in_attempt (
  key bytea primary key,
  -- The hash of the account alone, for unlocking it everywhere; null for an address.
  account bytea,
  failures int not null,
  last_at timestamptz not null
);
create index sign_in_attempt_account on sign_in_attempt (account);
create index sign_in_attempt_last on sign_in_attempt (last_at);

create unlogged table captcha (
  key uuid primary key,
  answer text not null,
  expires_at timestamptz not null
);
create index captcha_expiry on captcha (expires_at);

grant select, insert, update on tenant, client to keyan_app;
grant select, insert, update, delete on dept, users, user_secret, user_dept, role, role_dept,
  user_role, menu, role_menu, top_menu, top_menu_menu, dict_entry, param, session, sign_in_attempt,
  captcha to keyan_app;
grant select, insert on security_event, error_log to keyan_app;

do $$
declare
  name text;
begin
  foreach name in array array['dept', 'users', 'user_secret', 'user_dept', 'role', 'role_dept',
    'user_role', 'menu', 'role_menu', 'top_menu', 'top_menu_menu', 'dict_entry', 'param', 'session',
    'security_event', 'error_log']
  loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format(
      'create policy tenant on %I using (tenant_id = current_setting(''app.tenant'', true))', name);
  end loop;
end $$;

-- Whatever decides what a person may do tells every process at once when it changes, by whichever
-- way it is changed: the processes keep signed-in people in memory (channel `identity`).

-- One person changed: {"tenant", "user"}; many at once: {"tenant"}.
create function tell_people() returns trigger language plpgsql as $$
begin
  if (select count(*) from (select 1 from changed limit 51) few) > 50 then
    perform pg_notify('identity', json_build_object('tenant', tenant_id)::text)
      from (select distinct tenant_id from changed) tenants;
  else
    perform pg_notify('identity', json_build_object('tenant', tenant_id, 'user', person)::text)
      from (select distinct tenant_id,
              coalesce(to_jsonb(changed) ->> 'user_id', to_jsonb(changed) ->> 'id') as person
            from changed) people;
  end if;
  return null;
end $$;

create trigger tell_update after update on users
  referencing new table as changed for each statement execute function tell_people();
create trigger tell_delete after delete on users
  referencing old table as changed for each statement execute function tell_people();
create trigger tell_insert after insert on user_role
  referencing new table as changed for each statement execute function tell_people();
create trigger tell_update after update on user_role
  referencing new table as changed for each statement execute function tell_people();
create trigger tell_delete after delete on user_role
  referencing old table as changed for each statement execute function tell_people();
create trigger tell_insert after insert on user_dept
  referencing new table as changed for each statement execute function tell_people();
create trigger tell_update after update on user_dept
  referencing new table as changed for each statement execute function tell_people();
create trigger tell_delete after delete on user_dept
  referencing old table as changed for each statement execute function tell_people();

create function tell_session() returns trigger language plpgsql as $$
begin
  perform pg_notify('identity',
    json_build_object('tenant', old.tenant_id, 'user', old.user_id::text)::text);
  return null;
end $$;

create trigger tell_end after update of ended_at, role_ids on session
  for each row execute function tell_session();
create trigger tell_delete after delete on session
  for each row execute function tell_session();

-- Rights of many people changed: {"tenant"}, or {} from a connection that serves no tenant.
create function tell_tenant() returns trigger language plpgsql as $$
begin
  perform pg_notify('identity',
    json_strip_nulls(json_build_object(
      'tenant', nullif(current_setting('app.tenant', true), '')))::text);
  return null;
end $$;

create trigger tell after insert or update or delete on role
  for each statement execute function tell_tenant();
create trigger tell after insert or update or delete on role_dept
  for each statement execute function tell_tenant();
create trigger tell after insert or update or delete on role_menu
  for each statement execute function tell_tenant();
create trigger tell after insert or update or delete on menu
  for each statement execute function tell_tenant();
create trigger tell after insert or update or delete on top_menu
  for each statement execute function tell_tenant();
create trigger tell after insert or update or delete on top_menu_menu
  for each statement execute function tell_tenant();
create trigger tell after insert or update or delete on dept
  for each statement execute function tell_tenant();

create function tell_everybody() returns trigger language plpgsql as $$
begin
  perform pg_notify('identity', '{}');
  return null;
end $$;

create trigger tell after insert or update or delete on tenant
  for each statement execute function tell_everybody();
create trigger tell after insert or update or delete on client
  for each statement execute function tell_everybody();

create function tell_dictionary() returns trigger language plpgsql as $$
begin
  perform pg_notify('dictionary', coalesce(nullif(current_setting('app.tenant', true), ''), '*'));
  return null;
end $$;

create trigger tell after insert or update or delete on dict_entry
  for each statement execute function tell_dictionary();
