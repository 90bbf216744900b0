-- Robots in the groups of offices, and what each group was told.
create table message_robot (
  tenant_id character varying(12) not null,
  id bigint not null,
  category text,
  robot_name text,
  access_key text,
  sign_secret text,
  roles text,
  msg_types text[],
  origin text,
  remark text,
  enabled_time timestamp with time zone,
  status text,
  robot_name_key text,
  search_text text generated always as (lower(coalesce(robot_name, ''))) stored,
  create_user bigint not null,
  create_dept bigint,
  create_time timestamp with time zone not null,
  update_user bigint not null,
  update_time timestamp with time zone not null,
  is_deleted smallint not null default 0,
  version integer not null default 1,
  primary key (tenant_id, id)
);
comment on column message_robot.search_text is 'robot_name';
create index message_robot_order on message_robot (tenant_id, robot_name collate "zh-x-icu" asc nulls first, id asc) where is_deleted = 0;
create index message_robot_search on message_robot using gin (search_text gin_trgm_ops) where is_deleted = 0;
create unique index message_robot_robot_name_unique on message_robot (tenant_id, robot_name_key) where is_deleted = 0;
grant select, insert, update, delete on message_robot to keyan_app;
alter table message_robot enable row level security;
alter table message_robot force row level security;
create policy tenant on message_robot using (tenant_id = current_setting('app.tenant', true));

-- Messages that a group heard or is to hear; `passed` is what it is never told: the same news to another person, or a
-- record under secrecy.
create table message_robot_told (
  tenant_id varchar(12) not null,
  robot_id bigint not null,
  message_id bigint not null,
  state text not null check (state in ('waiting', 'sending', 'sent', 'refused', 'unknown', 'failed', 'passed')),
  tries int not null,
  -- When it is tried next.
  due timestamptz not null,
  -- When it came to its state.
  time timestamptz not null,
  reason text,
  primary key (tenant_id, robot_id, message_id)
);
create index message_robot_told_time on message_robot_told (tenant_id, time);
grant select, insert, update, delete on message_robot_told to keyan_app;
alter table message_robot_told enable row level security;
alter table message_robot_told force row level security;
create policy tenant on message_robot_told using (tenant_id = current_setting('app.tenant', true));
