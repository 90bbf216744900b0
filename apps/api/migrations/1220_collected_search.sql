-- Searches find a collected paper by what is printed on it, and not by the people to whom it may belong.
alter table collection_thesis drop column search_text;
alter table collection_thesis add column search_text text generated always as (lower(coalesce(title, '') || ' ' || coalesce(authors_text, '') || ' ' || coalesce(source, '') || ' ' || coalesce(doi, ''))) stored;
comment on column collection_thesis.search_text is 'title, authors_text, source, doi';
create index collection_thesis_search on collection_thesis using gin (search_text gin_trgm_ops) where is_deleted = 0;
