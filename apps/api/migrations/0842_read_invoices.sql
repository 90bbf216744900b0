-- What electronic invoices that were read came to, by their number: expenses with them stay within.
create table read_invoice (
  tenant_id character varying(12) not null,
  invoice_number text not null,
  total numeric(18,2) not null,
  primary key (tenant_id, invoice_number)
);
grant select, insert, update, delete on read_invoice to keyan_app;
alter table read_invoice enable row level security;
alter table read_invoice force row level security;
create policy tenant on read_invoice using (tenant_id = current_setting('app.tenant', true));
