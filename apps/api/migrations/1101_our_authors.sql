-- How many of the authors of a record are ours (staff, postdocs, students), and is the first of them: statistics count by
-- person and by first author.

alter table paper add column our_count integer;
alter table paper add column our_first text;
alter table book add column our_count integer;
alter table book add column our_first text;
alter table patent add column our_count integer;
alter table patent add column our_first text;
alter table copyright add column our_count integer;
alter table copyright add column our_first text;
alter table standard add column our_count integer;
alter table standard add column our_first text;
alter table variety add column our_count integer;
alter table variety add column our_first text;
alter table drug add column our_count integer;
alter table drug add column our_first text;
alter table product add column our_count integer;
alter table product add column our_first text;
alter table award add column our_count integer;
alter table award add column our_first text;
alter table prize_declaration add column our_count integer;
alter table prize_declaration add column our_first text;
alter table appraisal add column our_count integer;
alter table appraisal add column our_first text;
alter table advisory add column our_count integer;
alter table advisory add column our_first text;
alter table art add column our_count integer;
alter table art add column our_first text;
alter table wenyichuangzuo add column our_count integer;
alter table wenyichuangzuo add column our_first text;
alter table sjyszp add column our_count integer;
alter table sjyszp add column our_first text;
alter table yyzp add column our_count integer;
alter table yyzp add column our_first text;
alter table yxhlwwhdj add column our_count integer;
alter table yxhlwwhdj add column our_first text;
alter table tycgdj add column our_count integer;
alter table tycgdj add column our_first text;
alter table patent_declaration add column our_count integer;
alter table patent_declaration add column our_first text;

update paper r set our_count = a.ours, our_first = a.first
  from (select l.tenant_id, l.parent_id, count(*) filter (where l.person_type in ('01', '02', '04')) as ours,
               case when (array_agg(l.person_type order by coalesce(l.sort, l.sort_order + 1), l.sort_order))[1] in ('01', '02', '04')
                    then '1' else '0' end as first
          from paper_authors l group by 1, 2) a
 where a.tenant_id = r.tenant_id and a.parent_id = r.id;
update paper set our_count = 0, our_first = '0' where our_count is null;
update book r set our_count = a.ours, our_first = a.first
  from (select l.tenant_id, l.parent_id, count(*) filter (where l.person_type in ('01', '02', '04')) as ours,
               case when (array_agg(l.person_type order by coalesce(l.sort, l.sort_order + 1), l.sort_order))[1] in ('01', '02', '04')
                    then '1' else '0' end as first
          from book_authors l group by 1, 2) a
 where a.tenant_id = r.tenant_id and a.parent_id = r.id;
update book set our_count = 0, our_first = '0' where our_count is null;
update patent r set our_count = a.ours, our_first = a.first
  from (select l.tenant_id, l.parent_id, count(*) filter (where l.person_type in ('01', '02', '04')) as ours,
               case when (array_agg(l.person_type order by coalesce(l.sort, l.sort_order + 1), l.sort_order))[1] in ('01', '02', '04')
                    then '1' else '0' end as first
          from patent_authors l group by 1, 2) a
 where a.tenant_id = r.tenant_id and a.parent_id = r.id;
update patent set our_count = 0, our_first = '0' where our_count is null;
update copyright r set our_count = a.ours, our_first = a.first
  from (select l.tenant_id, l.parent_id, count(*) filter (where l.person_type in ('01', '02', '04')) as ours,
               case when (array_agg(l.person_type order by coalesce(l.sort, l.sort_order + 1), l.sort_order))[1] in ('01', '02', '04')
                    then '1' else '0' end as first
          from copyright_authors l group by 1, 2) a
 where a.tenant_id = r.tenant_id and a.parent_id = r.id;
update copyright set our_count = 0, our_first = '0' where our_count is null;
update standard r set our_count = a.ours, our_first = a.first
  from (select l.tenant_id, l.parent_id, count(*) filter (where l.person_type in ('01', '02', '04')) as ours,
               case when (array_agg(l.person_type order by coalesce(l.sort, l.sort_order + 1), l.sort_order))[1] in ('01', '02', '04')
                    then '1' else '0' end as first
          from standard_authors l group by 1, 2) a
 where a.tenant_id = r.tenant_id and a.parent_id = r.id;
