-- Waits of approvals whose time has passed are looked for every minute, in the acts themselves.
create index wf_act_due on wf_act (tenant_id, due_at) where status = 'ACTIVE' and due_at is not null;
