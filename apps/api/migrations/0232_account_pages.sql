-- The roles of an account stand on it too, by alias: lists, forms and workbooks read them there. What
-- counts stays in user_role, which follows in the same transaction. What the platform of an account
-- adds is kept as its client wrote it.
alter table users add column roles text[];
alter table users add column user_ext text;
update users u set roles = array(
  select r.role_alias from user_role ur
    join role r on r.tenant_id = ur.tenant_id and r.id = ur.role_id and r.is_deleted = 0
   where ur.tenant_id = u.tenant_id and ur.user_id = u.id order by r.sort, r.id);
