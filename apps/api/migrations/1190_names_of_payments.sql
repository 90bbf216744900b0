-- Payments that the exchange with finance brought had no name: theirs are like those of all expenses (1130).
update funds_expenditure set expense_name = array_to_string(array_remove(array[
    nullif(case when length(btrim(regexp_replace(reason, '\s+', ' ', 'g'))) > 40
                then left(btrim(regexp_replace(reason, '\s+', ' ', 'g')), 39) || '…'
                else btrim(regexp_replace(reason, '\s+', ' ', 'g')) end, ''),
    nullif(payee, ''),
    '¥' || to_char(coalesce(expense_amount, 0), 'FM999,999,999,990.00')], null), ' · ')
 where expense_name is null;
