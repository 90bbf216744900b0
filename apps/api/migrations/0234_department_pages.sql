-- A department that was merged into another is closed and stands below it.
alter table dept add column status text not null default '1';
alter table dept add column merged_into bigint;
create index dept_merged_into on dept (tenant_id, merged_into) where is_deleted = 0;
