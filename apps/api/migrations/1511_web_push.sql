-- Messages by the browser's own notifications: one row for each browser in which somebody switched them on.

alter table message_channel drop constraint message_channel_channel_check;
alter table message_channel add constraint message_channel_channel_check
  check (channel in ('mail', 'sms', 'wecom', 'ding', 'push'));
alter table message_delivery drop constraint message_delivery_channel_check;
alter table message_delivery add constraint message_delivery_channel_check
  check (channel in ('mail', 'sms', 'wecom', 'ding', 'push'));

create table push_subscription (
  tenant_id varchar(12) not null,
  id bigint not null,
  user_id bigint not null,
  -- The sign-in in which it was switched on: nothing is sent once that has ended.
  session_id bigint not null,
  -- Address of the push service, and its digest: a browser has one.
  endpoint text not null check (length(endpoint) <= 2000),
  endpoint_hash bytea not null,
  -- Public key and secret of the browser, by which only it reads what is sent.
  p256dh text not null,
  auth text not null,
  create_time timestamptz not null,
  primary key (tenant_id, id),
  unique (tenant_id, endpoint_hash)
);
create index push_subscription_user on push_subscription (tenant_id, user_id);
create index push_subscription_session on push_subscription (tenant_id, session_id);
grant select, insert, update, delete on push_subscription to keyan_app;
alter table push_subscription enable row level security;
alter table push_subscription force row level security;
create policy tenant on push_subscription using (tenant_id = current_setting('app.tenant', true));
