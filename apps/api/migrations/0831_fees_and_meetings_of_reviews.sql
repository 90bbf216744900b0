-- Fees of reviews with their rates, minutes of meetings, and what is known of experts.
alter table expert add column bank_name text;
alter table expert add column bank_account text;
alter table expert add column id_number text;
alter table expert add column review_count integer;
alter table expert add column avg_deviation numeric(11,2);
alter table expert add column on_time_rate numeric(11,2);
create table review_fee (
  tenant_id character varying(12) not null,
  id bigint not null,
  name text,
  unit text,
  set_id bigint,
  expert_id bigint,
  items integer,
  price numeric(18,2),
  amount numeric(18,2),
  is_capped text,
  bank_name text,
  bank_account text,
  id_number text,
  pay_date date,
  status text,
  parties text,
  search_text text generated always as (lower(coalesce(name, ''))) stored,
  create_user bigint not null,
  create_dept bigint,
  create_time timestamp with time zone not null,
  update_user bigint not null,
  update_time timestamp with time zone not null,
  is_deleted smallint not null default 0,
  version integer not null default 1,
  primary key (tenant_id, id)
);
comment on column review_fee.search_text is 'name';
create index review_fee_order on review_fee (tenant_id, create_time desc nulls last, id desc) where is_deleted = 0;
create index review_fee_set_id on review_fee (tenant_id, set_id) where is_deleted = 0;
create index review_fee_expert_id on review_fee (tenant_id, expert_id) where is_deleted = 0;
create index review_fee_search on review_fee using gin (search_text gin_trgm_ops) where is_deleted = 0;
grant select, insert, update, delete on review_fee to keyan_app;
alter table review_fee enable row level security;
alter table review_fee force row level security;
create policy tenant on review_fee using (tenant_id = current_setting('app.tenant', true));

create table review_fee_rate (
  tenant_id character varying(12) not null,
  id bigint not null,
  rate_name text,
  review_mode text,
  ranks text,
  price numeric(18,2),
  most numeric(18,2),
  search_text text generated always as (lower(coalesce(rate_name, ''))) stored,
  create_user bigint not null,
  create_dept bigint,
  create_time timestamp with time zone not null,
  update_user bigint not null,
  update_time timestamp with time zone not null,
  is_deleted smallint not null default 0,
  version integer not null default 1,
  primary key (tenant_id, id)
);
comment on column review_fee_rate.search_text is 'rate_name';
create index review_fee_rate_order on review_fee_rate (tenant_id, create_time desc nulls last, id desc) where is_deleted = 0;
create index review_fee_rate_search on review_fee_rate using gin (search_text gin_trgm_ops) where is_deleted = 0;
grant select, insert, update, delete on review_fee_rate to keyan_app;
alter table review_fee_rate enable row level security;
alter table review_fee_rate force row level security;
create policy tenant on review_fee_rate using (tenant_id = current_setting('app.tenant', true));

create table review_minutes (
  tenant_id character varying(12) not null,
  id bigint not null,
  title text,
  set_id bigint,
  group_name text,
  chair_id bigint,
  meet_time timestamp with time zone,
  place text,
  content text,
  absent_why text,
  stage text,
  parties text,
  search_text text generated always as (lower(coalesce(title, ''))) stored,
  create_user bigint not null,
  create_dept bigint,
  create_time timestamp with time zone not null,
  update_user bigint not null,
  update_time timestamp with time zone not null,
  is_deleted smallint not null default 0,
  version integer not null default 1,
  primary key (tenant_id, id)
);
comment on column review_minutes.search_text is 'title';
create index review_minutes_order on review_minutes (tenant_id, create_time desc nulls last, id desc) where is_deleted = 0;
create index review_minutes_set_id on review_minutes (tenant_id, set_id) where is_deleted = 0;
create index review_minutes_chair_id on review_minutes (tenant_id, chair_id) where is_deleted = 0;
create index review_minutes_search on review_minutes using gin (search_text gin_trgm_ops) where is_deleted = 0;
grant select, insert, update, delete on review_minutes to keyan_app;
alter table review_minutes enable row level security;
alter table review_minutes force row level security;
create policy tenant on review_minutes using (tenant_id = current_setting('app.tenant', true));

create table review_minutes_attendance (
  tenant_id character varying(12) not null,
  id bigint not null,
  parent_id bigint not null,
  sort_order integer not null,
  expert_id bigint,
  user_id bigint,
  name text,
  present text,
  sign_time timestamp with time zone,
  sign_way text,
  primary key (tenant_id, id),
  foreign key (tenant_id, parent_id) references review_minutes (tenant_id, id)
);
create index review_minutes_attendance_parent on review_minutes_attendance (tenant_id, parent_id, sort_order);
create index review_minutes_attendance_expert_id on review_minutes_attendance (tenant_id, expert_id, parent_id);
create index review_minutes_attendance_user_id on review_minutes_attendance (tenant_id, user_id, parent_id);
grant select, insert, update, delete on review_minutes_attendance to keyan_app;
alter table review_minutes_attendance enable row level security;
alter table review_minutes_attendance force row level security;
create policy tenant on review_minutes_attendance using (tenant_id = current_setting('app.tenant', true));

create table review_minutes_lines (
  tenant_id character varying(12) not null,
  id bigint not null,
  parent_id bigint not null,
  sort_order integer not null,
  title text,
  votes text,
  rank integer,
  conclusion text,
  withdrawn text,
  forced text,
  primary key (tenant_id, id),
  foreign key (tenant_id, parent_id) references review_minutes (tenant_id, id)
);
create index review_minutes_lines_parent on review_minutes_lines (tenant_id, parent_id, sort_order);
grant select, insert, update, delete on review_minutes_lines to keyan_app;
alter table review_minutes_lines enable row level security;
alter table review_minutes_lines force row level security;
create policy tenant on review_minutes_lines using (tenant_id = current_setting('app.tenant', true));
