-- Contracts score as horizontal projects (R-604), and are locked by what they gave (R-508).
alter table horizontal_record add column is_locked text;
alter table horizontal_record add column score_total numeric(11,2);
-- Rules tell arrivals of development contracts from those of others.
alter table jfdzys add column contract_type text;
update jfdzys a set contract_type = c.contract_type
  from horizontal_record c where c.tenant_id = a.tenant_id and c.id = a.contract_id;
-- Corresponding authors like the first (R-603).
alter table score_project add column corr_as_first text;
update score_project set corr_as_first = '0' where allot_mode in ('2', '3', '4', '6');
