-- People as services outside know them (CAS, OpenID Connect, OAuth 2.0), and whose account they have.
create table external_identity (
  tenant_id varchar(12) not null,
  id bigint not null,
  -- The service, by its name in the configuration.
  source text not null,
  -- Who they are to the service.
  subject text not null,
  name text not null,
  -- Null until an account is bound.
  user_id bigint,
  -- SHA-256 of the secret by which somebody without an account binds one or applies for one.
  ticket bytea,
  ticket_until timestamptz,
  created_at timestamptz not null,
  bound_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, user_id) references users (tenant_id, id)
);
create unique index external_identity_subject on external_identity (tenant_id, source, subject);
create unique index external_identity_ticket on external_identity (tenant_id, ticket);
create index external_identity_user on external_identity (tenant_id, user_id);
grant select, insert, update, delete on external_identity to keyan_app;
alter table external_identity enable row level security;
alter table external_identity force row level security;
create policy tenant on external_identity using (tenant_id = current_setting('app.tenant', true));

-- The account of an accepted applicant is bound to the one outside who applied.
alter table register_guest_secret add column identity_id bigint;
