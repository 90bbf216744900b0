-- Reports have a name for readers of English. The reports with which earlier versions began, and that are still as they were
-- made, get theirs, and are read by every role that has the page which they ask: of several of them offices saw nothing.
alter table report no force row level security;

alter table report add column name_en text;
drop index report_search;
alter table report drop column search_text;
alter table report add column search_text text generated always as (lower(coalesce(name, '') || ' ' || coalesce(name_en, ''))) stored;
comment on column report.search_text is 'name, name_en';
create index report_search on report using gin (search_text gin_trgm_ops) where is_deleted = 0;

update report r set name_en = shipped.en, roles = shipped.roles
  from (values
    ('各学院论文数', 'Papers by college', 'rd_achieve,rd_leader,dept_secretary,dept_leader,school_leader'),
    ('历年论文收录情况', 'Indexed papers by year', 'rd_achieve,rd_leader,dept_secretary,dept_leader,school_leader'),
    ('期刊级别构成', 'Papers by level of journal', 'rd_achieve,rd_leader,dept_secretary,dept_leader,school_leader'),
    ('论文类型构成', 'Papers by type', 'rd_achieve,rd_leader,dept_secretary,dept_leader,school_leader'),
    ('各学院历年论文数', 'Papers by college and year', 'rd_achieve,rd_leader,dept_secretary,dept_leader,school_leader'),
    ('论文署名单位次序', 'Papers by order of the university', 'rd_achieve,rd_leader,dept_secretary,dept_leader,school_leader'),
    ('JCR 分区构成', 'Papers by JCR quartile', 'rd_achieve,rd_leader,dept_secretary,dept_leader,school_leader'),
    ('著作类型构成', 'Books by type', 'rd_achieve,rd_leader,dept_secretary,dept_leader,school_leader'),
    ('出版社级别', 'Books by level of publisher', 'rd_achieve,rd_leader,dept_secretary,dept_leader,school_leader'),
    ('专利类型与法律状态', 'Patents by type and legal status', 'rd_achieve,rd_leader,dept_secretary,dept_leader,school_leader'),
    ('获奖级别与等级', 'Awards by level and grade', 'rd_achieve,rd_leader,dept_secretary,dept_leader,school_leader'),
    ('奖励种类构成', 'Awards by kind', 'rd_achieve,rd_leader,dept_secretary,dept_leader,school_leader'),
    ('软件著作权类型', 'Copyrights by type', 'rd_achieve,rd_leader,dept_secretary,dept_leader,school_leader'),
    ('历年到账经费', 'Arrivals by year', 'rd_fund,rd_leader,finance'),
    ('来款类型构成', 'Arrivals by type', 'rd_fund,rd_leader,finance'),
    ('未分配到账', 'Arrivals not divided', 'rd_fund,rd_leader,finance'),
    ('各院系科研支出', 'Expenses by college', 'rd_fund,rd_leader,dept_secretary,dept_leader,finance,school_leader'),
    ('科研人员职称结构', 'Researchers by rank', 'rd_achieve,rd_leader,dept_secretary,dept_leader,school_leader'),
    ('科研人员学历结构', 'Researchers by education', 'rd_achieve,rd_leader,dept_secretary,dept_leader,school_leader'),
    ('各院系人员数', 'Researchers by college', 'rd_achieve,rd_leader,dept_secretary,dept_leader,school_leader')
  ) as shipped (zh, en, roles)
 where r.name = shipped.zh and r.roles = 'rd_leader,school_leader,dept_leader';

alter table report force row level security;
