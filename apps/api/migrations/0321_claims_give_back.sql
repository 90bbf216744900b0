-- What an approved claim did to the library, so that voiding it gives it back.
alter table paper_claim add column paper_made text;
create table paper_claim_given (
  tenant_id character varying(12) not null,
  id bigint not null,
  parent_id bigint not null,
  sort_order integer not null,
  field text,
  before text,
  after text,
  primary key (tenant_id, id),
  foreign key (tenant_id, parent_id) references paper_claim (tenant_id, id)
);
create index paper_claim_given_parent on paper_claim_given (tenant_id, parent_id, sort_order);
grant select, insert, update, delete on paper_claim_given to keyan_app;
alter table paper_claim_given enable row level security;
alter table paper_claim_given force row level security;
create policy tenant on paper_claim_given using (tenant_id = current_setting('app.tenant', true));

