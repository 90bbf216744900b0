-- Requests to file a patent have three pages, as other kinds have. What one did for an approval or in the library on
-- their one page leaves the menu; the start adds the two pages with their default rights. Patents stand behind them.
alter table menu no force row level security;
alter table role_menu no force row level security;

delete from role_menu g using menu gone
 where gone.tenant_id = g.tenant_id and gone.id = g.menu_id
   and gone.code in ('zlsb_audit', 'zlsb_back', 'zlsb_abolish');
update menu set is_deleted = 1, version = version + 1, update_time = now()
 where code in ('zlsb_audit', 'zlsb_back', 'zlsb_abolish') and is_deleted = 0;
update menu set sort = sort + 2, version = version + 1, update_time = now()
 where code in ('patent', 'patentAudit', 'patentLib') and is_deleted = 0;

alter table menu force row level security;
alter table role_menu force row level security;
