-- An expense is known by its purpose, its payee and its amount. Saves keep the name from now on; the words of the
-- search are made anew from it.
alter table funds_expenditure add column expense_name text;
update funds_expenditure set expense_name = array_to_string(array_remove(array[
    nullif(case when length(btrim(regexp_replace(reason, '\s+', ' ', 'g'))) > 40
                then left(btrim(regexp_replace(reason, '\s+', ' ', 'g')), 39) || '…'
                else btrim(regexp_replace(reason, '\s+', ' ', 'g')) end, ''),
    nullif(payee, ''),
    '¥' || to_char(coalesce(expense_amount, 0), 'FM999,999,999,990.00')], null), ' · ');
alter table funds_expenditure drop column search_text;
alter table funds_expenditure add column search_text text generated always as (lower(coalesce(expense_num, '') || ' ' || coalesce(program_name, '') || ' ' || coalesce(program_num, '') || ' ' || coalesce(expense_name, '') || ' ' || coalesce(payee, '') || ' ' || coalesce(voucher_num, ''))) stored;
comment on column funds_expenditure.search_text is 'expense_num, program_name, program_num, expense_name, payee, voucher_num';
create index funds_expenditure_search on funds_expenditure using gin (search_text gin_trgm_ops) where is_deleted = 0;
delete from search_entry where resource = 'fundsExpenditure';
