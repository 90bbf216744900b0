-- What the procedure of a judged record asks for: a panel, opinions and a term (ethics reviews).
alter table review_item add column decide_by timestamp with time zone;
alter table review_item add column least_panel integer;
alter table review_item add column least_opinions integer;

-- Checks and conclusions are found by grade.
drop index check_report_by_ct_pi_di_cy;
create index check_report_by_ct_cr_pi_di_cy on check_report (tenant_id, audit_status, check_type, check_result, program_id, department_id, check_year, check_date desc nulls last, id desc) where is_deleted = 0;
drop index process_conclusion_by_ct_pi_pl_di;
create index process_conclusion_by_ct_cg_pi_pl_di on process_conclusion (tenant_id, audit_status, conclusion_type, conclusion_grade, program_id, program_leader, department_id, apply_date desc nulls last, id desc, is_secret_result) where is_deleted = 0;
drop index check_report_listed;
create index check_report_listed on check_report (tenant_id, audit_status, check_date desc nulls last, id desc, create_user, department_id, program_id, check_type, check_year, check_result) where is_deleted = 0;
drop index check_report_department_id_order;
create index check_report_department_id_order on check_report (tenant_id, department_id, check_date desc nulls last, id desc, audit_status, create_user, program_id, check_type, check_year, check_result) where is_deleted = 0;
drop index process_conclusion_listed;
create index process_conclusion_listed on process_conclusion (tenant_id, audit_status, apply_date desc nulls last, id desc, create_user, department_id, is_secret_result, program_id, program_leader, conclusion_type, conclusion_grade) where is_deleted = 0;
drop index process_conclusion_department_id_order;
create index process_conclusion_department_id_order on process_conclusion (tenant_id, department_id, apply_date desc nulls last, id desc, audit_status, create_user, is_secret_result, program_id, program_leader, conclusion_type, conclusion_grade) where is_deleted = 0;
