-- Drafts of forms held the secrets of services as they were typed; now they leave them out.
alter table form_draft no force row level security;
delete from form_draft
 where content ~ '"(secretKey|clientSecret)"' or path like '/develop/datasource%' and content like '%"password"%';
alter table form_draft force row level security;
