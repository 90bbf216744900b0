-- Results of checks and conclusions name registered outputs (R-203).
alter table check_report_results add column is_marked text;
alter table check_report_results add column biz_id text;
alter table check_report_results add column is_registered text;
alter table process_conclusion_results add column biz_id text;
alter table process_conclusion_results add column is_registered text;
