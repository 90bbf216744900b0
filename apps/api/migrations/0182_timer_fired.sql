-- What the clock has done to records that do not move by it: each rung once for each date that a record had.
create table timer_fired (
  tenant_id varchar(12) not null,
  resource text not null,
  record_id bigint not null,
  action text not null,
  rung smallint not null,
  -- The date or time of the record, as text.
  due text not null,
  fired_at timestamptz not null,
  primary key (tenant_id, record_id, action, due, rung)
);
grant select, insert, delete on timer_fired to keyan_app;
alter table timer_fired enable row level security;
alter table timer_fired force row level security;
create policy tenant on timer_fired using (tenant_id = current_setting('app.tenant', true));
