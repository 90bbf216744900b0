-- What somebody has under way and what came out of it: counted every day for the roster of researchers.
alter table personnel add column on_going_num integer;
alter table personnel add column ach_num integer;
