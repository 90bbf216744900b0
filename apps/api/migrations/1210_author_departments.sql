-- The departments of our authors (staff, postdocs, students), one for each in their order: statistics count people under
-- their own departments. Who moves later takes nothing along; who has no account counts under the department of the
-- record.

alter table paper add column author_depts bigint[];
alter table book add column author_depts bigint[];
alter table patent add column author_depts bigint[];
alter table copyright add column author_depts bigint[];
alter table standard add column author_depts bigint[];
alter table variety add column author_depts bigint[];
alter table drug add column author_depts bigint[];
alter table product add column author_depts bigint[];
alter table award add column author_depts bigint[];
alter table prize_declaration add column author_depts bigint[];
alter table appraisal add column author_depts bigint[];
alter table advisory add column author_depts bigint[];
alter table art add column author_depts bigint[];
alter table wenyichuangzuo add column author_depts bigint[];
alter table sjyszp add column author_depts bigint[];
alter table yyzp add column author_depts bigint[];
alter table yxhlwwhdj add column author_depts bigint[];
alter table tycgdj add column author_depts bigint[];
alter table patent_declaration add column author_depts bigint[];

update paper r set author_depts = coalesce(
         (select array_agg(coalesce(u.dept_id, r.fk_dept_id) order by coalesce(l.sort, l.sort_order + 1), l.sort_order)
            from paper_authors l
            left join users u on u.tenant_id = l.tenant_id and u.id = l.user_id and l.person_type in ('01', '04')
           where l.tenant_id = r.tenant_id and l.parent_id = r.id and l.person_type in ('01', '02', '04')
             and coalesce(u.dept_id, r.fk_dept_id) is not null), '{}');
update book r set author_depts = coalesce(
         (select array_agg(coalesce(u.dept_id, r.fk_dept_id) order by coalesce(l.sort, l.sort_order + 1), l.sort_order)
            from book_authors l
            left join users u on u.tenant_id = l.tenant_id and u.id = l.user_id and l.person_type in ('01', '04')
           where l.tenant_id = r.tenant_id and l.parent_id = r.id and l.person_type in ('01', '02', '04')
             and coalesce(u.dept_id, r.fk_dept_id) is not null), '{}');
update patent r set author_depts = coalesce(
         (select array_agg(coalesce(u.dept_id, r.fk_dept_id) order by coalesce(l.sort, l.sort_order + 1), l.sort_order)
            from patent_authors l
            left join users u on u.tenant_id = l.tenant_id and u.id = l.user_id and l.person_type in ('01', '04')
           where l.tenant_id = r.tenant_id and l.parent_id = r.id and l.person_type in ('01', '02', '04')
             and coalesce(u.dept_id, r.fk_dept_id) is not null), '{}');
update copyright r set author_depts = coalesce(
         (select array_agg(coalesce(u.dept_id, r.fk_dept_id) order by coalesce(l.sort, l.sort_order + 1), l.sort_order)
            from copyright_authors l
            left join users u on u.tenant_id = l.tenant_id and u.id = l.user_id and l.person_type in ('01', '04')
           where l.tenant_id = r.tenant_id and l.parent_id = r.id and l.person_type in ('01', '02', '04')
             and coalesce(u.dept_id, r.fk_dept_id) is not null), '{}');
update standard r set author_depts = coalesce(
         (select array_agg(coalesce(u.dept_id, r.fk_dept_id) order by coalesce(l.sort, l.sort_order + 1), l.sort_order)
            from standard_authors l
            left join users u on u.tenant_id = l.tenant_id and u.id = l.user_id and l.person_type in ('01', '04')
           where l.tenant_id = r.tenant_id and l.parent_id = r.id and l.person_type in ('01', '02', '04')
             and coalesce(u.dept_id, r.fk_dept_id) is not null), '{}');
update variety r set author_depts = coalesce(
         (select array_agg(coalesce(u.dept_id, r.fk_dept_id) order by coalesce(l.sort, l.sort_order + 1), l.sort_order)
            from variety_authors l
            left join users u on u.tenant_id = l.tenant_id and u.id = l.user_id and l.person_type in ('01', '04')
           where l.tenant_id = r.tenant_id and l.parent_id = r.id and l.person_type in ('01', '02', '04')
             and coalesce(u.dept_id, r.fk_dept_id) is not null), '{}');
