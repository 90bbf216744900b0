-- Pieces of the demonstration that were told, each written in the transaction that tells it.
create table demo_chapter (
  tenant_id character varying(12) not null,
  name text not null,
  -- Why the piece is not there: it did not fit what people had done meanwhile.
  left_out text,
  primary key (tenant_id, name)
);
grant select, insert, update, delete on demo_chapter to keyan_app;
alter table demo_chapter enable row level security;
alter table demo_chapter force row level security;
create policy tenant on demo_chapter using (tenant_id = current_setting('app.tenant', true));
