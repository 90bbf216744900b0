-- Departments of plans and batches, and patents of products, are one field with several references: a
-- list of ids instead of a sub-table with one column.
alter table declare_plan no force row level security;
alter table declare_plan_dept_ids no force row level security;
alter table score_batch no force row level security;
alter table score_batch_dept_ids no force row level security;
alter table product no force row level security;
alter table product_related_patents no force row level security;

alter table declare_plan add column dept_ids bigint[];
update declare_plan t set dept_ids = l.ids
  from (select tenant_id, parent_id, array_agg(dept_id order by place) as ids
          from (select tenant_id, parent_id, dept_id, min(sort_order) as place
                  from declare_plan_dept_ids where dept_id is not null
                 group by tenant_id, parent_id, dept_id) each
         group by tenant_id, parent_id) l
 where l.tenant_id = t.tenant_id and l.parent_id = t.id;
drop table declare_plan_dept_ids;
create index declare_plan_dept_ids on declare_plan using gin (dept_ids) where is_deleted = 0;

alter table score_batch add column dept_ids bigint[];
update score_batch t set dept_ids = l.ids
  from (select tenant_id, parent_id, array_agg(dept_id order by place) as ids
          from (select tenant_id, parent_id, dept_id, min(sort_order) as place
                  from score_batch_dept_ids where dept_id is not null
                 group by tenant_id, parent_id, dept_id) each
         group by tenant_id, parent_id) l
 where l.tenant_id = t.tenant_id and l.parent_id = t.id;
drop table score_batch_dept_ids;
create index score_batch_dept_ids on score_batch using gin (dept_ids) where is_deleted = 0;

alter table product add column related_patents bigint[];
update product t set related_patents = l.ids
  from (select tenant_id, parent_id, array_agg(patent_id order by place) as ids
          from (select tenant_id, parent_id, patent_id, min(sort_order) as place
                  from product_related_patents where patent_id is not null
                 group by tenant_id, parent_id, patent_id) each
         group by tenant_id, parent_id) l
 where l.tenant_id = t.tenant_id and l.parent_id = t.id;
drop table product_related_patents;
create index product_related_patents on product using gin (related_patents) where is_deleted = 0;

alter table declare_plan force row level security;
alter table score_batch force row level security;
alter table product force row level security;
