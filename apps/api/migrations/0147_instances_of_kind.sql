-- The newest processes of a kind: how long their steps usually take, for forecasts.
create index wf_instance_kind on wf_instance (tenant_id, kind, id);
