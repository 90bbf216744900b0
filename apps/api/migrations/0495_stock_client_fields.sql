-- What clients of the family keep of programs and of tenants, and read back.
alter table client_app add column resource_ids text;
alter table client_app add column authorities text;
alter table client_app add column autoapprove text;
alter table client_app add column additional_information text;

alter table tenant_file add column datasource_id bigint;
create index tenant_file_datasource_id on tenant_file (tenant_id, datasource_id) where is_deleted = 0;
