-- The budget of a project tells what is granted from what the university raises itself (spec §3, `selfRaiseFunds`).
alter table program_budget add column superior_appropriation numeric(18,2);
alter table program_budget add column self_raise_funds numeric(18,2);
alter table program_change_old_budget add column superior_appropriation numeric(18,2);
alter table program_change_old_budget add column self_raise_funds numeric(18,2);
alter table program_change_new_budget add column self_raise_funds numeric(18,2);

alter table program_budget no force row level security;
alter table program_approval no force row level security;
alter table program_approval_budget no force row level security;
-- Lines that are as they were approved have the parts of their approval.
update program_budget b set self_raise_funds = l.self_raise_funds
  from program_approval a, program_approval_budget l
 where a.tenant_id = b.tenant_id and a.program_info_id = b.parent_id and a.audit_status = '2' and a.is_deleted = 0
   and l.tenant_id = a.tenant_id and l.parent_id = a.id
   and l.item_code = b.item_code
   and coalesce(l.superior_appropriation, 0) + coalesce(l.self_raise_funds, 0) = b.amount
   and l.self_raise_funds > 0;

-- The rest is granted.
update program_budget set superior_appropriation = amount - coalesce(self_raise_funds, 0) where amount is not null;
alter table program_budget force row level security;
alter table program_approval force row level security;
alter table program_approval_budget force row level security;
