-- Clients of the family name a route after the code of each page; `dashboard` replaced their own
-- start page. The code is a key of the product alone: roles grant the row, not its code.
alter table menu no force row level security;
update menu m set code = 'welDashboard', version = version + 1
  where code = 'dashboard'
    and not exists (
      select 1 from menu o where o.tenant_id = m.tenant_id and o.code = 'welDashboard'
        and o.is_deleted = 0);
alter table menu force row level security;

-- Where a failure was noticed: lists of the family show and filter it.
alter table error_log
  add column server_host text not null default '',
  add column server_ip text not null default '';
