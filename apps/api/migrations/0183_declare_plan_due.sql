-- The clock looks for published plans whose time is over.
create index declare_plan_due_close on declare_plan (tenant_id, status, end_time) where is_deleted = 0;
