-- What the author of a version says of it, and the earlier version that came back into use with it.
alter table wf_definition
  add column restores bigint,
  add column remark text not null default '',
  add foreign key (tenant_id, restores) references wf_definition (tenant_id, id);
