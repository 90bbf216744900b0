-- The kind of record that a report is about, so that pages name its fields.
alter table report add column source_key text;
