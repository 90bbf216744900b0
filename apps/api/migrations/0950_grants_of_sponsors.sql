-- What a sponsor approved of a declaration: its number, and until when.
alter table declare_info add column grant_num text;
alter table declare_info add column grant_end date;
