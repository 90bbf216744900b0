-- Who looked at the whole value of a masked field: whose, when, and from where.

create table masked_look (
  tenant_id character varying(12) not null,
  id bigint not null,
  user_id bigint,
  dept_id bigint,
  subject text,
  kind text,
  field text,
  look_time timestamp with time zone,
  address text,
  record_id text,
  search_text text generated always as (lower(coalesce(subject, '') || ' ' || coalesce(address, ''))) stored,
  create_user bigint not null,
  create_dept bigint,
  create_time timestamp with time zone not null,
  update_user bigint not null,
  update_time timestamp with time zone not null,
  is_deleted smallint not null default 0,
  version integer not null default 1,
  primary key (tenant_id, id)
);
comment on column masked_look.search_text is 'subject, address';
create index masked_look_order on masked_look (tenant_id, look_time desc nulls last, id desc) where is_deleted = 0;
create index masked_look_user_id on masked_look (tenant_id, user_id) where is_deleted = 0;
create index masked_look_dept_id on masked_look (tenant_id, dept_id) where is_deleted = 0;
create index masked_look_search on masked_look using gin (search_text gin_trgm_ops) where is_deleted = 0;
grant select, insert, update, delete on masked_look to keyan_app;
alter table masked_look enable row level security;
alter table masked_look force row level security;
create policy tenant on masked_look using (tenant_id = current_setting('app.tenant', true));

-- Earlier looks stand in the history of the files, without the address that they came from.
alter table masked_look no force row level security;
alter table history no force row level security;
alter table users no force row level security;
alter table personnel no force row level security;
insert into masked_look (tenant_id, id, user_id, dept_id, subject, kind, field, look_time, record_id,
    create_user, create_time, update_user, update_time)
  select h.tenant_id, h.id, h.actor_id, u.dept_id, p.name, h.resource,
      case h.note when '手机' then 'personnel.phone' else 'personnel.idNumber' end, h.time,
      h.business_id::text, coalesce(h.actor_id, 0), h.time, coalesce(h.actor_id, 0), h.time
    from history h
    left join users u on u.tenant_id = h.tenant_id and u.id = h.actor_id
    left join personnel p on p.tenant_id = h.tenant_id and p.id = h.business_id
   where h.action = 'reveal' and h.resource = 'personnel';
alter table masked_look force row level security;
alter table history force row level security;
alter table users force row level security;
alter table personnel force row level security;
