-- Runs of jobs: what was queued, what came by the clock, and how it ended. The queue of the library
-- that did this before goes; what waited in it was sent again at every start or is asked for again.
drop schema if exists jobs cascade;

create table job_run (
  tenant_id varchar(12) not null,
  id bigint not null,
  job text not null,
  -- While a run is open, no other of the job has the same key.
  key text not null,
  data jsonb not null default '{}',
  asked_by bigint,
  -- The time of the job's schedule that it stands for; null for queued work.
  planned_at timestamptz,
  most_tries smallint not null,
  tries smallint not null default 0,
  create_time timestamptz not null,
  due_at timestamptz not null,
  started_at timestamptz,
  -- The process that has it now, and its last sign of life.
  process text,
  alive_at timestamptz,
  stop_asked boolean not null default false,
  ended_at timestamptz,
  outcome text check (outcome in ('done', 'failed', 'stopped')),
  done integer not null default 0,
  left_over integer not null default 0,
  error text,
  primary key (tenant_id, id),
  check ((ended_at is null) = (outcome is null))
);
create unique index job_run_key on job_run (tenant_id, job, key) where ended_at is null;
create unique index job_run_planned on job_run (tenant_id, job, planned_at);
create index job_run_open on job_run (tenant_id, due_at, id) where ended_at is null;
create index job_run_history on job_run (tenant_id, job, id desc);
grant select, insert, update, delete on job_run to keyan_app;
alter table job_run enable row level security;
alter table job_run force row level security;
create policy tenant on job_run using (tenant_id = current_setting('app.tenant', true));
