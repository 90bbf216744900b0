-- The quality desk: what its job knows of achievements, what it found, what was decided.

-- A record as it was compared last; drafts, recalled, refused and void ones are not here.
create table quality_record (
  tenant_id varchar(12) not null,
  resource text not null,
  record_id bigint not null,
  version integer not null,
  audit_status text not null,
  number text not null,
  title text not null,
  dept_id bigint,
  stat_year smallint,
  -- Who may read it, as far as its access asks these.
  writer_id bigint,
  secret_level text,
  -- Accounts of its authors, and what they are called.
  people bigint[] not null,
  names text not null,
  -- What is compared (R-502), and its digest.
  known jsonb not null,
  digest text not null,
  primary key (tenant_id, resource, record_id)
);

-- Records that may be the same stand under one of the same terms: hashes of kind and number, title,
-- person and year, or a part of a sketch of the title. Row-level security admits no index on likeness
-- (its operators are not leakproof), equality it does.
create table quality_term (
  tenant_id varchar(12) not null,
  term bigint not null,
  record_id bigint not null,
  primary key (tenant_id, term, record_id)
);
create index quality_term_record on quality_term (tenant_id, record_id);

-- What is open; the job writes it anew whenever a record changes.
create table quality_finding (
  tenant_id varchar(12) not null,
  id bigint not null,
  topic text not null check (topic in ('duplicate', 'author', 'journal', 'report')),
  resource text not null,
  -- Of a suspected duplicate the record with the lower id.
  record_id bigint not null,
  other_id bigint,
  -- The id of the other record or of an author's line, a journal in letters, or a field.
  subject text not null,
  score smallint not null,
  reasons text[] not null,
  detail jsonb not null default '{}',
  found_at timestamptz not null,
  primary key (tenant_id, id),
  unique (tenant_id, topic, resource, record_id, subject)
);
create index quality_finding_listed on quality_finding (tenant_id, topic, score desc, id);
create index quality_finding_record on quality_finding (tenant_id, record_id);
create index quality_finding_other on quality_finding (tenant_id, other_id)
  where other_id is not null;

-- Decisions are kept: a pair that differs and an author from outside are not offered again while what
-- was compared (its digest) stays; of a merged record it is known where it went.
create table quality_decision (
  tenant_id varchar(12) not null,
  id bigint not null,
  topic text not null check (topic in ('duplicate', 'author', 'merged')),
  resource text not null,
  record_id bigint not null,
  other_id bigint,
  subject text not null,
  digest text not null,
  text text not null,
  reason text not null,
  decided_by bigint not null,
  decided_at timestamptz not null,
  primary key (tenant_id, id),
  unique (tenant_id, topic, resource, record_id, subject)
);
create index quality_decision_listed on quality_decision (tenant_id, decided_at desc, id desc);

-- How far the job has come with each kind.
create table quality_progress (
  tenant_id varchar(12) not null,
  resource text not null,
  -- The last record of the pass through all of them; null when the pass is done.
  after_id bigint,
  passed_at timestamptz,
  -- The history is read on from here.
  history_id bigint not null,
  primary key (tenant_id, resource)
);

grant select, insert, update, delete
  on quality_record, quality_term, quality_finding, quality_decision, quality_progress to keyan_app;
alter table quality_record enable row level security;
alter table quality_record force row level security;
create policy tenant on quality_record using (tenant_id = current_setting('app.tenant', true));
alter table quality_term enable row level security;
alter table quality_term force row level security;
create policy tenant on quality_term using (tenant_id = current_setting('app.tenant', true));
alter table quality_finding enable row level security;
alter table quality_finding force row level security;
create policy tenant on quality_finding using (tenant_id = current_setting('app.tenant', true));
alter table quality_decision enable row level security;
alter table quality_decision force row level security;
create policy tenant on quality_decision using (tenant_id = current_setting('app.tenant', true));
alter table quality_progress enable row level security;
alter table quality_progress force row level security;
create policy tenant on quality_progress using (tenant_id = current_setting('app.tenant', true));
