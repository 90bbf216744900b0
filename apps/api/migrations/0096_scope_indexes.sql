-- Lists begin at the lines that name a person, and at the tasks of a person, when these are fewer
-- than the rows that the filters leave (decision 0036): each index gives the ids of the records
-- without a look at the rows.

drop index paper_authors_user_id;
create index paper_authors_user_id on paper_authors (tenant_id, user_id, parent_id);
drop index paper_projects_program_id;
create index paper_projects_program_id on paper_projects (tenant_id, program_id, parent_id);

drop index wf_task_todo;
create index wf_task_todo on wf_task (tenant_id, assignee_id, business_id) include (applicant_id)
  where status = 'TODO';
create index wf_task_handled on wf_task (tenant_id, actor_id, business_id) include (applicant_id)
  where status in ('DONE', 'BACK', 'REFUSE');
