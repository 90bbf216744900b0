-- An import is kept row by row, with what became of each, instead of one large value that is read
-- whole whenever somebody asks how far it is. A row's record and the word that it stands are written
-- in one transaction. Whoever saves the rows holds the batch and renews that; a batch that is held
-- no longer and not finished was broken off.

create table import_row (
  tenant_id varchar(12) not null,
  batch_id bigint not null,
  row_no int not null,
  input jsonb not null,
  -- What the dry run found: [{ sheet, row, path, field, message }]; a row with faults is not saved.
  faults jsonb not null,
  record_id bigint,
  -- Why the row could not be saved: [Chinese, English].
  failure jsonb,
  primary key (tenant_id, batch_id, row_no)
);

grant select, insert, update, delete on import_row to keyan_app;

alter table import_batch add column total int not null default 0;
alter table import_batch add column valid int not null default 0;
alter table import_batch add column confirm_time timestamptz;
alter table import_batch add column held_by text;
alter table import_batch add column held_until timestamptz;

-- The owner of a table that forces its policies sees no row of any tenant: the force is lifted for
-- the moment. A row whose save was under way when the process died may have its record or not.
alter table import_batch no force row level security;
alter table import_mark no force row level security;
insert into import_row (tenant_id, batch_id, row_no, input, faults, record_id, failure)
  select b.tenant_id, b.id, (r ->> 'row')::int, r -> 'input', r -> 'faults', m.record_id,
         case when m.row_no is not null and m.record_id is null
              then jsonb_build_array(m.fault, 'This row was not saved, or the import broke off at it') end
    from import_batch b cross join jsonb_array_elements(b.rows) as r
    left join import_mark m on m.tenant_id = b.tenant_id and m.batch_id = b.id
      and m.row_no = (r ->> 'row')::int;
update import_batch b set
  total = (select count(*) from import_row r
            where r.tenant_id = b.tenant_id and r.batch_id = b.id),
  valid = (select count(*) from import_row r
            where r.tenant_id = b.tenant_id and r.batch_id = b.id and r.faults = '[]'),
  confirm_time = coalesce(b.finish_time,
    (select b.create_time where exists (select 1 from import_mark m
      where m.tenant_id = b.tenant_id and m.batch_id = b.id)));
alter table import_batch force row level security;

alter table import_row enable row level security;
alter table import_row force row level security;
create policy tenant on import_row using (tenant_id = current_setting('app.tenant', true));

alter table import_batch alter column total drop default;
alter table import_batch alter column valid drop default;
alter table import_batch drop column rows;
drop table import_mark;
