-- What sources outside tell of papers and collected records: citations, open access, and when they were asked.
alter table paper add column source_cited integer;
alter table paper add column open_access text;
alter table paper add column refresh_time timestamp with time zone;
alter table collection_thesis add column source_cited integer;

-- Counts of collected records came from their source.
update collection_thesis set source_cited = cited_num where origin is not null;
