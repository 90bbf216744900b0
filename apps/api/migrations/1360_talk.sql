-- Remarks that people make about records, in threads: the first remark of a thread has the thread's id and says
-- whether it is settled.
create table talk_remark (
  tenant_id varchar(12) not null,
  id bigint not null,
  thread_id bigint not null,
  resource text not null,
  record_id bigint not null,
  author_id bigint not null,
  author_name text not null,
  content text not null,
  mentions bigint[] not null default '{}',
  create_time timestamptz not null,
  remove_time timestamptz,
  settle_time timestamptz,
  settled_by_name text,
  primary key (tenant_id, id)
);
create index talk_remark_record on talk_remark (tenant_id, resource, record_id, thread_id, id);
grant select, insert, update on talk_remark to keyan_app;
alter table talk_remark enable row level security;
alter table talk_remark force row level security;
create policy tenant on talk_remark using (tenant_id = current_setting('app.tenant', true));
