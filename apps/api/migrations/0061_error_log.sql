-- The list of page failures: newest first, by type. Entries go after 90 days and not before; nobody
-- changes or removes one otherwise, so the application's role gets no right to delete, only this call.
create index error_log_type on error_log (tenant_id, type, create_time);

create function sweep_error_log() returns bigint
  language sql
  security definer
  set search_path = pg_catalog, pg_temp
as $$
  with gone as (
    delete from public.error_log
      where tenant_id = current_setting('app.tenant', true)
        and create_time < now() - interval '90 days'
      returning 1
  )
  select count(*) from gone;
$$;
revoke all on function sweep_error_log() from public;
grant execute on function sweep_error_log() to keyan_app;
