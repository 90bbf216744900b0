-- A comparison of a list of staff: the list waits here, then what was found, until all is written.

create table personnel_comparison (
  tenant_id character varying(12) not null,
  id bigint not null,
  batch_num text not null,
  asked_by bigint not null,
  is_whole boolean not null,
  people integer not null,
  list jsonb,
  faults jsonb not null,
  found jsonb,
  counts jsonb,
  done integer not null default 0,
  failure jsonb,
  create_time timestamp with time zone not null,
  ended_at timestamp with time zone,
  primary key (tenant_id, id)
);
grant select, insert, update, delete on personnel_comparison to keyan_app;
alter table personnel_comparison enable row level security;
alter table personnel_comparison force row level security;
create policy tenant on personnel_comparison using (tenant_id = current_setting('app.tenant', true));
