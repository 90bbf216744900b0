-- What readers of English see of posts, of the profiles of departments and of the two logs.

alter table post add column post_name_en text;
drop index post_search;
alter table post drop column search_text;
alter table post add column search_text text generated always as (lower(coalesce(post_code, '') || ' ' || coalesce(post_name, '') || ' ' || coalesce(post_name_en, ''))) stored;
comment on column post.search_text is 'post_code, post_name, post_name_en';
create index post_search on post using gin (search_text gin_trgm_ops) where is_deleted = 0;

alter table team_department add column dept_name_en text;
drop index team_department_search;
alter table team_department drop column search_text;
alter table team_department add column search_text text generated always as (lower(coalesce(dept_name, '') || ' ' || coalesce(dept_name_en, ''))) stored;
comment on column team_department.search_text is 'dept_name, dept_name_en';
create index team_department_search on team_department using gin (search_text gin_trgm_ops) where is_deleted = 0;
-- The profile follows its department every day; until then it says what the department is called now.
update team_department t set dept_name_en = d.dept_name_en
  from dept d where d.tenant_id = t.tenant_id and d.id = t.dept_id;

-- Entries of before have the Chinese text alone.
alter table usual_log add column data_en text;
alter table api_log add column title_en text;
