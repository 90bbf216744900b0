-- Subscriptions of reports are named by their plan, which readers of English read in English.

alter table report_mailing add column mailing_name_en text;
drop index report_mailing_search;
alter table report_mailing drop column search_text;
alter table report_mailing add column search_text text generated always as (lower(coalesce(mailing_name, '') || ' ' || coalesce(mailing_name_en, ''))) stored;
comment on column report_mailing.search_text is 'mailing_name, mailing_name_en';
create index report_mailing_search on report_mailing using gin (search_text gin_trgm_ops) where is_deleted = 0;

update report_mailing m
   set mailing_name_en = left(r.name || ' · ' || case m.period
         when 'weekly' then 'Weekly ' || (array['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'])[coalesce(m.weekday, '1')::int]
         when 'monthly' then 'Monthly day ' || coalesce(m.month_day, 1)
         else 'Daily' end || ' ' || lpad(coalesce(m.hour, 0)::text, 2, '0') || ':00', 120)
  from report r
 where r.tenant_id = m.tenant_id and r.id = m.report_id;