update drug r set author_depts = coalesce(
         (select array_agg(coalesce(u.dept_id, r.fk_dept_id) order by coalesce(l.sort, l.sort_order + 1), l.sort_order)
            from drug_authors l
            left join users u on u.tenant_id = l.tenant_id and u.id = l.user_id and l.person_type in ('01', '04')
           where l.tenant_id = r.tenant_id and l.parent_id = r.id and l.person_type in ('01', '02', '04')
             and coalesce(u.dept_id, r.fk_dept_id) is not null), '{}');
update product r set author_depts = coalesce(
         (select array_agg(coalesce(u.dept_id, r.fk_dept_id) order by coalesce(l.sort, l.sort_order + 1), l.sort_order)
            from product_authors l
            left join users u on u.tenant_id = l.tenant_id and u.id = l.user_id and l.person_type in ('01', '04')
           where l.tenant_id = r.tenant_id and l.parent_id = r.id and l.person_type in ('01', '02', '04')
             and coalesce(u.dept_id, r.fk_dept_id) is not null), '{}');
update award r set author_depts = coalesce(
         (select array_agg(coalesce(u.dept_id, r.fk_dept_id) order by coalesce(l.sort, l.sort_order + 1), l.sort_order)
            from award_authors l
            left join users u on u.tenant_id = l.tenant_id and u.id = l.user_id and l.person_type in ('01', '04')
           where l.tenant_id = r.tenant_id and l.parent_id = r.id and l.person_type in ('01', '02', '04')
             and coalesce(u.dept_id, r.fk_dept_id) is not null), '{}');
update prize_declaration r set author_depts = coalesce(
         (select array_agg(coalesce(u.dept_id, r.fk_dept_id) order by coalesce(l.sort, l.sort_order + 1), l.sort_order)
            from prize_declaration_authors l
            left join users u on u.tenant_id = l.tenant_id and u.id = l.user_id and l.person_type in ('01', '04')
           where l.tenant_id = r.tenant_id and l.parent_id = r.id and l.person_type in ('01', '02', '04')
             and coalesce(u.dept_id, r.fk_dept_id) is not null), '{}');
update appraisal r set author_depts = coalesce(
         (select array_agg(coalesce(u.dept_id, r.fk_dept_id) order by coalesce(l.sort, l.sort_order + 1), l.sort_order)
            from appraisal_authors l
            left join users u on u.tenant_id = l.tenant_id and u.id = l.user_id and l.person_type in ('01', '04')
           where l.tenant_id = r.tenant_id and l.parent_id = r.id and l.person_type in ('01', '02', '04')
             and coalesce(u.dept_id, r.fk_dept_id) is not null), '{}');
update advisory r set author_depts = coalesce(
         (select array_agg(coalesce(u.dept_id, r.fk_dept_id) order by coalesce(l.sort, l.sort_order + 1), l.sort_order)
            from advisory_authors l
            left join users u on u.tenant_id = l.tenant_id and u.id = l.user_id and l.person_type in ('01', '04')
           where l.tenant_id = r.tenant_id and l.parent_id = r.id and l.person_type in ('01', '02', '04')
             and coalesce(u.dept_id, r.fk_dept_id) is not null), '{}');
update art r set author_depts = coalesce(
         (select array_agg(coalesce(u.dept_id, r.fk_dept_id) order by coalesce(l.sort, l.sort_order + 1), l.sort_order)
            from art_authors l
            left join users u on u.tenant_id = l.tenant_id and u.id = l.user_id and l.person_type in ('01', '04')
           where l.tenant_id = r.tenant_id and l.parent_id = r.id and l.person_type in ('01', '02', '04')
             and coalesce(u.dept_id, r.fk_dept_id) is not null), '{}');
update wenyichuangzuo r set author_depts = coalesce(
         (select array_agg(coalesce(u.dept_id, r.fk_dept_id) order by coalesce(l.sort, l.sort_order + 1), l.sort_order)
            from wenyichuangzuo_authors l
            left join users u on u.tenant_id = l.tenant_id and u.id = l.user_id and l.person_type in ('01', '04')
           where l.tenant_id = r.tenant_id and l.parent_id = r.id and l.person_type in ('01', '02', '04')
             and coalesce(u.dept_id, r.fk_dept_id) is not null), '{}');
