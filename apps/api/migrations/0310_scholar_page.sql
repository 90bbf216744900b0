-- What people say of themselves on their pages as scholars: the works that they show first, in their order, as
-- `[{"kind": "papersapp", "id": "…"}]`. One row a person; each change is in the history.
create table scholar_page (
  tenant_id varchar(12) not null,
  user_id bigint not null,
  works jsonb not null check (jsonb_typeof(works) = 'array' and octet_length(works::text) <= 4096),
  version integer not null,
  update_time timestamptz not null,
  primary key (tenant_id, user_id)
);

grant select, insert, update on scholar_page to keyan_app;

alter table scholar_page enable row level security;
alter table scholar_page force row level security;
create policy tenant on scholar_page using (tenant_id = current_setting('app.tenant', true));
