-- A filing request names the patent that came of it, and the clock reminds of annual fees.
alter table patent_declaration add column patent_id bigint;
create index patent_declaration_patent_id on patent_declaration (tenant_id, patent_id) where is_deleted = 0;
create index patent_due_remind_fee on patent (tenant_id, audit_status, fee_due) where is_deleted = 0;

-- What stands because of patents that are in approval or approved already; the latest lies on top.
with found as (
  select p.tenant_id, p.id, p.declare_id,
    row_number() over (partition by p.tenant_id, p.declare_id order by p.id) as place,
    lag(p.id) over (partition by p.tenant_id, p.declare_id order by p.id) as earlier
   from patent p join patent_declaration d on d.tenant_id = p.tenant_id and d.id = p.declare_id
  where p.is_deleted = 0 and p.audit_status in ('1', '2') and d.is_deleted = 0)
insert into standing (tenant_id, resource, source_id, effect, kind, target, target_id, place, before, after)
select tenant_id, 'patentapp', id, 'write declareId', 'write', 'zlsb', declare_id, place,
  jsonb_build_object('patentId', earlier::text), jsonb_build_object('patentId', id::text)
  from found;
update patent_declaration d set patent_id = (
  select max(s.source_id) from standing s
   where s.tenant_id = d.tenant_id and s.target = 'zlsb' and s.target_id = d.id
     and s.effect = 'write declareId')
 where d.is_deleted = 0;
