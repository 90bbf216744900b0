-- The first password of a school is known to many: whoever comes to administer with it loses it. Which passwords
-- these are was found by comparing hashes; now the row says it.
alter table user_secret no force row level security;
alter table user_role no force row level security;
alter table role no force row level security;
alter table role_menu no force row level security;
alter table menu no force row level security;

alter table user_secret add column is_shared boolean not null default false;

-- Of those given before nobody knows. Whoever administers never had it; of the others a drawn one counts as known,
-- which costs its person a reset at most.
update user_secret s set is_shared = true
 where s.is_initial and not exists (
   select from user_role ur join role r on r.tenant_id = ur.tenant_id and r.id = ur.role_id
    where ur.tenant_id = s.tenant_id and ur.user_id = s.user_id and r.is_deleted = 0
      and (r.role_alias in ('administrator', 'admin') or r.data_scope = '1' or exists (
        select from role_menu rm join menu m on m.tenant_id = rm.tenant_id and m.id = rm.menu_id
         where rm.tenant_id = r.tenant_id and rm.role_id = r.id and m.is_deleted = 0
           and m.code in ('user_role', 'user_reset', 'user_unlock', 'user_stop', 'user_impersonate', 'user_phone'))));

create index user_secret_shared on user_secret (tenant_id, user_id) where is_shared;

alter table user_secret force row level security;
alter table user_role force row level security;
alter table role force row level security;
alter table role_menu force row level security;
alter table menu force row level security;