update standard set our_count = 0, our_first = '0' where our_count is null;
update variety r set our_count = a.ours, our_first = a.first
  from (select l.tenant_id, l.parent_id, count(*) filter (where l.person_type in ('01', '02', '04')) as ours,
               case when (array_agg(l.person_type order by coalesce(l.sort, l.sort_order + 1), l.sort_order))[1] in ('01', '02', '04')
                    then '1' else '0' end as first
          from variety_authors l group by 1, 2) a
 where a.tenant_id = r.tenant_id and a.parent_id = r.id;
update variety set our_count = 0, our_first = '0' where our_count is null;
update drug r set our_count = a.ours, our_first = a.first
  from (select l.tenant_id, l.parent_id, count(*) filter (where l.person_type in ('01', '02', '04')) as ours,
               case when (array_agg(l.person_type order by coalesce(l.sort, l.sort_order + 1), l.sort_order))[1] in ('01', '02', '04')
                    then '1' else '0' end as first
          from drug_authors l group by 1, 2) a
 where a.tenant_id = r.tenant_id and a.parent_id = r.id;
update drug set our_count = 0, our_first = '0' where our_count is null;
update product r set our_count = a.ours, our_first = a.first
  from (select l.tenant_id, l.parent_id, count(*) filter (where l.person_type in ('01', '02', '04')) as ours,
               case when (array_agg(l.person_type order by coalesce(l.sort, l.sort_order + 1), l.sort_order))[1] in ('01', '02', '04')
                    then '1' else '0' end as first
          from product_authors l group by 1, 2) a
 where a.tenant_id = r.tenant_id and a.parent_id = r.id;
update product set our_count = 0, our_first = '0' where our_count is null;
update award r set our_count = a.ours, our_first = a.first
  from (select l.tenant_id, l.parent_id, count(*) filter (where l.person_type in ('01', '02', '04')) as ours,
               case when (array_agg(l.person_type order by coalesce(l.sort, l.sort_order + 1), l.sort_order))[1] in ('01', '02', '04')
                    then '1' else '0' end as first
          from award_authors l group by 1, 2) a
 where a.tenant_id = r.tenant_id and a.parent_id = r.id;
update award set our_count = 0, our_first = '0' where our_count is null;
update prize_declaration r set our_count = a.ours, our_first = a.first
  from (select l.tenant_id, l.parent_id, count(*) filter (where l.person_type in ('01', '02', '04')) as ours,
               case when (array_agg(l.person_type order by coalesce(l.sort, l.sort_order + 1), l.sort_order))[1] in ('01', '02', '04')
                    then '1' else '0' end as first
          from prize_declaration_authors l group by 1, 2) a
 where a.tenant_id = r.tenant_id and a.parent_id = r.id;
update prize_declaration set our_count = 0, our_first = '0' where our_count is null;
update appraisal r set our_count = a.ours, our_first = a.first
  from (select l.tenant_id, l.parent_id, count(*) filter (where l.person_type in ('01', '02', '04')) as ours,
               case when (array_agg(l.person_type order by coalesce(l.sort, l.sort_order + 1), l.sort_order))[1] in ('01', '02', '04')
                    then '1' else '0' end as first
          from appraisal_authors l group by 1, 2) a
 where a.tenant_id = r.tenant_id and a.parent_id = r.id;
update appraisal set our_count = 0, our_first = '0' where our_count is null;
update advisory r set our_count = a.ours, our_first = a.first
  from (select l.tenant_id, l.parent_id, count(*) filter (where l.person_type in ('01', '02', '04')) as ours,
               case when (array_agg(l.person_type order by coalesce(l.sort, l.sort_order + 1), l.sort_order))[1] in ('01', '02', '04')
                    then '1' else '0' end as first
          from advisory_authors l group by 1, 2) a
 where a.tenant_id = r.tenant_id and a.parent_id = r.id;
