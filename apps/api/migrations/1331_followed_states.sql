-- The own state of a followed record, as its follower knows it; null for kinds without states of their own, and before
-- the first look.
alter table wf_watch add column state text;
