-- The work calendar becomes a list that administrators keep and import: holidays, and weekends that are worked.

create table work_day_before as select tenant_id, day, works, note from work_day;
drop table work_day;

create table work_day (
  tenant_id character varying(12) not null,
  id bigint not null,
  day date,
  kind text,
  note text,
  day_key text,
  search_text text generated always as (lower(coalesce(note, ''))) stored,
  create_user bigint not null,
  create_dept bigint,
  create_time timestamp with time zone not null,
  update_user bigint not null,
  update_time timestamp with time zone not null,
  is_deleted smallint not null default 0,
  version integer not null default 1,
  primary key (tenant_id, id)
);
comment on column work_day.search_text is 'note';
create index work_day_order on work_day (tenant_id, day asc nulls first, id asc) where is_deleted = 0;
create index work_day_search on work_day using gin (search_text gin_trgm_ops) where is_deleted = 0;
create unique index work_day_day_unique on work_day (tenant_id, day_key) where is_deleted = 0;
grant select, insert, update, delete on work_day to keyan_app;
alter table work_day enable row level security;
alter table work_day force row level security;
create policy tenant on work_day using (tenant_id = current_setting('app.tenant', true));

insert into work_day (tenant_id, id, day, kind, note, day_key, create_user, create_time, update_user, update_time)
  select tenant_id, to_char(day, 'YYYYMMDD')::bigint, day, case when works then '1' else '0' end,
      coalesce(nullif(note, ''), '工作日历'), to_char(day, 'YYYY-MM-DD'), 0, now(), 0, now()
    from work_day_before;
drop table work_day_before;
