-- 入账办理: the ticket that the school gives, and the tax that follows from it (R-401).
alter table jfdzys add column ticket_type text;
alter table jfdzys add column tax_due numeric(18,2);
