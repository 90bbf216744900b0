-- Entries of dictionaries that the forms of kinds of records offer.

create table choose_dict (
  tenant_id character varying(12) not null,
  id bigint not null,
  choose_name text,
  biz_kind text,
  dict_code text,
  dict_keys text,
  year smallint,
  remark text,
  search_text text generated always as (lower(coalesce(choose_name, ''))) stored,
  create_user bigint not null,
  create_dept bigint,
  create_time timestamp with time zone not null,
  update_user bigint not null,
  update_time timestamp with time zone not null,
  is_deleted smallint not null default 0,
  version integer not null default 1,
  primary key (tenant_id, id)
);
comment on column choose_dict.search_text is 'choose_name';
create index choose_dict_order on choose_dict (tenant_id, choose_name collate "zh-x-icu" asc nulls first, id asc) where is_deleted = 0;
create index choose_dict_search on choose_dict using gin (search_text gin_trgm_ops) where is_deleted = 0;
grant select, insert, update, delete on choose_dict to keyan_app;
alter table choose_dict enable row level security;
alter table choose_dict force row level security;
create policy tenant on choose_dict using (tenant_id = current_setting('app.tenant', true));

create trigger tell after insert or update or delete on choose_dict
  for each statement execute function tell_dictionary();
