-- How one person likes their pages: theme, language, columns. `value` is JSON as text: nothing in
-- the database looks into it. No history: it is nobody's record, and the last word wins.
create table preference (
  tenant_id varchar(12) not null,
  user_id bigint not null,
  key text not null check (length(key) <= 120),
  value text not null check (octet_length(value) <= 16384),
  update_time timestamptz not null,
  primary key (tenant_id, user_id, key)
);

grant select, insert, update, delete on preference to keyan_app;

alter table preference enable row level security;
alter table preference force row level security;
create policy tenant on preference using (tenant_id = current_setting('app.tenant', true));
