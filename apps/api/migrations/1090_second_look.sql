-- A second look at records on which experts differ widely (R-806), and the reason why a wide spread stands.
alter table review_set add column spread_why text;
alter table review_item add column looked text;
-- A new review of a record after an objection.
alter table review_item add column follows text;
alter table review_task add column before numeric(11,2);
create index review_task_due_stand on review_task (tenant_id, status, end_time) where is_deleted = 0;
-- Grades are closed to parties until the approval (R-803): lists do not filter by them.
drop index check_report_by_ct_cr_pi_di_cy;
create index check_report_by_ct_pi_di_cy on check_report (tenant_id, audit_status, check_type, program_id, department_id, check_year, check_date desc nulls last, id desc) where is_deleted = 0;
drop index process_conclusion_by_ct_cg_pi_pl_di;
create index process_conclusion_by_ct_pi_pl_di on process_conclusion (tenant_id, audit_status, conclusion_type, program_id, program_leader, department_id, apply_date desc nulls last, id desc, is_secret_result) where is_deleted = 0;
drop index check_report_listed;
create index check_report_listed on check_report (tenant_id, audit_status, check_date desc nulls last, id desc, create_user, department_id, program_id, check_type, check_year) where is_deleted = 0;
drop index check_report_department_id_order;
create index check_report_department_id_order on check_report (tenant_id, department_id, check_date desc nulls last, id desc, audit_status, create_user, program_id, check_type, check_year) where is_deleted = 0;
drop index process_conclusion_listed;
create index process_conclusion_listed on process_conclusion (tenant_id, audit_status, apply_date desc nulls last, id desc, create_user, department_id, is_secret_result, program_id, program_leader, conclusion_type) where is_deleted = 0;
drop index process_conclusion_department_id_order;
create index process_conclusion_department_id_order on process_conclusion (tenant_id, department_id, apply_date desc nulls last, id desc, audit_status, create_user, is_secret_result, program_id, program_leader, conclusion_type) where is_deleted = 0;
