-- Nearly equal titles are found while somebody types one (R-502): `art_name_key % $1`.
create index paper_art_name_likeness on paper using gin (art_name_key gin_trgm_ops)
  where is_deleted = 0 and audit_status in ('1', '2');
