-- Two works may have one title (R-502): a record that says how it differs may have the title of another one. The
-- unique indexes keep such records apart by their id.

alter table paper add column differs_by text;
drop index paper_art_name_unique;
create unique index paper_art_name_unique on paper (tenant_id, art_name_key, (case when differs_by is null then 0 else id end)) where is_deleted = 0 and audit_status in ('1', '2');

alter table award add column differs_by text;
drop index award_ach_name_unique;
create unique index award_ach_name_unique on award (tenant_id, ach_name_key, (case when differs_by is null then 0 else id end)) where is_deleted = 0 and audit_status in ('1', '2');

alter table advisory add column differs_by text;
drop index advisory_report_name_unique;
create unique index advisory_report_name_unique on advisory (tenant_id, report_name_key, (case when differs_by is null then 0 else id end)) where is_deleted = 0 and audit_status in ('1', '2');

alter table art add column differs_by text;
drop index art_occasion_unique;
create unique index art_occasion_unique on art (tenant_id, occasion_key, (case when differs_by is null then 0 else id end)) where is_deleted = 0 and audit_status in ('1', '2');

alter table wenyichuangzuo add column differs_by text;
drop index wenyichuangzuo_occasion_unique;
create unique index wenyichuangzuo_occasion_unique on wenyichuangzuo (tenant_id, occasion_key, (case when differs_by is null then 0 else id end)) where is_deleted = 0 and audit_status in ('1', '2');

alter table sjyszp add column differs_by text;
drop index sjyszp_occasion_unique;
create unique index sjyszp_occasion_unique on sjyszp (tenant_id, occasion_key, (case when differs_by is null then 0 else id end)) where is_deleted = 0 and audit_status in ('1', '2');

alter table yyzp add column differs_by text;
drop index yyzp_occasion_unique;
create unique index yyzp_occasion_unique on yyzp (tenant_id, occasion_key, (case when differs_by is null then 0 else id end)) where is_deleted = 0 and audit_status in ('1', '2');

alter table tycgdj add column differs_by text;
drop index tycgdj_occasion_unique;
create unique index tycgdj_occasion_unique on tycgdj (tenant_id, occasion_key, (case when differs_by is null then 0 else id end)) where is_deleted = 0 and audit_status in ('1', '2');
