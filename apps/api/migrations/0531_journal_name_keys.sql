-- Every paper that is saved asks the catalogue for its journal, by name where there is no ISSN. Names are compared
-- without brackets, quotation marks, dots, dashes and spaces: as columns, so that an index finds them.

create function journal_name_key(name text) returns text
  language sql immutable parallel safe
  return nullif(translate(lower(normalize(name, nfkc)), ' ()[]{}<>《》〈〉「」『』【】〔〕"“”„''‘’·•.,、:;-‐–—―_/', ''), '');

alter table journal
  add column name_key text generated always as (journal_name_key(journal_name)) stored,
  add column name_en_key text generated always as (journal_name_key(journal_name_en)) stored,
  add column abbr_key text generated always as (journal_name_key(abbr)) stored;

create index journal_name_key on journal (tenant_id, name_key) where is_deleted = 0;
create index journal_name_en_key on journal (tenant_id, name_en_key) where is_deleted = 0;
create index journal_abbr_key on journal (tenant_id, abbr_key) where is_deleted = 0;
