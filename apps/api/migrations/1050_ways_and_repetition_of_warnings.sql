-- Ways by which a rule's warnings go out, and whether what still stands is told again each day.

alter table early_warning add column channels text[];
alter table early_warning add column repeat_mode text;
alter table warn_item add column channels text[];
-- Rules so far sent a message here, once per stage.
update early_warning set channels = '{1}', repeat_mode = '1';
update warn_item set channels = '{1}';
