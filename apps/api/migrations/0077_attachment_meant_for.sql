-- The record that an upload named (spec §7: put-file with businessId), before that record is saved
-- with it: it says what was meant, business_id what is so.
alter table attachment add column meant_for bigint;
create index attachment_meant on attachment (tenant_id, meant_for)
  where business_id is null and is_deleted = 0 and meant_for is not null;
