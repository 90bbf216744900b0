-- Lawyers, the international office and the publicity office read what they decide on: universities that stand get the
-- rights that new ones begin with. An administrator may take them away again.
alter table menu no force row level security;
alter table role no force row level security;
alter table role_menu no force row level security;

insert into role_menu (tenant_id, role_id, menu_id)
select r.tenant_id, r.id, m.id
  from (values
    ('legal', 'horizontal'), ('legal', 'h_record'), ('legal', 'h_record_view'), ('legal', 'h_record_export'),
    ('legal', 'h_record_history'),
    ('intl', 'jbhdLib'), ('intl', 'jbhdLib_view'), ('intl', 'jbhdLib_export'), ('intl', 'jbhdLib_history'),
    ('propaganda', 'artg'), ('propaganda', 'webWorkg'), ('propaganda', 'webWorkAudit'),
    ('propaganda', 'webWorkAudit_view'), ('propaganda', 'webWorkAudit_audit'), ('propaganda', 'webWorkAudit_back'),
    ('propaganda', 'webWorkAudit_export'), ('propaganda', 'webWorkAudit_history'), ('propaganda', 'webWorkLib'),
    ('propaganda', 'webWorkLib_view'), ('propaganda', 'webWorkLib_export'), ('propaganda', 'webWorkLib_history')
  ) as given (alias, code)
  join role r on r.role_alias = given.alias and r.is_deleted = 0
  join menu m on m.tenant_id = r.tenant_id and m.code = given.code and m.is_deleted = 0
on conflict do nothing;

alter table menu force row level security;
alter table role force row level security;
alter table role_menu force row level security;
