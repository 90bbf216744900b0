-- Purely theoretical research (R-105): calls that allow it, declarations that are; and why a new leader exceeds limits.
alter table declare_plan add column theory_allowed text;
alter table declare_info add column theory_allowed text;
alter table declare_info add column is_theory text;
alter table program_change add column limit_waiver text;
update declare_plan set theory_allowed = '0';
