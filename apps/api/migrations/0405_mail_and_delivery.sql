-- Which kinds of messages people get by mail and phone, too.
create table message_channel (
  tenant_id varchar(12) not null,
  user_id bigint not null,
  msg_type text not null,
  channel text not null check (channel in ('mail', 'sms')),
  primary key (tenant_id, user_id, msg_type, channel)
);
grant select, insert, update, delete on message_channel to keyan_app;
alter table message_channel enable row level security;
alter table message_channel force row level security;
create policy tenant on message_channel using (tenant_id = current_setting('app.tenant', true));

-- What goes out by mail and phone, and what became of it: one row for each message and way.
create table message_delivery (
  tenant_id varchar(12) not null,
  message_id bigint not null,
  channel text not null check (channel in ('mail', 'sms')),
  -- unknown: the connection broke, or the process ended; it is not sent again.
  state text not null check (state in ('waiting', 'sending', 'sent', 'refused', 'unknown', 'failed')),
  tries int not null,
  -- When it is tried next.
  due timestamptz not null,
  -- When it came to its state.
  time timestamptz not null,
  reason text,
  primary key (tenant_id, message_id, channel)
);
create index message_delivery_due on message_delivery (tenant_id, channel, due)
  where state = 'waiting';
create index message_delivery_time on message_delivery (tenant_id, time);
grant select, insert, update, delete on message_delivery to keyan_app;
alter table message_delivery enable row level security;
alter table message_delivery force row level security;
create policy tenant on message_delivery using (tenant_id = current_setting('app.tenant', true));

-- What an SMS service is for: codes to sign in with, or messages.
alter table sms_config add column sms_use text;
update sms_config set sms_use = '1';

-- Services that send mail; their passwords are sealed.
create table mail_config (
  tenant_id character varying(12) not null,
  id bigint not null,
  category text,
  mail_code text,
  host text,
  port integer,
  security text,
  access_key text,
  secret_key text,
  sender text,
  sender_name text,
  remark text,
  status text,
  mail_code_key text,
  search_text text generated always as (lower(coalesce(mail_code, ''))) stored,
  create_user bigint not null,
  create_dept bigint,
  create_time timestamp with time zone not null,
  update_user bigint not null,
  update_time timestamp with time zone not null,
  is_deleted smallint not null default 0,
  version integer not null default 1,
  primary key (tenant_id, id)
);
comment on column mail_config.search_text is 'mail_code';
create index mail_config_order on mail_config (tenant_id, mail_code collate "zh-x-icu" asc nulls first, id asc) where is_deleted = 0;
create index mail_config_search on mail_config using gin (search_text gin_trgm_ops) where is_deleted = 0;
create unique index mail_config_mail_code_unique on mail_config (tenant_id, mail_code_key) where is_deleted = 0;
grant select, insert, update, delete on mail_config to keyan_app;
alter table mail_config enable row level security;
alter table mail_config force row level security;
create policy tenant on mail_config using (tenant_id = current_setting('app.tenant', true));

