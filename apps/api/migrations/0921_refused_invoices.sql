-- Electronic invoices that were refused for another buyer, for whoever read them.
create table refused_invoice (
  tenant_id character varying(12) not null,
  reader bigint not null,
  invoice_number text not null,
  fault_zh text not null,
  fault_en text not null,
  primary key (tenant_id, reader, invoice_number)
);
grant select, insert, update, delete on refused_invoice to keyan_app;
alter table refused_invoice enable row level security;
alter table refused_invoice force row level security;
create policy tenant on refused_invoice using (tenant_id = current_setting('app.tenant', true));
