-- Claims of collected papers, and who is still asked to answer (R-507).
create table collection_thesis_asked (
  tenant_id character varying(12) not null,
  id bigint not null,
  parent_id bigint not null,
  sort_order integer not null,
  user_id bigint,
  primary key (tenant_id, id),
  foreign key (tenant_id, parent_id) references collection_thesis (tenant_id, id)
);
create index collection_thesis_asked_parent on collection_thesis_asked (tenant_id, parent_id, sort_order);
create index collection_thesis_asked_user_id on collection_thesis_asked (tenant_id, user_id, parent_id);
grant select, insert, update, delete on collection_thesis_asked to keyan_app;
alter table collection_thesis_asked enable row level security;
alter table collection_thesis_asked force row level security;
create policy tenant on collection_thesis_asked using (tenant_id = current_setting('app.tenant', true));

create table paper_claim (
  tenant_id character varying(12) not null,
  id bigint not null,
  paper_num text,
  thesis_id bigint,
  title text,
  authors_text text,
  source text,
  publish_year smallint,
  index_type text,
  doi text,
  accession_num text,
  claim_user_id bigint,
  fk_dept_id bigint,
  author_sort integer,
  author_type text,
  school_sign text,
  publish_date date,
  discipline text,
  reason text,
  journal_level text,
  publish_scope text,
  claim_status text,
  ruled_by bigint,
  paper_id bigint,
  search_text text generated always as (lower(coalesce(paper_num, '') || ' ' || coalesce(title, '') || ' ' || coalesce(authors_text, '') || ' ' || coalesce(source, '') || ' ' || coalesce(doi, ''))) stored,
  process_instance_id bigint,
  steps jsonb not null default '[]',
  audit_status text not null,
  submit_time timestamp with time zone,
  finish_time timestamp with time zone,
  current_node text,
  current_assignee text,
  current_since timestamp with time zone,
  create_user bigint not null,
  create_dept bigint,
  create_time timestamp with time zone not null,
  update_user bigint not null,
  update_time timestamp with time zone not null,
  is_deleted smallint not null default 0,
  version integer not null default 1,
  primary key (tenant_id, id)
);
comment on column paper_claim.search_text is 'paper_num, title, authors_text, source, doi';
create index paper_claim_order on paper_claim (tenant_id, create_time desc nulls last, id desc) where is_deleted = 0;
create index paper_claim_listed on paper_claim (tenant_id, audit_status, create_time desc nulls last, id desc, create_user, fk_dept_id, thesis_id, publish_year, index_type, claim_user_id, school_sign, claim_status) where is_deleted = 0;
create index paper_claim_count on paper_claim (tenant_id, audit_status, create_user) where is_deleted = 0;
create index paper_claim_create_user_order on paper_claim (tenant_id, create_user, create_time desc nulls last, id desc) where is_deleted = 0;
create index paper_claim_fk_dept_id_order on paper_claim (tenant_id, fk_dept_id, create_time desc nulls last, id desc, audit_status, create_user, thesis_id, publish_year, index_type, claim_user_id, school_sign, claim_status) where is_deleted = 0;
create index paper_claim_by_it_ss_cs_ti_py on paper_claim (tenant_id, audit_status, index_type, school_sign, claim_status, thesis_id, publish_year, create_time desc nulls last, id desc) where is_deleted = 0;
create index paper_claim_by_it_ss_cs_cui_fdi on paper_claim (tenant_id, audit_status, index_type, school_sign, claim_status, claim_user_id, fk_dept_id, create_time desc nulls last, id desc) where is_deleted = 0;
create index paper_claim_by_ti_py_cui_fdi on paper_claim (tenant_id, audit_status, thesis_id, publish_year, claim_user_id, fk_dept_id, create_time desc nulls last, id desc) where is_deleted = 0;
create index paper_claim_count_publish_year on paper_claim (tenant_id, audit_status, publish_year) where is_deleted = 0;
create index paper_claim_thesis_id on paper_claim (tenant_id, thesis_id) where is_deleted = 0;
create index paper_claim_claim_user_id on paper_claim (tenant_id, claim_user_id) where is_deleted = 0;
create index paper_claim_ruled_by on paper_claim (tenant_id, ruled_by) where is_deleted = 0;
create index paper_claim_paper_id on paper_claim (tenant_id, paper_id) where is_deleted = 0;
create index paper_claim_search on paper_claim using gin (search_text gin_trgm_ops) where is_deleted = 0;
grant select, insert, update, delete on paper_claim to keyan_app;
alter table paper_claim enable row level security;
alter table paper_claim force row level security;
create policy tenant on paper_claim using (tenant_id = current_setting('app.tenant', true));

create table paper_claim_other_authors (
  tenant_id character varying(12) not null,
  id bigint not null,
  parent_id bigint not null,
  sort_order integer not null,
  sort integer,
  person_type text,
  user_id bigint,
  name text,
  author_type text,
  primary key (tenant_id, id),
  foreign key (tenant_id, parent_id) references paper_claim (tenant_id, id)
);
create index paper_claim_other_authors_parent on paper_claim_other_authors (tenant_id, parent_id, sort_order);
create index paper_claim_other_authors_user_id on paper_claim_other_authors (tenant_id, user_id, parent_id);
grant select, insert, update, delete on paper_claim_other_authors to keyan_app;
alter table paper_claim_other_authors enable row level security;
alter table paper_claim_other_authors force row level security;
create policy tenant on paper_claim_other_authors using (tenant_id = current_setting('app.tenant', true));


insert into collection_thesis_asked (tenant_id, id, parent_id, sort_order, user_id)
select m.tenant_id, m.id, m.parent_id, m.sort_order, m.user_id
  from collection_thesis_matches m
 where m.user_id is not null and m.answer is null and m.score >= 60;
