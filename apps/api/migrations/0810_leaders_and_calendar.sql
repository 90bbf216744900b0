-- Everything that references of approvals may mean a person by: whoever leads a department as well, so
-- that tasks of leaders follow the department.

create or replace function wf_groups(tenant text, person bigint) returns text[]
  language sql stable as $$
    with own_dept as (
      select u.dept_id from users u
       where u.tenant_id = tenant and u.id = person and u.dept_id is not null
      union
      select ud.dept_id from user_dept ud where ud.tenant_id = tenant and ud.user_id = person),
    own_role as (
      select r.role_alias
        from user_role ur join role r on r.tenant_id = ur.tenant_id and r.id = ur.role_id
       where ur.tenant_id = tenant and ur.user_id = person and r.is_deleted = 0)
    select array_agg(reference) from (
      select 'user:' || person as reference
      union all
      select 'dept:' || dept_id from own_dept
      union all
      select 'role:' || role_alias from own_role
      union all
      select 'role:' || role_alias || '@dept:' || dept_id from own_role cross join own_dept
      union all
      select 'leader@dept:' || d.id from dept d
       where d.tenant_id = tenant and d.leader_id = person and d.is_deleted = 0
    ) held;
  $$;
