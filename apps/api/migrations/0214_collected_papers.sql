-- Collected records, and whom of the university they may belong to (R-507).
create table collection_thesis (
  tenant_id character varying(12) not null,
  id bigint not null,
  title text,
  authors_text text,
  source text,
  issn text,
  doi text,
  publish_year smallint,
  volume text,
  issue text,
  pages text,
  index_type text,
  accession_num text,
  doc_type text,
  status text,
  claim_status text,
  addresses text,
  reprint_author text,
  cited_num integer,
  batch_no text,
  match_users text,
  doi_key text,
  accession_num_key text,
  search_text text generated always as (lower(coalesce(title, '') || ' ' || coalesce(authors_text, '') || ' ' || coalesce(source, '') || ' ' || coalesce(doi, '') || ' ' || coalesce(match_users, ''))) stored,
  create_user bigint not null,
  create_dept bigint,
  create_time timestamp with time zone not null,
  update_user bigint not null,
  update_time timestamp with time zone not null,
  is_deleted smallint not null default 0,
  version integer not null default 1,
  primary key (tenant_id, id)
);
comment on column collection_thesis.search_text is 'title, authors_text, source, doi, match_users';
create index collection_thesis_order on collection_thesis (tenant_id, create_time desc nulls last, id desc) where is_deleted = 0;
create index collection_thesis_search on collection_thesis using gin (search_text gin_trgm_ops) where is_deleted = 0;
create unique index collection_thesis_doi_unique on collection_thesis (tenant_id, doi_key) where is_deleted = 0;
create unique index collection_thesis_accession_num_unique on collection_thesis (tenant_id, accession_num_key) where is_deleted = 0;
grant select, insert, update, delete on collection_thesis to keyan_app;
alter table collection_thesis enable row level security;
alter table collection_thesis force row level security;
create policy tenant on collection_thesis using (tenant_id = current_setting('app.tenant', true));

create table collection_thesis_matches (
  tenant_id character varying(12) not null,
  id bigint not null,
  parent_id bigint not null,
  sort_order integer not null,
  user_id bigint,
  score integer,
  reasons text[],
  sort integer,
  answer text,
  primary key (tenant_id, id),
  foreign key (tenant_id, parent_id) references collection_thesis (tenant_id, id)
);
create index collection_thesis_matches_parent on collection_thesis_matches (tenant_id, parent_id, sort_order);
create index collection_thesis_matches_user_id on collection_thesis_matches (tenant_id, user_id, parent_id);
grant select, insert, update, delete on collection_thesis_matches to keyan_app;
alter table collection_thesis_matches enable row level security;
alter table collection_thesis_matches force row level security;
create policy tenant on collection_thesis_matches using (tenant_id = current_setting('app.tenant', true));

