-- Teams are judged by the criteria of their templates: what is counted, the points of each criterion, the members.
alter table team_template_items add column measure text;
alter table team_template_items add column counted_object text;
alter table team_template_items add column target numeric(11,2);
alter table assess_result add column leader_id bigint;
alter table assess_result add column template_id bigint;
create index assess_result_leader_id_order on assess_result (tenant_id, leader_id, finish_rate desc nulls last, id desc) where is_deleted = 0;
create index assess_result_template_id on assess_result (tenant_id, template_id) where is_deleted = 0;
create table assess_result_criteria (
  tenant_id character varying(12) not null,
  id bigint not null,
  parent_id bigint not null,
  sort_order integer not null,
  group_name text,
  item_name text,
  item_score numeric(11,2),
  standard text,
  is_quant text,
  counted_value numeric(11,2),
  points numeric(11,2),
  marked_points numeric(11,2),
  marked_why text,
  how text,
  how_en text,
  primary key (tenant_id, id),
  foreign key (tenant_id, parent_id) references assess_result (tenant_id, id)
);
create index assess_result_criteria_parent on assess_result_criteria (tenant_id, parent_id, sort_order);
grant select, insert, update, delete on assess_result_criteria to keyan_app;
alter table assess_result_criteria enable row level security;
alter table assess_result_criteria force row level security;
create policy tenant on assess_result_criteria using (tenant_id = current_setting('app.tenant', true));

create table assess_result_members (
  tenant_id character varying(12) not null,
  id bigint not null,
  parent_id bigint not null,
  sort_order integer not null,
  user_id bigint,
  team_role text,
  required_score numeric(11,2),
  actual_score numeric(11,2),
  finish_rate numeric(11,2),
  primary key (tenant_id, id),
  foreign key (tenant_id, parent_id) references assess_result (tenant_id, id)
);
create index assess_result_members_parent on assess_result_members (tenant_id, parent_id, sort_order);
create index assess_result_members_user_id on assess_result_members (tenant_id, user_id, parent_id);
grant select, insert, update, delete on assess_result_members to keyan_app;
alter table assess_result_members enable row level security;
alter table assess_result_members force row level security;
create policy tenant on assess_result_members using (tenant_id = current_setting('app.tenant', true));

