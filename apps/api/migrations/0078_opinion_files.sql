-- A file that was given with an opinion (domain 3.5): it belongs to the record, by whose rights it is
-- read, and to the task, not to the record's own attachments.
alter table attachment add column task_id bigint;
create index attachment_task on attachment (tenant_id, task_id)
  where task_id is not null and is_deleted = 0;
