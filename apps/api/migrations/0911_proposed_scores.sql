-- The section proposes another score with its reason, and somebody else decides.
alter table score_result add column proposed_score numeric(11,2);
alter table score_result add column adjust_source text;
alter table score_result add column proposed_why text;
