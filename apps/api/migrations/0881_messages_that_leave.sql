-- Messages by 企业微信 and 钉钉, daily digests, quiet hours; scheduled notices; calendar feeds.

alter table message_channel drop constraint message_channel_channel_check;
alter table message_channel add constraint message_channel_channel_check
  check (channel in ('mail', 'sms', 'wecom', 'ding'));
alter table message_channel add column pace text not null default 'now' check (pace in ('now', 'digest'));
alter table message_delivery drop constraint message_delivery_channel_check;
alter table message_delivery add constraint message_delivery_channel_check
  check (channel in ('mail', 'sms', 'wecom', 'ding'));
-- It waits for the digest of its receiver.
alter table message_delivery add column digest boolean not null default false;
-- When an administrator had it sent again.
alter table message_delivery add column again timestamptz;

-- Hours in which nothing goes out to a person, and the hour of the digest, as clocks of Asia/Shanghai show them.
create table message_habit (
  tenant_id varchar(12) not null,
  user_id bigint not null,
  quiet_from time,
  quiet_until time,
  digest_at time not null default '08:00',
  primary key (tenant_id, user_id)
);
grant select, insert, update, delete on message_habit to keyan_app;
alter table message_habit enable row level security;
alter table message_habit force row level security;
create policy tenant on message_habit using (tenant_id = current_setting('app.tenant', true));

-- Names under which services know people, looked up by the phone beside them.
create table message_address (
  tenant_id varchar(12) not null,
  user_id bigint not null,
  channel text not null,
  phone text not null,
  name text not null,
  primary key (tenant_id, user_id, channel)
);
grant select, insert, update, delete on message_address to keyan_app;
alter table message_address enable row level security;
alter table message_address force row level security;
create policy tenant on message_address using (tenant_id = current_setting('app.tenant', true));

-- Calendars of deadlines that people subscribe to: the digest of the secret in the address.
create table calendar_feed (
  tenant_id varchar(12) not null,
  user_id bigint not null,
  digest text not null,
  create_time timestamptz not null,
  primary key (tenant_id, user_id)
);
create unique index calendar_feed_digest on calendar_feed (tenant_id, digest);
grant select, insert, update, delete on calendar_feed to keyan_app;
alter table calendar_feed enable row level security;
alter table calendar_feed force row level security;
create policy tenant on calendar_feed using (tenant_id = current_setting('app.tenant', true));
