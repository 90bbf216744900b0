-- 经费配置: rates and limits by source and type of contract. Bookings keep those of their submission.
create table funds_config (
  tenant_id character varying(12) not null,
  id bigint not null,
  config_name text,
  program_kind text,
  resource text,
  contract_type text,
  fund_mode text,
  manage_rate numeric(11,2),
  indirect_rate numeric(11,2),
  performance_rate numeric(11,2),
  college_rate numeric(11,2),
  tax_rate numeric(13,4),
  start_date date,
  end_date date,
  status text,
  remarks text,
  config_name_key text,
  search_text text generated always as (lower(coalesce(config_name, ''))) stored,
  create_user bigint not null,
  create_dept bigint,
  create_time timestamp with time zone not null,
  update_user bigint not null,
  update_time timestamp with time zone not null,
  is_deleted smallint not null default 0,
  version integer not null default 1,
  primary key (tenant_id, id)
);
comment on column funds_config.search_text is 'config_name';
create index funds_config_order on funds_config (tenant_id, start_date desc nulls last, id desc) where is_deleted = 0;
create index funds_config_search on funds_config using gin (search_text gin_trgm_ops) where is_deleted = 0;
create unique index funds_config_config_name_unique on funds_config (tenant_id, config_name_key) where is_deleted = 0;
grant select, insert, update, delete on funds_config to keyan_app;
alter table funds_config enable row level security;
alter table funds_config force row level security;
create policy tenant on funds_config using (tenant_id = current_setting('app.tenant', true));

create table funds_config_manage_steps (
  tenant_id character varying(12) not null,
  id bigint not null,
  parent_id bigint not null,
  sort_order integer not null,
  up_to numeric(18,2),
  rate numeric(11,2),
  primary key (tenant_id, id),
  foreign key (tenant_id, parent_id) references funds_config (tenant_id, id)
);
create index funds_config_manage_steps_parent on funds_config_manage_steps (tenant_id, parent_id, sort_order);
grant select, insert, update, delete on funds_config_manage_steps to keyan_app;
alter table funds_config_manage_steps enable row level security;
alter table funds_config_manage_steps force row level security;
create policy tenant on funds_config_manage_steps using (tenant_id = current_setting('app.tenant', true));

create table funds_config_items (
  tenant_id character varying(12) not null,
  id bigint not null,
  parent_id bigint not null,
  sort_order integer not null,
  item_code text,
  is_required text,
  max_rate numeric(11,2),
  primary key (tenant_id, id),
  foreign key (tenant_id, parent_id) references funds_config (tenant_id, id)
);
create index funds_config_items_parent on funds_config_items (tenant_id, parent_id, sort_order);
grant select, insert, update, delete on funds_config_items to keyan_app;
alter table funds_config_items enable row level security;
alter table funds_config_items force row level security;
create policy tenant on funds_config_items using (tenant_id = current_setting('app.tenant', true));

alter table jfdzys add column contract_id bigint;
alter table jfdzys add column config_id bigint;
alter table jfdzys add column rates_of date;
alter table jfdzys add column tax_rate numeric(13,4);
alter table jfdzys add column indirect_rate numeric(11,2);
alter table jfdzys add column performance_rate numeric(11,2);
alter table jfdzys add column college_rate numeric(11,2);
alter table jfdzys add column college_fee numeric(18,2);
create index jfdzys_contract_id on jfdzys (tenant_id, contract_id) where is_deleted = 0;
create index jfdzys_config_id on jfdzys (tenant_id, config_id) where is_deleted = 0;

-- Bookings that stand: their contract, and the day of their rates.
update jfdzys b set contract_id = p.contract_id from program p
 where p.tenant_id = b.tenant_id and p.id = b.program_id and p.contract_id is not null;
update jfdzys set rates_of = (create_time at time zone 'Asia/Shanghai')::date;
