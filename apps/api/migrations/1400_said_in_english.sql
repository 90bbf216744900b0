-- What collection says of its runs and of what it brought stands in both languages; whoever reads English reads English.
alter table spider_job add column last_message_en text;
alter table spider_log add column message_en text;
alter table spider_push add column message_en text;
