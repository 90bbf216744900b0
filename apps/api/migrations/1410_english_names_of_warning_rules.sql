-- Rules of early warning have a name for readers of English. Rules that are still called what they were shipped as get
-- theirs; the others keep the name that the university gave them, in both languages.

alter table early_warning add column warn_name_en text;
drop index early_warning_search;
alter table early_warning drop column search_text;
alter table early_warning add column search_text text generated always as (lower(coalesce(warn_name, '') || ' ' || coalesce(warn_name_en, ''))) stored;
comment on column early_warning.search_text is 'warn_name, warn_name_en';
create index early_warning_search on early_warning using gin (search_text gin_trgm_ops) where is_deleted = 0;

update early_warning w set warn_name_en = shipped.en
  from (values
    ('project_end', '项目到期', 'Project expiry'),
    ('conclusion_due', '逾期未结题', 'Conclusion overdue'),
    ('check_due', '中期检查', 'Mid-term check'),
    ('compliance_due', '合规批件到期', 'Approval about to expire'),
    ('ethics_track', '伦理跟踪审查', 'Follow-up of an ethics review'),
    ('ethics_decide', '伦理审查时限', 'Term of an ethics review'),
    ('budget_rate', '执行率低', 'Low spending'),
    ('budget_over', '余额不足', 'Low balance'),
    ('arrive_unclaimed', '到账未认领', 'Arrival not claimed'),
    ('bill_overdue', '预借票据未到款', 'Invoice not paid'),
    ('contract_pay', '合同应收未到', 'Payment of a contract'),
    ('contract_end', '合同到期', 'Contract expiry'),
    ('advance_open', '借款未冲账', 'Advance not settled'),
    ('patent_fee', '专利年费', 'Patent fee'),
    ('declare_deadline', '申报截止', 'Declaration deadline'),
    ('todo_timeout', '待办超时', 'Task overdue'),
    ('review_timeout', '评审超时', 'Review overdue')
  ) as shipped (target, zh, en)
 where w.warn_target = shipped.target and w.warn_name = shipped.zh;
