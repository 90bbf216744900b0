-- Reports that are mailed again and again. What each subscription sent, and who left it. Files that go out with a
-- message.

alter table message_delivery add column files bigint[] not null default '{}';

create table report_mailed (
  tenant_id varchar(12) not null,
  mailing_id bigint not null,
  -- When it was due.
  slot timestamptz not null,
  user_id bigint not null,
  -- The message; without one nothing was sent, for the reason beside it.
  message_id bigint,
  reason_zh text,
  reason_en text,
  primary key (tenant_id, mailing_id, slot, user_id)
);
grant select, insert, update, delete on report_mailed to keyan_app;
alter table report_mailed enable row level security;
alter table report_mailed force row level security;
create policy tenant on report_mailed using (tenant_id = current_setting('app.tenant', true));

create table report_left (
  tenant_id varchar(12) not null,
  mailing_id bigint not null,
  user_id bigint not null,
  primary key (tenant_id, mailing_id, user_id)
);
grant select, insert, update, delete on report_left to keyan_app;
alter table report_left enable row level security;
alter table report_left force row level security;
create policy tenant on report_left using (tenant_id = current_setting('app.tenant', true));
create table report_mailing (
  tenant_id character varying(12) not null,
  id bigint not null,
  report_id bigint,
  mailing_name text,
  period text,
  weekday text,
  month_day integer,
  hour integer,
  form text,
  roles text,
  remark text,
  next_time timestamp with time zone,
  last_time timestamp with time zone,
  status text,
  search_text text generated always as (lower(coalesce(mailing_name, ''))) stored,
  create_user bigint not null,
  create_dept bigint,
  create_time timestamp with time zone not null,
  update_user bigint not null,
  update_time timestamp with time zone not null,
  is_deleted smallint not null default 0,
  version integer not null default 1,
  primary key (tenant_id, id)
);
comment on column report_mailing.search_text is 'mailing_name';
create index report_mailing_order on report_mailing (tenant_id, mailing_name collate "zh-x-icu" asc nulls first, id asc) where is_deleted = 0;
create index report_mailing_create_user_order on report_mailing (tenant_id, create_user, mailing_name collate "zh-x-icu" asc nulls first, id asc) where is_deleted = 0;
create index report_mailing_report_id on report_mailing (tenant_id, report_id) where is_deleted = 0;
create index report_mailing_search on report_mailing using gin (search_text gin_trgm_ops) where is_deleted = 0;
grant select, insert, update, delete on report_mailing to keyan_app;
alter table report_mailing enable row level security;
alter table report_mailing force row level security;
create policy tenant on report_mailing using (tenant_id = current_setting('app.tenant', true));
