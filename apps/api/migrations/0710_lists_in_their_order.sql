-- Each page of projects lists those of one kind, in the order of the list.
create index program_variant on program (tenant_id, program_kind, start_date desc nulls last, id desc) where is_deleted = 0;
-- Messages of a person, the newest first: a page is read from it without a sort.
create index message_time on message (tenant_id, receiver_id, create_time desc, id desc) where is_deleted = 0;
