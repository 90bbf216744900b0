-- Rows of more than 2 KB are compressed, and what is still longer moves to a table beside, with an index of its own. The
-- terms of an entry hardly shrink, so they stay as they are; changes of a history are compressed as before and then stay
-- in their row. Rows that are there keep their form until they are written again.
alter table search_entry set (toast_tuple_target = 8160);
alter table history set (toast_tuple_target = 4080);
