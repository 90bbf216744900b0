-- English names of departments, and how a statement asks for a name in the language of its reader.

create function said(chinese text, english text) returns text language sql stable parallel safe
  return case when current_setting('app.language', true) = 'en' and english <> '' then english
         else chinese end;

drop index dept_search;
alter table dept drop column search_text;
alter table dept add column dept_name_en text;
alter table dept add column search_text text generated always as (lower(coalesce(dept_name, '') || ' ' || coalesce(dept_name_en, '') || ' ' || coalesce(full_name, '') || ' ' || coalesce(dept_code, ''))) stored;
comment on column dept.search_text is 'dept_name, dept_name_en, full_name, dept_code';
create index dept_search on dept using gin (search_text gin_trgm_ops) where is_deleted = 0;
