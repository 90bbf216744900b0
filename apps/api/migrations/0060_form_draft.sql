-- What somebody typed into a form and has not saved, so that another machine goes on with it. Not a
-- record: no process, no history, nobody else reads it; gone after thirty days.
create table form_draft (
  tenant_id varchar(12) not null,
  user_id bigint not null,
  -- The page that it was typed on, with the record's id.
  key text not null,
  path text not null,
  title text not null,
  -- JSON as the page wrote it.
  content text not null,
  save_time timestamptz not null,
  primary key (tenant_id, user_id, key)
);

grant select, insert, update, delete on form_draft to keyan_app;

alter table form_draft enable row level security;
alter table form_draft force row level security;
create policy tenant on form_draft using (tenant_id = current_setting('app.tenant', true));
