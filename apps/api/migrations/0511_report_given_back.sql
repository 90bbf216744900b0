-- Why the research office gave the report of a department back (R-104); whoever reported reads it.
alter table declare_plan_reports add column back_reason text;
