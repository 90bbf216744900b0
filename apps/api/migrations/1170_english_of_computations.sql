-- Texts that computations wrote in Chinese only; the next computation fills the English ones.
alter table score_trial_result add column working_en text;
alter table assess_result add column short_of_en text;
