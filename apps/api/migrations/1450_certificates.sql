-- Certificates that people make about themselves, with the records that they state.
create table certificate (
  tenant_id character varying(12) not null,
  id bigint not null,
  cert_num text,
  title text,
  cert_kind text,
  language text,
  purpose text,
  user_id bigint,
  person_name text,
  job_num text,
  unit_name text,
  status text,
  issued_at timestamp with time zone,
  revoked_at timestamp with time zone,
  revoked_by bigint,
  revoke_reason text,
  search_text text generated always as (lower(coalesce(cert_num, '') || ' ' || coalesce(title, ''))) stored,
  create_user bigint not null,
  create_dept bigint,
  create_time timestamp with time zone not null,
  update_user bigint not null,
  update_time timestamp with time zone not null,
  is_deleted smallint not null default 0,
  version integer not null default 1,
  primary key (tenant_id, id)
);
comment on column certificate.search_text is 'cert_num, title';
create index certificate_order on certificate (tenant_id, create_time desc nulls last, id desc) where is_deleted = 0;
create index certificate_user_id_order on certificate (tenant_id, user_id, create_time desc nulls last, id desc) where is_deleted = 0;
create index certificate_revoked_by on certificate (tenant_id, revoked_by) where is_deleted = 0;
create index certificate_search on certificate using gin (search_text gin_trgm_ops) where is_deleted = 0;
grant select, insert, update, delete on certificate to keyan_app;
alter table certificate enable row level security;
alter table certificate force row level security;
create policy tenant on certificate using (tenant_id = current_setting('app.tenant', true));

create table certificate_lines (
  tenant_id character varying(12) not null,
  id bigint not null,
  parent_id bigint not null,
  sort_order integer not null,
  biz_type text,
  biz_id text,
  number text,
  title text,
  category text,
  period text,
  amount text,
  part text,
  state text,
  basis text,
  primary key (tenant_id, id),
  foreign key (tenant_id, parent_id) references certificate (tenant_id, id)
);
create index certificate_lines_parent on certificate_lines (tenant_id, parent_id, sort_order);
grant select, insert, update, delete on certificate_lines to keyan_app;
alter table certificate_lines enable row level security;
alter table certificate_lines force row level security;
create policy tenant on certificate_lines using (tenant_id = current_setting('app.tenant', true));

