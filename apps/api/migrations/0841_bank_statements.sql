-- Bank statements: how each bank heads its columns, and which line an arrival was taken from.
create table bank_format (
  tenant_id character varying(12) not null,
  signature text not null,
  mapping jsonb not null,
  update_time timestamp with time zone not null,
  primary key (tenant_id, signature)
);
grant select, insert, update, delete on bank_format to keyan_app;
alter table bank_format enable row level security;
alter table bank_format force row level security;
create policy tenant on bank_format using (tenant_id = current_setting('app.tenant', true));

create table bank_line (
  tenant_id character varying(12) not null,
  line_key text not null,
  arrive_id bigint not null,
  primary key (tenant_id, line_key),
  foreign key (tenant_id, arrive_id) references funding_arrive (tenant_id, id)
);
create index bank_line_arrive on bank_line (tenant_id, arrive_id);
grant select, insert, update, delete on bank_line to keyan_app;
alter table bank_line enable row level security;
alter table bank_line force row level security;
create policy tenant on bank_line using (tenant_id = current_setting('app.tenant', true));
