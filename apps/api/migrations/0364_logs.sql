-- What jobs and services report, and the calls of signed-in people. Additions only: the application's
-- role may neither change nor remove an entry but by `sweep_log`, which keeps at least a week.
create table usual_log (
  tenant_id varchar(12) not null,
  id bigint not null,
  level text not null check (level in ('info', 'warn', 'error')),
  log_id text not null,
  data text not null,
  server_host text not null,
  server_ip text not null,
  create_time timestamptz not null,
  primary key (tenant_id, id)
);
create index usual_log_time on usual_log (tenant_id, create_time, id);

create table api_log (
  tenant_id varchar(12) not null,
  id bigint not null,
  user_id bigint not null,
  user_name text not null,
  title text not null,
  method text not null,
  path text not null,
  status int not null,
  -- Milliseconds until the answer was sent.
  time int not null,
  address text not null,
  user_agent text not null,
  request_id text not null,
  server_host text not null,
  server_ip text not null,
  create_time timestamptz not null,
  primary key (tenant_id, id)
);
create index api_log_time on api_log (tenant_id, create_time, id);

grant select, insert on usual_log, api_log to keyan_app;

alter table usual_log enable row level security;
alter table usual_log force row level security;
create policy tenant on usual_log using (tenant_id = current_setting('app.tenant', true));
alter table api_log enable row level security;
alter table api_log force row level security;
create policy tenant on api_log using (tenant_id = current_setting('app.tenant', true));

create function sweep_log(log text, days int) returns bigint
  language plpgsql
  security definer
  set search_path = pg_catalog, pg_temp
as $$
declare
  gone bigint;
begin
  if log not in ('usual', 'api', 'error') then
    raise exception 'no log %', log;
  end if;
  execute format(
    'delete from public.%I where tenant_id = current_setting(''app.tenant'', true) and create_time < $1',
    log || '_log')
    using now() - make_interval(days => greatest(days, 7));
  get diagnostics gone = row_count;
  return gone;
end;
$$;
revoke all on function sweep_log(text, int) from public;
grant execute on function sweep_log(text, int) to keyan_app;
drop function sweep_error_log();
