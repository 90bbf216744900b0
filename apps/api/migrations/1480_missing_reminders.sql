-- Reminders of what records lack: whom, of what, by whom. Written once.
create table missing_reminder (
  tenant_id varchar(12) not null,
  id bigint not null,
  topic text not null,
  resource text not null,
  record_id bigint not null,
  user_id bigint not null,
  by_id bigint not null,
  time timestamp with time zone not null,
  primary key (tenant_id, id)
);
create index missing_reminder_record on missing_reminder (tenant_id, topic, record_id, time desc);
grant select, insert, delete on missing_reminder to keyan_app;
alter table missing_reminder enable row level security;
alter table missing_reminder force row level security;
create policy tenant on missing_reminder using (tenant_id = current_setting('app.tenant', true));
