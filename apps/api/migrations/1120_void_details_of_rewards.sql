-- Details of rewards have a state of their own: those of a void reward stand in no sum.
alter table score_reward_detail add column status text;

update score_reward_detail d
   set status = case when r.status = '5' then '5' else '1' end
  from score_reward r
 where r.tenant_id = d.tenant_id and r.id = d.reward_id;

update score_reward_detail set status = '1' where status is null;
