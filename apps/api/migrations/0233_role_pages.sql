-- Roles have pages: the list in its order, and the tree level by level.
create index role_order on role (tenant_id, sort asc nulls first, id asc) where is_deleted = 0;
create index role_parent_id on role (tenant_id, parent_id) where is_deleted = 0;
