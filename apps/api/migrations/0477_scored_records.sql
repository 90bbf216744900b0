-- R-508: every kind that scores says what confirmed batches gave it, and is locked by that. What they scored
-- before it could say so is marked here; what the office has unlocked since stays open.
alter table score_result no force row level security;

alter table xshdjb no force row level security;
alter table xshdjb add column is_locked text;
alter table xshdjb add column score_total numeric(11,2);
update xshdjb t set is_locked = case when r.unlocked then '0' else '1' end, score_total = r.score
  from (select tenant_id, biz_id, sum(final_score) as score, bool_or(unlocked_at is not null) as unlocked
          from score_result where score_object = 'activityHold' and status = '9' and is_deleted = 0
         group by tenant_id, biz_id) r
 where r.tenant_id = t.tenant_id and r.biz_id = t.id::text and r.score is not null and t.is_deleted = 0;
alter table xshdjb force row level security;

alter table xshdcj no force row level security;
alter table xshdcj add column is_locked text;
alter table xshdcj add column score_total numeric(11,2);
update xshdcj t set is_locked = case when r.unlocked then '0' else '1' end, score_total = r.score
  from (select tenant_id, biz_id, sum(final_score) as score, bool_or(unlocked_at is not null) as unlocked
          from score_result where score_object = 'activityJoin' and status = '9' and is_deleted = 0
         group by tenant_id, biz_id) r
 where r.tenant_id = t.tenant_id and r.biz_id = t.id::text and r.score is not null and t.is_deleted = 0;
alter table xshdcj force row level security;

alter table process_conclusion no force row level security;
alter table process_conclusion add column is_locked text;
alter table process_conclusion add column score_total numeric(11,2);
update process_conclusion t set is_locked = case when r.unlocked then '0' else '1' end, score_total = r.score
  from (select tenant_id, biz_id, sum(final_score) as score, bool_or(unlocked_at is not null) as unlocked
          from score_result where score_object = 'conclusion' and status = '9' and is_deleted = 0
         group by tenant_id, biz_id) r
 where r.tenant_id = t.tenant_id and r.biz_id = t.id::text and r.score is not null and t.is_deleted = 0;
alter table process_conclusion force row level security;

alter table program_approval no force row level security;
alter table program_approval add column is_locked text;
alter table program_approval add column score_total numeric(11,2);
update program_approval t set is_locked = case when r.unlocked then '0' else '1' end, score_total = r.score
  from (select tenant_id, biz_id, sum(final_score) as score, bool_or(unlocked_at is not null) as unlocked
          from score_result where score_object = 'vertical' and status = '9' and is_deleted = 0
         group by tenant_id, biz_id) r
 where r.tenant_id = t.tenant_id and r.biz_id = t.id::text and r.score is not null and t.is_deleted = 0;
alter table program_approval force row level security;

alter table jfdzys no force row level security;
alter table jfdzys add column is_locked text;
alter table jfdzys add column score_total numeric(11,2);
update jfdzys t set is_locked = case when r.unlocked then '0' else '1' end, score_total = r.score
  from (select tenant_id, biz_id, sum(final_score) as score, bool_or(unlocked_at is not null) as unlocked
          from score_result where score_object = 'arrive' and status = '9' and is_deleted = 0
         group by tenant_id, biz_id) r
 where r.tenant_id = t.tenant_id and r.biz_id = t.id::text and r.score is not null and t.is_deleted = 0;
alter table jfdzys force row level security;

alter table score_result force row level security;
