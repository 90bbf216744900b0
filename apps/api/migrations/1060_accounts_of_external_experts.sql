-- Accounts behind experts from outside are of a type of their own, so that no list or picker names them (R-803).
-- An owner that is no superuser sees rows of no tenant while their policy is forced: it is not for the moment of the
-- change.
alter table users no force row level security;
alter table expert no force row level security;
update users u set user_type = '4'
  from expert e
 where e.tenant_id = u.tenant_id and e.user_id = u.id and u.user_type = '3' and u.dept_id is null
   and u.account like 'expert\_%';
alter table users force row level security;
alter table expert force row level security;
