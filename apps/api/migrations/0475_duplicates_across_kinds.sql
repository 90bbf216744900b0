-- Suspected duplicates may be of two kinds: findings and decisions name the kind of the other record, too.
alter table quality_finding no force row level security;
alter table quality_decision no force row level security;
alter table quality_progress no force row level security;

alter table quality_finding add column other_resource text;
update quality_finding set other_resource = resource where other_id is not null;

alter table quality_decision add column other_resource text;
update quality_decision set other_resource = resource where other_id is not null;

-- Records meet under other terms now: all are looked at again.
delete from quality_progress;

alter table quality_finding force row level security;
alter table quality_decision force row level security;
alter table quality_progress force row level security;
