-- Warnings that their keeper puts aside until a day, with the reason; and those that one message told of together.

alter table warn_item add column told_jointly text;
alter table warn_item add column state text;
alter table warn_item add column dismiss_reason text;
alter table warn_item add column dismissed_until date;
alter table warn_item add column dismissed_by bigint;
create index warn_item_dismissed_by on warn_item (tenant_id, dismissed_by) where is_deleted = 0;
create index warn_item_due_lapse on warn_item (tenant_id, state, dismissed_until) where is_deleted = 0;

-- All warnings so far stand. An owner that is no superuser sees rows of no tenant while their policy is forced.
alter table warn_item no force row level security;
update warn_item set state = '1';
alter table warn_item force row level security;
