-- Of equal work one run is worked on at a time, and one that waits for its next try is found by its key: asking again
-- does it now.
drop index job_run_under_way;
create unique index job_run_under_way on job_run (tenant_id, job, key) where process is not null and ended_at is null;
create index job_run_paused on job_run (tenant_id, job, key)
  where started_at is not null and process is null and ended_at is null;
