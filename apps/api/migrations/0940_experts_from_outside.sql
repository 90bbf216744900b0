-- Experts from outside, who judge by link and code: their invitations, each use of a link, and the codes and visits.

create table review_invitation (
  tenant_id character varying(12) not null,
  id bigint not null,
  name text,
  unit text,
  set_id bigint,
  expert_id bigint,
  user_id bigint,
  sent_to text,
  sent_time timestamp with time zone,
  opened_time timestamp with time zone,
  last_time timestamp with time zone,
  valid_until timestamp with time zone,
  fault text,
  status text,
  issue integer,
  link_hash text,
  search_text text generated always as (lower(coalesce(name, ''))) stored,
  create_user bigint not null,
  create_dept bigint,
  create_time timestamp with time zone not null,
  update_user bigint not null,
  update_time timestamp with time zone not null,
  is_deleted smallint not null default 0,
  version integer not null default 1,
  primary key (tenant_id, id)
);
comment on column review_invitation.search_text is 'name';
create index review_invitation_order on review_invitation (tenant_id, create_time desc nulls last, id desc) where is_deleted = 0;
create index review_invitation_set_id on review_invitation (tenant_id, set_id) where is_deleted = 0;
create index review_invitation_expert_id on review_invitation (tenant_id, expert_id) where is_deleted = 0;
create index review_invitation_user_id on review_invitation (tenant_id, user_id) where is_deleted = 0;
create index review_invitation_due_expire on review_invitation (tenant_id, status, valid_until) where is_deleted = 0;
create index review_invitation_search on review_invitation using gin (search_text gin_trgm_ops) where is_deleted = 0;
grant select, insert, update, delete on review_invitation to keyan_app;
alter table review_invitation enable row level security;
alter table review_invitation force row level security;
create policy tenant on review_invitation using (tenant_id = current_setting('app.tenant', true));

create table review_visit (
  tenant_id character varying(12) not null,
  id bigint not null,
  name text,
  set_id bigint,
  invitation_id bigint,
  expert_id bigint,
  act text,
  subject text,
  visit_time timestamp with time zone,
  address text,
  search_text text generated always as (lower(coalesce(name, '') || ' ' || coalesce(address, ''))) stored,
  create_user bigint not null,
  create_dept bigint,
  create_time timestamp with time zone not null,
  update_user bigint not null,
  update_time timestamp with time zone not null,
  is_deleted smallint not null default 0,
  version integer not null default 1,
  primary key (tenant_id, id)
);
comment on column review_visit.search_text is 'name, address';
create index review_visit_order on review_visit (tenant_id, visit_time desc nulls last, id desc) where is_deleted = 0;
create index review_visit_set_id on review_visit (tenant_id, set_id) where is_deleted = 0;
create index review_visit_invitation_id on review_visit (tenant_id, invitation_id) where is_deleted = 0;
create index review_visit_expert_id on review_visit (tenant_id, expert_id) where is_deleted = 0;
create index review_visit_search on review_visit using gin (search_text gin_trgm_ops) where is_deleted = 0;
grant select, insert, update, delete on review_visit to keyan_app;
alter table review_visit enable row level security;
alter table review_visit force row level security;
create policy tenant on review_visit using (tenant_id = current_setting('app.tenant', true));

-- Hashes of codes, and of the passes of visits that they began.
create table review_pass (
  tenant_id varchar(12) not null,
  id bigint not null,
  invitation_id bigint not null,
  code bytea not null,
  tries int not null,
  pass text,
  create_time timestamptz not null,
  expires_at timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, invitation_id) references review_invitation (tenant_id, id)
);
create index review_pass_invitation on review_pass (tenant_id, invitation_id, create_time);
create index review_pass_pass on review_pass (tenant_id, pass) where pass is not null;
grant select, insert, update, delete on review_pass to keyan_app;
alter table review_pass enable row level security;
alter table review_pass force row level security;
create policy tenant on review_pass using (tenant_id = current_setting('app.tenant', true));

-- People who do not read the outcome of a review in the record itself (R-803). Results that are confirmed have theirs.
alter table prize_declaration add column review_parties text;
alter table appraisal add column review_parties text;
alter table xshdjb add column review_parties text;
alter table check_report add column review_parties text;
alter table declare_info add column review_parties text;
alter table process_conclusion add column review_parties text;
alter table team add column review_parties text;
update prize_declaration r set review_parties = i.parties from review_item i
 where i.tenant_id = r.tenant_id and i.business_id = r.id::text and i.status = '2' and i.is_deleted = 0;
update appraisal r set review_parties = i.parties from review_item i
 where i.tenant_id = r.tenant_id and i.business_id = r.id::text and i.status = '2' and i.is_deleted = 0;
update xshdjb r set review_parties = i.parties from review_item i
 where i.tenant_id = r.tenant_id and i.business_id = r.id::text and i.status = '2' and i.is_deleted = 0;
update check_report r set review_parties = i.parties from review_item i
 where i.tenant_id = r.tenant_id and i.business_id = r.id::text and i.status = '2' and i.is_deleted = 0;
update declare_info r set review_parties = i.parties from review_item i
 where i.tenant_id = r.tenant_id and i.business_id = r.id::text and i.status = '2' and i.is_deleted = 0;
update process_conclusion r set review_parties = i.parties from review_item i
 where i.tenant_id = r.tenant_id and i.business_id = r.id::text and i.status = '2' and i.is_deleted = 0;
update team r set review_parties = i.parties from review_item i
 where i.tenant_id = r.tenant_id and i.business_id = r.id::text and i.status = '2' and i.is_deleted = 0;
