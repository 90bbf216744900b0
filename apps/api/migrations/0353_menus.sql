-- Menus and top menus are records with pages of their own: their codes are texts as those of every
-- dictionary, an entry may be hidden, and says whether it came with the product. Only pages have a path,
-- and a group needs none. Codes are unique by their keys, as those of every record.
alter table menu drop constraint menu_category_check;
alter table menu alter column action drop default, alter column action drop not null;
alter table menu alter column is_open drop default, alter column is_open drop not null;
alter table menu alter column path drop not null;
alter table menu alter column category type text using category::text;
alter table menu alter column is_open type text using is_open::text;
alter table menu alter column action type text using nullif(action::text, '0');
alter table menu add column is_hidden text;
alter table menu add column origin text;
alter table menu add column code_key text;
alter table top_menu add column code_key text;

-- Until now only the product made entries.
alter table menu no force row level security;
alter table top_menu no force row level security;
update menu set is_hidden = '0', origin = '1', code_key = code,
  path = case category when '1' then path end;
update top_menu set code_key = code;
alter table menu force row level security;
alter table top_menu force row level security;

drop index menu_code;
drop index top_menu_code;
create index menu_order on menu (tenant_id, sort asc nulls first, id asc) where is_deleted = 0;
create index menu_parent_id on menu (tenant_id, parent_id) where is_deleted = 0;
create unique index menu_code_unique on menu (tenant_id, code_key) where is_deleted = 0;
create index top_menu_order on top_menu (tenant_id, sort asc nulls first, id asc) where is_deleted = 0;
create unique index top_menu_code_unique on top_menu (tenant_id, code_key) where is_deleted = 0;
