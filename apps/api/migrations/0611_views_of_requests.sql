-- Lists that people saved on the one page of requests to file a patent belong to the page of the same address, which has
-- another name since 0604.
alter table saved_view no force row level security;
alter table saved_view_choice no force row level security;

update saved_view set view = 'register' where resource = 'zlsb' and view = 'declare';
update saved_view_choice set view = 'register' where resource = 'zlsb' and view = 'declare';

alter table saved_view force row level security;
alter table saved_view_choice force row level security;
