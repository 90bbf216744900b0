-- The height of rows that was called `standard` is `regular`: a standard is a kind of achievement.
alter table preference no force row level security;
alter table saved_view no force row level security;

update preference set value = '"regular"' where key = 'density' and value = '"standard"';
update saved_view set content = jsonb_set(content, '{density}', '"regular"')
 where content ->> 'density' = 'standard';

alter table preference force row level security;
alter table saved_view force row level security;
