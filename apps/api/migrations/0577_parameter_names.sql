-- English names of parameters, and what parameters are searched by. The names come when a school is furnished.

alter table param add column param_name_en text;
alter table param add column search_text text generated always as (lower(coalesce(param_name, '') || ' ' || coalesce(param_name_en, '') || ' ' || coalesce(param_key, ''))) stored;
comment on column param.search_text is 'param_name, param_name_en, param_key';
create index param_search on param using gin (search_text gin_trgm_ops) where is_deleted = 0;
