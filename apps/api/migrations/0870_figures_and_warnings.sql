-- Allocations are read by department; a warning may be one of several people about one record.

create index funding_divide_department_id_order on funding_divide (tenant_id, department_id, create_time desc nulls last, id desc) where is_deleted = 0;
alter table warn_item add column concerns bigint;
create index warn_item_concerns on warn_item (tenant_id, concerns) where is_deleted = 0;
drop index funding_divide_department_id;
