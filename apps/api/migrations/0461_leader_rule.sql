-- What a plan asks of whoever leads a declaration (R-102.1).
alter table declare_plan add column leader_rank text;
alter table declare_plan add column leader_degree text;
alter table declare_plan add column leader_min_age integer;
alter table declare_plan add column leader_max_age integer;
alter table declare_plan add column leader_sorters text[];
