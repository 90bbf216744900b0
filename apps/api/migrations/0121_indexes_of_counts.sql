-- Counts and lists are decided in the index alone: `paper_listed` also has the writer, by whom access
-- rules pick rows, and the filter by a list of codes, which is counted by as well (decision 0039).

create index paper_count_index_types on paper (tenant_id, audit_status, index_types)
  where is_deleted = 0;
drop index paper_listed;
create index paper_listed on paper (tenant_id, audit_status, publish_date desc nulls last, id desc,
  create_user, fk_dept_id, paper_type, journal_level, index_types, jcr_zone, cas_zone,
  first_author_role, subject_class, discipline, school_sign, stat_year, data_source)
  where is_deleted = 0;
