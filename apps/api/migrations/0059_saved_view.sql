-- Lists as people saved them: filters, order, columns and row height under a name. The content is
-- the page's own; what it names and no longer exists is dropped where it is used.
create table saved_view (
  tenant_id varchar(12) not null,
  id bigint not null,
  owner_id bigint not null,
  resource text not null,
  -- The page of the resource that it is a view of.
  view text not null,
  name text not null,
  content jsonb not null,
  -- Aliases of the roles whose holders see it.
  roles text[] not null default '{}',
  version int not null default 1,
  create_time timestamptz not null,
  update_time timestamptz not null,
  is_deleted smallint not null default 0,
  primary key (tenant_id, id)
);
create unique index saved_view_name on saved_view (tenant_id, owner_id, resource, view, name)
  where is_deleted = 0;
create index saved_view_roles on saved_view using gin (roles) where is_deleted = 0;

-- With which of them somebody begins.
create table saved_view_choice (
  tenant_id varchar(12) not null,
  user_id bigint not null,
  resource text not null,
  view text not null,
  saved_view_id bigint not null,
  primary key (tenant_id, user_id, resource, view),
  foreign key (tenant_id, saved_view_id) references saved_view (tenant_id, id)
);

grant select, insert, update on saved_view to keyan_app;
grant select, insert, update, delete on saved_view_choice to keyan_app;

alter table saved_view enable row level security;
alter table saved_view force row level security;
create policy tenant on saved_view using (tenant_id = current_setting('app.tenant', true));
alter table saved_view_choice enable row level security;
alter table saved_view_choice force row level security;
create policy tenant on saved_view_choice using (tenant_id = current_setting('app.tenant', true));
