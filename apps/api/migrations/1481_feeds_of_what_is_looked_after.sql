-- A person may have two feeds: of their own deadlines, and of those that they look after.
alter table calendar_feed add column whose text not null default 'own';
alter table calendar_feed drop constraint calendar_feed_pkey;
alter table calendar_feed add primary key (tenant_id, user_id, whose);
