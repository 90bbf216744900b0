-- Attachments of records (decisions 29, 30). Bytes lie in the file store under `blob_key`;
-- equal content of a tenant is kept once. Public ids are random.

create table blob (
  tenant_id varchar(12) not null,
  sha256 bytea not null,
  blob_key text not null,
  size bigint not null,
  used_at timestamptz not null,
  primary key (tenant_id, sha256)
);

create table attachment (
  tenant_id varchar(12) not null,
  id bigint not null,
  -- Null while the file waits for the record that it was uploaded for.
  resource text,
  business_id bigint,
  catalog text not null,
  name text not null,
  suffix text not null,
  size bigint not null,
  sha256 bytea not null,
  sort_order int not null default 0,
  create_user bigint not null,
  create_time timestamptz not null,
  is_deleted smallint not null default 0,
  primary key (tenant_id, id),
  foreign key (tenant_id, sha256) references blob (tenant_id, sha256)
);

create index attachment_row on attachment (tenant_id, resource, business_id) where is_deleted = 0;
create index attachment_blob on attachment (tenant_id, sha256);
create index attachment_waiting on attachment (tenant_id, create_time) where business_id is null and is_deleted = 0;

create table attachment_catalogue (
  tenant_id varchar(12) not null,
  resource text not null,
  code text not null,
  zh text not null,
  en text not null,
  required boolean not null,
  most int not null,
  sort_order int not null,
  primary key (tenant_id, resource, code)
);

grant select, insert, update, delete on blob, attachment, attachment_catalogue to keyan_app;

alter table blob enable row level security;
alter table blob force row level security;
create policy tenant on blob using (tenant_id = current_setting('app.tenant', true));
alter table attachment enable row level security;
alter table attachment force row level security;
create policy tenant on attachment using (tenant_id = current_setting('app.tenant', true));
alter table attachment_catalogue enable row level security;
alter table attachment_catalogue force row level security;
create policy tenant on attachment_catalogue using (tenant_id = current_setting('app.tenant', true));