update sjyszp r set author_depts = coalesce(
         (select array_agg(coalesce(u.dept_id, r.fk_dept_id) order by coalesce(l.sort, l.sort_order + 1), l.sort_order)
            from sjyszp_authors l
            left join users u on u.tenant_id = l.tenant_id and u.id = l.user_id and l.person_type in ('01', '04')
           where l.tenant_id = r.tenant_id and l.parent_id = r.id and l.person_type in ('01', '02', '04')
             and coalesce(u.dept_id, r.fk_dept_id) is not null), '{}');
update yyzp r set author_depts = coalesce(
         (select array_agg(coalesce(u.dept_id, r.fk_dept_id) order by coalesce(l.sort, l.sort_order + 1), l.sort_order)
            from yyzp_authors l
            left join users u on u.tenant_id = l.tenant_id and u.id = l.user_id and l.person_type in ('01', '04')
           where l.tenant_id = r.tenant_id and l.parent_id = r.id and l.person_type in ('01', '02', '04')
             and coalesce(u.dept_id, r.fk_dept_id) is not null), '{}');
update yxhlwwhdj r set author_depts = coalesce(
         (select array_agg(coalesce(u.dept_id, r.fk_dept_id) order by coalesce(l.sort, l.sort_order + 1), l.sort_order)
            from yxhlwwhdj_authors l
            left join users u on u.tenant_id = l.tenant_id and u.id = l.user_id and l.person_type in ('01', '04')
           where l.tenant_id = r.tenant_id and l.parent_id = r.id and l.person_type in ('01', '02', '04')
             and coalesce(u.dept_id, r.fk_dept_id) is not null), '{}');
update tycgdj r set author_depts = coalesce(
         (select array_agg(coalesce(u.dept_id, r.fk_dept_id) order by coalesce(l.sort, l.sort_order + 1), l.sort_order)
            from tycgdj_authors l
            left join users u on u.tenant_id = l.tenant_id and u.id = l.user_id and l.person_type in ('01', '04')
           where l.tenant_id = r.tenant_id and l.parent_id = r.id and l.person_type in ('01', '02', '04')
             and coalesce(u.dept_id, r.fk_dept_id) is not null), '{}');
update patent_declaration r set author_depts = coalesce(
         (select array_agg(coalesce(u.dept_id, r.fk_dept_id) order by coalesce(l.sort, l.sort_order + 1), l.sort_order)
            from patent_declaration_authors l
            left join users u on u.tenant_id = l.tenant_id and u.id = l.user_id and l.person_type in ('01', '04')
           where l.tenant_id = r.tenant_id and l.parent_id = r.id and l.person_type in ('01', '02', '04')
             and coalesce(u.dept_id, r.fk_dept_id) is not null), '{}');

create index paper_author_depts on paper using gin (author_depts) where is_deleted = 0;
create index book_author_depts on book using gin (author_depts) where is_deleted = 0;
create index patent_author_depts on patent using gin (author_depts) where is_deleted = 0;
create index copyright_author_depts on copyright using gin (author_depts) where is_deleted = 0;
create index standard_author_depts on standard using gin (author_depts) where is_deleted = 0;
create index variety_author_depts on variety using gin (author_depts) where is_deleted = 0;
create index drug_author_depts on drug using gin (author_depts) where is_deleted = 0;
create index product_author_depts on product using gin (author_depts) where is_deleted = 0;
create index award_author_depts on award using gin (author_depts) where is_deleted = 0;
create index prize_declaration_author_depts on prize_declaration using gin (author_depts) where is_deleted = 0;
create index appraisal_author_depts on appraisal using gin (author_depts) where is_deleted = 0;
create index advisory_author_depts on advisory using gin (author_depts) where is_deleted = 0;
create index art_author_depts on art using gin (author_depts) where is_deleted = 0;
create index wenyichuangzuo_author_depts on wenyichuangzuo using gin (author_depts) where is_deleted = 0;
create index sjyszp_author_depts on sjyszp using gin (author_depts) where is_deleted = 0;
create index yyzp_author_depts on yyzp using gin (author_depts) where is_deleted = 0;
create index yxhlwwhdj_author_depts on yxhlwwhdj using gin (author_depts) where is_deleted = 0;
create index tycgdj_author_depts on tycgdj using gin (author_depts) where is_deleted = 0;
create index patent_declaration_author_depts on patent_declaration using gin (author_depts) where is_deleted = 0;
