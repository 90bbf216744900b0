-- How much a person and a tenant keep is asked with every upload: from indexes alone.
create index attachment_owner on attachment (tenant_id, create_user) include (size)
  where business_id is null or is_deleted = 0;
create index blob_size on blob (tenant_id) include (size);
