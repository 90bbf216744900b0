-- A journal has one edition a year (R-506): with an ISSN the database sees to it, too.
create unique index journal_edition on journal (tenant_id, issn, year) where is_deleted = 0;
