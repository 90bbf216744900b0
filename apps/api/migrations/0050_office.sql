-- Notices and the download zone, as their definitions ask for them (npm run plan), and who has read
-- which notice.

create table notice (
  tenant_id character varying(12) not null,
  id bigint not null,
  bt text,
  lx text,
  content text,
  fbsj timestamp with time zone,
  fbr bigint,
  fwlx text,
  scope_ids text,
  is_top text,
  valid_date date,
  read_count integer,
  status text,
  search_text text generated always as (lower(coalesce(bt, ''))) stored,
  create_user bigint not null,
  create_dept bigint,
  create_time timestamp with time zone not null,
  update_user bigint not null,
  update_time timestamp with time zone not null,
  is_deleted smallint not null default 0,
  version integer not null default 1,
  primary key (tenant_id, id)
);
comment on column notice.search_text is 'bt';
create index notice_order on notice (tenant_id, create_time desc nulls last, id desc) where is_deleted = 0;
create index notice_fbr on notice (tenant_id, fbr) where is_deleted = 0;
create index notice_search on notice using gin (search_text gin_trgm_ops) where is_deleted = 0;

-- A mark, not a record: nobody changes it, and it goes with its notice.
create table notice_read (
  tenant_id varchar(12) not null,
  notice_id bigint not null,
  user_id bigint not null,
  read_time timestamptz not null,
  primary key (tenant_id, user_id, notice_id),
  foreign key (tenant_id, notice_id) references notice (tenant_id, id) on delete cascade
);
create index notice_read_notice on notice_read (tenant_id, notice_id);

create table download_zone (
  tenant_id character varying(12) not null,
  id bigint not null,
  name text,
  describe text,
  category text,
  sort integer,
  status text,
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
comment on column download_zone.search_text is 'name';
create index download_zone_order on download_zone (tenant_id, sort asc nulls first, id asc) where is_deleted = 0;
create index download_zone_search on download_zone using gin (search_text gin_trgm_ops) where is_deleted = 0;

grant select, insert, update, delete on notice, download_zone to keyan_app;
grant select, insert, delete on notice_read to keyan_app;

alter table notice enable row level security;
alter table notice force row level security;
create policy tenant on notice using (tenant_id = current_setting('app.tenant', true));
alter table notice_read enable row level security;
alter table notice_read force row level security;
create policy tenant on notice_read using (tenant_id = current_setting('app.tenant', true));
alter table download_zone enable row level security;
alter table download_zone force row level security;
create policy tenant on download_zone using (tenant_id = current_setting('app.tenant', true));
