-- Columns of plans that came otherwise: a copy of a route knows its versions, and whoever takes the place of an
-- applicant becomes the applicant.
alter table wf_definition drop column origin_id;
alter table wf_instance drop column stand_in_id;
