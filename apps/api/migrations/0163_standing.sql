-- What stands on a record because another record is in a state: fields that it wrote, with what they
-- had before, or a record that it created.
create table standing (
  tenant_id varchar(12) not null,
  -- The record in the state, and the name of its effect.
  resource text not null,
  source_id bigint not null,
  effect text not null,
  kind text not null check (kind in ('write', 'create')),
  -- What it stands on.
  target text not null,
  target_id bigint not null,
  -- Later writes of a record lie on top of earlier ones.
  place int not null,
  before jsonb not null,
  after jsonb not null,
  primary key (tenant_id, resource, source_id, effect, target_id)
);
create index standing_target on standing (tenant_id, target_id, place);

grant select, insert, update, delete on standing to keyan_app;
alter table standing enable row level security;
alter table standing force row level security;
create policy tenant on standing using (tenant_id = current_setting('app.tenant', true));
