-- What an export was made with: a file of many records may be opened for as long as its owner has
-- the codes and the reach by which they were read. Null for files that people brought.
alter table attachment add column made_with jsonb;
