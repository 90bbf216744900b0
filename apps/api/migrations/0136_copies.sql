-- Copies for information are looked up by their process, and calls outside are made once for each act.
create index wf_cc_instance on wf_cc (tenant_id, instance_id);
create unique index wf_job_call on wf_job (tenant_id, act_id, kind, spec)
  where kind in ('call', 'undo');
