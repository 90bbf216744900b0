-- Rows of a workbook find departments by their code and journals by their name, whatever the case of its letters.
create index dept_code_caseless on dept (tenant_id, lower(dept_code)) where is_deleted = 0;
create index journal_name_caseless on journal (tenant_id, lower(journal_name)) where is_deleted = 0;
