-- Parameters become a resource of their own page: the key is unique on its normalised value, as the
-- definition says (npm run plan).

alter table param add column param_key_key text;
update param set param_key_key = btrim(param_key);
drop index param_key;
create index param_order on param (tenant_id, param_key collate "zh-x-icu" asc nulls first, id asc) where is_deleted = 0;
create unique index param_param_key_unique on param (tenant_id, param_key_key) where is_deleted = 0;
