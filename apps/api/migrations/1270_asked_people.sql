-- People whom the holder of a task asks (加签、委派). No task had another kind than `N` before.
alter table wf_task
  drop constraint wf_task_kind_check,
  add constraint wf_task_kind_check check (kind in ('N', 'P', 'B', 'D')),
  add constraint wf_task_parent_check check ((kind = 'N') = (parent_id is null));

-- What waits for people who were asked, by who holds it.
create index wf_task_wait on wf_task (tenant_id, assignee_id, business_id) include (applicant_id)
  where status = 'WAIT';
