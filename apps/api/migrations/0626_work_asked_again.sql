-- Work that waits is asked for once; work that is under way may be followed by one more run with its key, which looks
-- at what was written meanwhile.
drop index job_run_key;
create unique index job_run_waiting on job_run (tenant_id, job, key) where started_at is null and ended_at is null;
create index job_run_under_way on job_run (tenant_id, job, key) where started_at is not null and ended_at is null;
