-- Rules so far sent a message here, once per stage. An owner that is no superuser sees rows of no tenant while their
-- policy is forced: it is not for the moment of the change.

alter table early_warning no force row level security;
alter table warn_item no force row level security;
update early_warning set channels = '{1}' where channels is null;
update early_warning set repeat_mode = '1' where repeat_mode is null;
update warn_item set channels = '{1}' where channels is null;
alter table early_warning force row level security;
alter table warn_item force row level security;
