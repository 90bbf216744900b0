-- What final scores give an output is a ledger whose accounts are the outputs (R-508).
create table ledger_score_marks (
  tenant_id character varying(12) not null,
  owner_id bigint not null,
  account text not null,
  id bigint not null generated always as identity,
  score numeric(18,2) not null default 0,
  scores bigint not null default 0,
  unlocked bigint not null default 0,
  source text not null,
  source_id bigint not null,
  effect text not null,
  action text not null,
  actor_id bigint,
  time timestamp with time zone not null,
  primary key (tenant_id, id)
);
create index ledger_score_marks_source on ledger_score_marks (tenant_id, source_id, effect);
create index ledger_score_marks_account on ledger_score_marks (tenant_id, owner_id, account, id);
grant select, insert on ledger_score_marks to keyan_app;
alter table ledger_score_marks enable row level security;
alter table ledger_score_marks force row level security;
create policy tenant on ledger_score_marks using (tenant_id = current_setting('app.tenant', true));

create table ledger_score_marks_balance (
  tenant_id character varying(12) not null,
  owner_id bigint not null,
  account text not null,
  score numeric(18,2) not null default 0,
  scores bigint not null default 0,
  unlocked bigint not null default 0,
  primary key (tenant_id, owner_id, account)
);
grant select, insert, update on ledger_score_marks_balance to keyan_app;
alter table ledger_score_marks_balance enable row level security;
alter table ledger_score_marks_balance force row level security;
create policy tenant on ledger_score_marks_balance using (tenant_id = current_setting('app.tenant', true));


-- What stands so far. The owner of a table that forces its policies sees no row of any tenant: the force is lifted
-- for the moment.
alter table score_result no force row level security;
alter table ledger_score_marks no force row level security;
alter table ledger_score_marks_balance no force row level security;
-- A score of a void batch says of nothing any more that it may be changed.
update score_result set unlocked_at = null where unlocked_at is not null and status <> '9';
insert into ledger_score_marks
    (tenant_id, owner_id, account, score, scores, unlocked, source, source_id, effect, action, time)
  select r.tenant_id, 0, k.kind || ' ' || r.biz_id, coalesce(r.final_score, 0), 1,
      (r.unlocked_at is not null)::int, 'scoreResult', r.id, 'post scoreMarks', 'lock', r.update_time
    from score_result r
    join (values
      ('paper', 'papersapp'), ('book', 'bookapp'), ('patent', 'patentapp'), ('award', 'achievementAwd'),
      ('advisory', 'advisoryapp'), ('standard', 'standard'), ('copyright', 'copyrightapp'), ('art', 'art'),
      ('literary', 'wenyichuangzuo'), ('design', 'sjyszp'), ('music', 'yyzp'), ('sport', 'tycgdj'),
      ('web', 'yxhlwwhdj'), ('appraisal', 'cgjd'), ('variety', 'xpz'), ('drug', 'xy'),
      ('product', 'gxjscp'), ('vertical', 'programApproval'), ('arrive', 'jfdzys'),
      ('conclusion', 'processConclusion'), ('activityHold', 'xshdjb'), ('activityJoin', 'xshdcj')
    ) k(object, kind) on k.object = r.score_object
   where r.status = '9' and r.is_deleted = 0 and r.biz_id is not null;
insert into ledger_score_marks_balance (tenant_id, owner_id, account, score, scores, unlocked)
  select tenant_id, owner_id, account, sum(score), sum(scores), sum(unlocked)
    from ledger_score_marks group by 1, 2, 3;
alter table score_result force row level security;
alter table ledger_score_marks force row level security;
alter table ledger_score_marks_balance force row level security;
