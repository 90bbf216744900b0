-- Records in approval that people follow, and where each stood when they were last told of it.
create table wf_watch (
  tenant_id varchar(12) not null,
  user_id bigint not null,
  business_id bigint not null,
  at timestamptz not null,
  -- The process, its revision and its place, as the person knows them.
  instance_id bigint not null,
  revision int not null,
  place text not null,
  primary key (tenant_id, user_id, business_id),
  foreign key (tenant_id, instance_id) references wf_instance (tenant_id, id)
);
create index wf_watch_business on wf_watch (tenant_id, business_id);
grant select, insert, update, delete on wf_watch to keyan_app;
alter table wf_watch enable row level security;
alter table wf_watch force row level security;
create policy tenant on wf_watch using (tenant_id = current_setting('app.tenant', true));
