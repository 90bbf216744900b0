-- Large files come in by parts, so that an upload may pause and go on where it was. Parts lie in
-- the file store under `part_keys` until the file is whole; what nobody goes on with is swept.

create table upload (
  tenant_id varchar(12) not null,
  -- Becomes the id of the attachment: finishing twice finds what the first time made.
  id bigint not null,
  catalog text not null,
  name text not null,
  size bigint not null,
  received bigint not null default 0,
  part_keys text[] not null default '{}',
  create_user bigint not null,
  -- Of the last part, or of the beginning.
  update_time timestamptz not null,
  primary key (tenant_id, id),
  check (received between 0 and size)
);

create index upload_owner on upload (tenant_id, create_user);
create index upload_idle on upload (tenant_id, update_time);

grant select, insert, update, delete on upload to keyan_app;

alter table upload enable row level security;
alter table upload force row level security;
create policy tenant on upload using (tenant_id = current_setting('app.tenant', true));