update advisory set our_count = 0, our_first = '0' where our_count is null;
update art r set our_count = a.ours, our_first = a.first
  from (select l.tenant_id, l.parent_id, count(*) filter (where l.person_type in ('01', '02', '04')) as ours,
               case when (array_agg(l.person_type order by coalesce(l.sort, l.sort_order + 1), l.sort_order))[1] in ('01', '02', '04')
                    then '1' else '0' end as first
          from art_authors l group by 1, 2) a
 where a.tenant_id = r.tenant_id and a.parent_id = r.id;
update art set our_count = 0, our_first = '0' where our_count is null;
update wenyichuangzuo r set our_count = a.ours, our_first = a.first
  from (select l.tenant_id, l.parent_id, count(*) filter (where l.person_type in ('01', '02', '04')) as ours,
               case when (array_agg(l.person_type order by coalesce(l.sort, l.sort_order + 1), l.sort_order))[1] in ('01', '02', '04')
                    then '1' else '0' end as first
          from wenyichuangzuo_authors l group by 1, 2) a
 where a.tenant_id = r.tenant_id and a.parent_id = r.id;
update wenyichuangzuo set our_count = 0, our_first = '0' where our_count is null;
update sjyszp r set our_count = a.ours, our_first = a.first
  from (select l.tenant_id, l.parent_id, count(*) filter (where l.person_type in ('01', '02', '04')) as ours,
               case when (array_agg(l.person_type order by coalesce(l.sort, l.sort_order + 1), l.sort_order))[1] in ('01', '02', '04')
                    then '1' else '0' end as first
          from sjyszp_authors l group by 1, 2) a
 where a.tenant_id = r.tenant_id and a.parent_id = r.id;
update sjyszp set our_count = 0, our_first = '0' where our_count is null;
update yyzp r set our_count = a.ours, our_first = a.first
  from (select l.tenant_id, l.parent_id, count(*) filter (where l.person_type in ('01', '02', '04')) as ours,
               case when (array_agg(l.person_type order by coalesce(l.sort, l.sort_order + 1), l.sort_order))[1] in ('01', '02', '04')
                    then '1' else '0' end as first
          from yyzp_authors l group by 1, 2) a
 where a.tenant_id = r.tenant_id and a.parent_id = r.id;
update yyzp set our_count = 0, our_first = '0' where our_count is null;
update yxhlwwhdj r set our_count = a.ours, our_first = a.first
  from (select l.tenant_id, l.parent_id, count(*) filter (where l.person_type in ('01', '02', '04')) as ours,
               case when (array_agg(l.person_type order by coalesce(l.sort, l.sort_order + 1), l.sort_order))[1] in ('01', '02', '04')
                    then '1' else '0' end as first
          from yxhlwwhdj_authors l group by 1, 2) a
 where a.tenant_id = r.tenant_id and a.parent_id = r.id;
update yxhlwwhdj set our_count = 0, our_first = '0' where our_count is null;
update tycgdj r set our_count = a.ours, our_first = a.first
  from (select l.tenant_id, l.parent_id, count(*) filter (where l.person_type in ('01', '02', '04')) as ours,
               case when (array_agg(l.person_type order by coalesce(l.sort, l.sort_order + 1), l.sort_order))[1] in ('01', '02', '04')
                    then '1' else '0' end as first
          from tycgdj_authors l group by 1, 2) a
 where a.tenant_id = r.tenant_id and a.parent_id = r.id;
update tycgdj set our_count = 0, our_first = '0' where our_count is null;
update patent_declaration r set our_count = a.ours, our_first = a.first
  from (select l.tenant_id, l.parent_id, count(*) filter (where l.person_type in ('01', '02', '04')) as ours,
               case when (array_agg(l.person_type order by coalesce(l.sort, l.sort_order + 1), l.sort_order))[1] in ('01', '02', '04')
                    then '1' else '0' end as first
          from patent_declaration_authors l group by 1, 2) a
 where a.tenant_id = r.tenant_id and a.parent_id = r.id;
update patent_declaration set our_count = 0, our_first = '0' where our_count is null;
