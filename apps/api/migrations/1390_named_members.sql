-- Members who are chosen by account have its name and department beside it, as authors have; exports, prints and lists of
-- a project say who they are.

update declare_info_members m set name = left(u.real_name, 30), unit = coalesce(m.unit, left(d.dept_name, 100))
  from users u left join dept d on d.tenant_id = u.tenant_id and d.id = u.dept_id
 where m.tenant_id = u.tenant_id and m.user_id = u.id and (m.name is null or m.unit is null);

update program_members m set name = left(u.real_name, 30), unit = coalesce(m.unit, left(d.dept_name, 100))
  from users u left join dept d on d.tenant_id = u.tenant_id and d.id = u.dept_id
 where m.tenant_id = u.tenant_id and m.user_id = u.id and (m.name is null or m.unit is null);

update program_approval_members m set name = left(u.real_name, 30), unit = coalesce(m.unit, left(d.dept_name, 100))
  from users u left join dept d on d.tenant_id = u.tenant_id and d.id = u.dept_id
 where m.tenant_id = u.tenant_id and m.user_id = u.id and (m.name is null or m.unit is null);

update program_change_old_members m set name = left(u.real_name, 30), unit = coalesce(m.unit, left(d.dept_name, 100))
  from users u left join dept d on d.tenant_id = u.tenant_id and d.id = u.dept_id
 where m.tenant_id = u.tenant_id and m.user_id = u.id and (m.name is null or m.unit is null);

update program_change_new_members m set name = left(u.real_name, 30), unit = coalesce(m.unit, left(d.dept_name, 100))
  from users u left join dept d on d.tenant_id = u.tenant_id and d.id = u.dept_id
 where m.tenant_id = u.tenant_id and m.user_id = u.id and (m.name is null or m.unit is null);

update horizontal_record_members m set name = left(u.real_name, 30), unit = coalesce(m.unit, left(d.dept_name, 100))
  from users u left join dept d on d.tenant_id = u.tenant_id and d.id = u.dept_id
 where m.tenant_id = u.tenant_id and m.user_id = u.id and (m.name is null or m.unit is null);
