-- Any two filters of a list stand together in one index, with the order of the list behind them: totals
-- and pages are found there at the cost of what the filters find (decision 0058). They take the place
-- of the indexes of single filters, but for years. The index of a department says of each row whether
-- filters leave it.

drop index paper_count_data_source;
drop index paper_count_subject_class;
drop index paper_count_first_author_role;
drop index paper_count_paper_type;
drop index paper_count_school_sign;
drop index paper_count_jcr_zone;
drop index paper_count_cas_zone;
drop index paper_count_journal_level;
drop index paper_count_fk_dept_id;
drop index paper_count_discipline;
drop index paper_fk_dept_id_order;
create index paper_fk_dept_id_order
  on paper (tenant_id, fk_dept_id, publish_date desc nulls last, id desc, audit_status,
    create_user, paper_type, journal_level, index_types, jcr_zone, cas_zone, first_author_role,
    subject_class, discipline, school_sign, stat_year, data_source) where is_deleted = 0;
create index paper_by_pt_jl_jz_cz_far
  on paper (tenant_id, audit_status, paper_type, journal_level, jcr_zone, cas_zone, first_author_role,
    publish_date desc nulls last, id desc)
  where is_deleted = 0;
create index paper_by_pt_sc_ss_ds_fdi
  on paper (tenant_id, audit_status, paper_type, subject_class, school_sign, data_source, fk_dept_id,
    publish_date desc nulls last, id desc)
  where is_deleted = 0;
create index paper_by_pt_jl_sc_d_sy
  on paper (tenant_id, audit_status, paper_type, journal_level, subject_class, discipline, stat_year,
    publish_date desc nulls last, id desc)
  where is_deleted = 0;
create index paper_by_jl_jz_ss_ds_d
  on paper (tenant_id, audit_status, journal_level, jcr_zone, school_sign, data_source, discipline,
    publish_date desc nulls last, id desc)
  where is_deleted = 0;
create index paper_by_jl_jz_cz_fdi_sy
  on paper (tenant_id, audit_status, journal_level, jcr_zone, cas_zone, fk_dept_id, stat_year,
    publish_date desc nulls last, id desc)
  where is_deleted = 0;
create index paper_by_jz_cz_far_sc_ss
  on paper (tenant_id, audit_status, jcr_zone, cas_zone, first_author_role, subject_class, school_sign,
    publish_date desc nulls last, id desc)
  where is_deleted = 0;
create index paper_by_cz_far_ds_fdi_d
  on paper (tenant_id, audit_status, cas_zone, first_author_role, data_source, fk_dept_id, discipline,
    publish_date desc nulls last, id desc)
  where is_deleted = 0;
create index paper_by_far_ss_ds_sy
  on paper (tenant_id, audit_status, first_author_role, school_sign, data_source, stat_year,
    publish_date desc nulls last, id desc)
  where is_deleted = 0;
