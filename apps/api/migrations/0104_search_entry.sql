-- The search over all records: one row per living record of every resource, written in the
-- transaction that writes the record. `terms` holds what the record is found by (pairs of characters,
-- words, pinyin, initials) and, beginning with `@`, its resource and whom its read scope opens it to.
create table search_entry (
  tenant_id character varying(12) not null,
  resource text not null,
  record_id bigint not null,
  -- Which definition made the entry: when it changes, the entry is made anew.
  scheme integer not null,
  -- The department whose people may read the record, to find the newest of theirs.
  department_id bigint,
  terms tsvector not null,
  primary key (tenant_id, resource, record_id)
);

-- New terms wait in a list that every search reads through, so it is short.
create index search_entry_terms on search_entry using gin (terms)
  with (gin_pending_list_limit = 256);
create index search_entry_department on search_entry
  (tenant_id, resource, department_id, record_id) where department_id is not null;

grant select, insert, update, delete on search_entry to keyan_app;
alter table search_entry enable row level security;
alter table search_entry force row level security;
create policy tenant on search_entry using (tenant_id = current_setting('app.tenant', true));
