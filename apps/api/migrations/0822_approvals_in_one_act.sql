-- What the office decides in one act for declarations of a school call (ruling 80).
alter table declare_info add column grant_funds numeric(18,2);
alter table declare_info add column grant_doc text;
alter table declare_info add column grant_date date;
alter table declare_info add column grant_start date;
alter table declare_info add column grant_months integer;
