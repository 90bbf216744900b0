-- How a sponsor calls the columns of its lists, as somebody of the office said it last.
create table sponsor_column (
  tenant_id varchar(12) not null,
  source text not null,
  -- Meaning of the column, and its heading in the lists of this sponsor.
  kind text not null,
  heading text not null,
  primary key (tenant_id, source, kind)
);

grant select, insert, update, delete on sponsor_column to keyan_app;

alter table sponsor_column enable row level security;
alter table sponsor_column force row level security;
create policy tenant on sponsor_column using (tenant_id = current_setting('app.tenant', true));
