-- Messages to people. `id` grows with time: a page that was away asks for what came after the last
-- one it saw.
create table message (
  tenant_id varchar(12) not null,
  id bigint not null,
  receiver_id bigint not null,
  msg_type text not null,
  title_zh text not null,
  title_en text not null,
  content_zh text not null,
  content_en text not null,
  -- The record that it speaks of, and the page that a click opens.
  biz_kind text,
  biz_id bigint,
  link text,
  -- 0 unread, 1 read.
  status text not null default '0' check (status in ('0', '1')),
  create_time timestamptz not null,
  read_time timestamptz,
  is_deleted smallint not null default 0,
  primary key (tenant_id, id)
);
create index message_receiver on message (tenant_id, receiver_id, id) where is_deleted = 0;
create index message_unread on message (tenant_id, receiver_id)
  where is_deleted = 0 and status = '0';

grant select, insert, update on message to keyan_app;

alter table message enable row level security;
alter table message force row level security;
create policy tenant on message using (tenant_id = current_setting('app.tenant', true));
