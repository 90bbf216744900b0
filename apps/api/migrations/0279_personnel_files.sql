-- Whose file it is, education and work history of people.
alter table personnel add column user_id bigint;
create index personnel_user_id_order on personnel (tenant_id, user_id, job_num collate "zh-x-icu" asc nulls first, id asc) where is_deleted = 0;
drop index personnel_fk_dept_id;
create index personnel_fk_dept_id_order on personnel (tenant_id, fk_dept_id, job_num collate "zh-x-icu" asc nulls first, id asc) where is_deleted = 0;
create table personnel_studies (
  tenant_id character varying(12) not null,
  id bigint not null,
  parent_id bigint not null,
  sort_order integer not null,
  start_date date,
  end_date date,
  school text,
  major text,
  education text,
  tl_degree text,
  primary key (tenant_id, id),
  foreign key (tenant_id, parent_id) references personnel (tenant_id, id)
);
create index personnel_studies_parent on personnel_studies (tenant_id, parent_id, sort_order);
grant select, insert, update, delete on personnel_studies to keyan_app;
alter table personnel_studies enable row level security;
alter table personnel_studies force row level security;
create policy tenant on personnel_studies using (tenant_id = current_setting('app.tenant', true));

create table personnel_jobs (
  tenant_id character varying(12) not null,
  id bigint not null,
  parent_id bigint not null,
  sort_order integer not null,
  start_date date,
  end_date date,
  unit text,
  duty text,
  primary key (tenant_id, id),
  foreign key (tenant_id, parent_id) references personnel (tenant_id, id)
);
create index personnel_jobs_parent on personnel_jobs (tenant_id, parent_id, sort_order);
grant select, insert, update, delete on personnel_jobs to keyan_app;
alter table personnel_jobs enable row level security;
alter table personnel_jobs force row level security;
create policy tenant on personnel_jobs using (tenant_id = current_setting('app.tenant', true));

update personnel p set user_id = (
  select min(u.id) from users u
   where u.tenant_id = p.tenant_id and u.is_deleted = 0
     and (u.account = p.account or u.code = p.job_num))
 where p.is_deleted = 0;
