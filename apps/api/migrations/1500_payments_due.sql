-- Home pages count the payments of contracts that are due within 90 days: an index finds them.
create index horizontal_record_due_due_date on horizontal_record (tenant_id, due_date) where is_deleted = 0;
