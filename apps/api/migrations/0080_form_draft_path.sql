-- Every form that stands open asks now and then who else is writing in its record.
create index form_draft_path on form_draft (tenant_id, path);
