-- What became of each row of a confirmed import. The mark is set before the row is saved, so that
-- a row is never saved twice, however often the work is taken up again.

create table import_mark (
  tenant_id varchar(12) not null,
  batch_id bigint not null,
  row_no int not null,
  record_id bigint,
  fault text,
  primary key (tenant_id, batch_id, row_no)
);

grant select, insert, update, delete on import_mark to keyan_app;

alter table import_mark enable row level security;
alter table import_mark force row level security;
create policy tenant on import_mark using (tenant_id = current_setting('app.tenant', true));
