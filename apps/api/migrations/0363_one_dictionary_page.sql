-- The two pages of dictionaries are one page with two layouts. Whoever had a right on the second
-- page has it on the first one; the second leaves the menus.
alter table menu no force row level security;
alter table role_menu no force row level security;
alter table top_menu_menu no force row level security;

insert into role_menu (tenant_id, role_id, menu_id)
select g.tenant_id, g.role_id, kept.id
  from role_menu g
  join menu gone on gone.tenant_id = g.tenant_id and gone.id = g.menu_id and gone.is_deleted = 0
  join menu kept on kept.tenant_id = g.tenant_id and kept.is_deleted = 0
    and kept.code = 'dh' || substr(gone.code, 3)
 where gone.code in ('dv', 'dv_add', 'dv_edit', 'dv_delete')
on conflict do nothing;

delete from role_menu g using menu gone
 where gone.tenant_id = g.tenant_id and gone.id = g.menu_id
   and gone.code in ('dv', 'dv_add', 'dv_edit', 'dv_delete');
delete from top_menu_menu t using menu gone
 where gone.tenant_id = t.tenant_id and gone.id = t.menu_id and gone.code = 'dv';
update menu set is_deleted = 1, version = version + 1, update_time = now()
 where code in ('dv', 'dv_add', 'dv_edit', 'dv_delete') and is_deleted = 0;
update menu set name = '字典管理', name_en = 'Dictionaries', version = version + 1
 where code = 'dh' and name in ('字典管理（横向）', '字典管理(横向)');

alter table menu force row level security;
alter table role_menu force row level security;
alter table top_menu_menu force row level security;
