-- The year of an assessment with its cycle, and the year of a score, stand with each result: statistics of a year add up
-- results of that year.

alter table assess_result add column assess_year smallint, add column cycle_type text;
alter table score_person add column score_year smallint;

update assess_result r set assess_year = b.year, cycle_type = p.cycle_type
  from assess_batch b left join assess_program p on p.tenant_id = b.tenant_id and p.id = b.program_id
 where b.tenant_id = r.tenant_id and b.id = r.fk_batch_id;
update score_person s set score_year = b.batch_year
  from score_batch b where b.tenant_id = s.tenant_id and b.id = s.batch_id;
