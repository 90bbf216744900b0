-- What the university publishes: settings, the register of published records, profiles that people publish.

create table publishing (
  tenant_id varchar(12) primary key,
  -- Harvesters may read by OAI-PMH.
  is_on boolean not null default false,
  -- Strangers may read the pages of published records and profiles.
  pages_on boolean not null default false,
  -- Origin under which the university is reached, `https://keyan.example.edu.cn`.
  address text not null default '',
  repository_name text not null default '',
  admin_email text not null default '',
  ror text not null default '',
  -- Keys of outlets whose records are published.
  outlets text[] not null default '{}',
  with_amounts boolean not null default false,
  version integer not null default 1,
  -- When the register was compared with the records for the last time.
  compared_at timestamptz,
  update_user bigint,
  update_time timestamptz not null
);
grant select, insert, update, delete on publishing to keyan_app;
alter table publishing enable row level security;
alter table publishing force row level security;
create policy tenant on publishing using (tenant_id = current_setting('app.tenant', true));

-- Records that are or were published, one line for each outlet and record. A line is never removed.
create table published (
  tenant_id varchar(12) not null,
  outlet text not null,
  record_id bigint not null,
  -- Versions of whatever it shows: another one means that it changed.
  edition text not null,
  -- The entity of CERIF that it is.
  entity text not null,
  -- Codes of its department and of those above.
  depts text[] not null default '{}',
  is_deleted boolean not null default false,
  datestamp timestamptz not null,
  -- Datestamps that it had before, as long as walks that began under them may go on.
  former timestamptz[] not null default '{}',
  primary key (tenant_id, outlet, record_id)
);
create index published_walk on published (tenant_id, datestamp, record_id, outlet);
grant select, insert, update, delete on published to keyan_app;
alter table published enable row level security;
alter table published force row level security;
create policy tenant on published using (tenant_id = current_setting('app.tenant', true));

-- The profile that a person publishes: the fields of it.
create table public_profile (
  tenant_id varchar(12) not null,
  user_id bigint not null,
  is_on boolean not null default false,
  shown text[] not null default '{}',
  version integer not null default 1,
  update_time timestamptz not null,
  primary key (tenant_id, user_id)
);
grant select, insert, update, delete on public_profile to keyan_app;
alter table public_profile enable row level security;
alter table public_profile force row level security;
create policy tenant on public_profile using (tenant_id = current_setting('app.tenant', true));
