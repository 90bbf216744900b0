-- Lists pass over the rows that their filters leave out without looking at them. The index also
-- does what paper_status did.

create index paper_listed on paper (tenant_id, audit_status, publish_date desc nulls last, id desc,
  paper_type, journal_level, jcr_zone, cas_zone, first_author_role, fk_dept_id, subject_class,
  discipline, school_sign, stat_year, data_source)
  where is_deleted = 0;
drop index paper_status;
