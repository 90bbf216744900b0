-- Money that a plan has for all its projects.

alter table declare_plan add column total_funds numeric(18,2);
