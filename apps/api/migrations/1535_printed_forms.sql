-- Forms that the system printed: a later submission replaces them, and no file of a person.
alter table attachment add column printed boolean not null default false;
