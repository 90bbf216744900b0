-- A collected record may be a paper that was registered: it says which one.
alter table collection_thesis add column paper_id bigint;
create index collection_thesis_paper_id on collection_thesis (tenant_id, paper_id) where is_deleted = 0;

-- Papers meet collected records under terms of their own: all are looked at again.
alter table quality_progress no force row level security;
delete from quality_progress;
alter table quality_progress force row level security;
