-- Ways that a university chooses for its people's messages, urgent messages in quiet hours, and people who chose for
-- themselves.

create table message_default (
  tenant_id varchar(12) not null,
  msg_type text not null,
  channel text not null check (channel in ('mail', 'sms', 'wecom', 'ding')),
  pace text not null check (pace in ('now', 'digest')),
  -- What an account needs to be reached that way.
  needs text not null check (needs in ('email', 'phone')),
  primary key (tenant_id, msg_type, channel)
);
grant select, insert, update, delete on message_default to keyan_app;
alter table message_default enable row level security;
alter table message_default force row level security;
create policy tenant on message_default using (tenant_id = current_setting('app.tenant', true));

-- Severe warnings go out in quiet hours, unless the person does not allow it.
alter table message_habit add column let_urgent boolean not null default true;
-- The person chose their own ways; the others follow the university.
alter table message_habit add column chosen boolean not null default false;
insert into message_habit (tenant_id, user_id, chosen)
  select distinct tenant_id, user_id, true from message_channel
  on conflict (tenant_id, user_id) do update set chosen = true;
