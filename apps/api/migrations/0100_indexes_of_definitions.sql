-- No definition picks departments or accounts by who created them: their indexes were written at every
-- change and never read (decision 0039). A law now compares the indexes with the definitions.
drop index dept_create_user_order;
drop index users_create_user_order;
