-- Vouchers of two finance sources may have equal numbers: arrivals and differences say which source has them.

alter table funding_arrive add column finance_key text;
alter table funding_arrive add column finance_key_key text;
create unique index funding_arrive_finance_key_unique on funding_arrive (tenant_id, finance_key_key) where is_deleted = 0;
alter table finance_difference add column source_id bigint;
create index finance_difference_source_id on finance_difference (tenant_id, source_id) where is_deleted = 0;
