-- Totals of expenses by the month of their day too, and indexes of what falls due and of the sums of owners.
create index patent_due_fee_paid_to on patent (tenant_id, fee_paid_to) where is_deleted = 0;
create or replace function funds_expenditure_kept() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' and old.is_deleted = 0 then
    insert into kept_change (tenant_id, resource, amount, audit_status, department, keys)
    values (old.tenant_id, 'fundsExpenditure', -1, old.audit_status, old.department_id, jsonb_build_object('', '[""]'::jsonb, '#', jsonb_build_array(concat_ws(chr(31), coalesce(to_char(old.pay_date, 'YYYY-MM'), ''), coalesce(to_char(old.expense_date, 'YYYY-MM'), ''), coalesce(old.expense_type::text, ''), coalesce(old.status::text, '')))));
    if coalesce(old.expense_amount, 0) <> 0 then
    insert into kept_change (tenant_id, resource, amount, audit_status, department, keys)
    values (old.tenant_id, 'fundsExpenditure', -1 * (coalesce(old.expense_amount, 0) * 100)::bigint, old.audit_status, old.department_id, jsonb_build_object('# expenseAmount', jsonb_build_array(concat_ws(chr(31), coalesce(to_char(old.pay_date, 'YYYY-MM'), ''), coalesce(to_char(old.expense_date, 'YYYY-MM'), ''), coalesce(old.expense_type::text, ''), coalesce(old.status::text, '')))));
    end if;
  end if;
  if tg_op <> 'DELETE' and new.is_deleted = 0 then
    insert into kept_change (tenant_id, resource, amount, audit_status, department, keys)
    values (new.tenant_id, 'fundsExpenditure', 1, new.audit_status, new.department_id, jsonb_build_object('', '[""]'::jsonb, '#', jsonb_build_array(concat_ws(chr(31), coalesce(to_char(new.pay_date, 'YYYY-MM'), ''), coalesce(to_char(new.expense_date, 'YYYY-MM'), ''), coalesce(new.expense_type::text, ''), coalesce(new.status::text, '')))));
    if coalesce(new.expense_amount, 0) <> 0 then
    insert into kept_change (tenant_id, resource, amount, audit_status, department, keys)
    values (new.tenant_id, 'fundsExpenditure', 1 * (coalesce(new.expense_amount, 0) * 100)::bigint, new.audit_status, new.department_id, jsonb_build_object('# expenseAmount', jsonb_build_array(concat_ws(chr(31), coalesce(to_char(new.pay_date, 'YYYY-MM'), ''), coalesce(to_char(new.expense_date, 'YYYY-MM'), ''), coalesce(new.expense_type::text, ''), coalesce(new.status::text, '')))));
    end if;
  end if;
  return null;
end $$;
create or replace trigger funds_expenditure_kept after insert or delete on funds_expenditure for each row execute function funds_expenditure_kept();
create or replace trigger funds_expenditure_kept_update after update on funds_expenditure for each row
  when ((old.is_deleted, old.audit_status, old.department_id, old.pay_date, old.expense_date, old.expense_type, old.status, old.expense_amount) is distinct from (new.is_deleted, new.audit_status, new.department_id, new.pay_date, new.expense_date, new.expense_type, new.status, new.expense_amount)) execute function funds_expenditure_kept();
alter table funds_expenditure no force row level security;
delete from kept_change where resource = 'fundsExpenditure';
delete from kept_count where resource = 'fundsExpenditure';
insert into kept_count (tenant_id, resource, field, "audit_status", "secrecy", "department", value, amount) select tenant_id, 'fundsExpenditure', field, "audit_status", "secrecy", "department", value, amount from (select k.tenant_id, '' as field, "audit_status", "secrecy", "department", value, sum(amount)::bigint as amount from (select t.tenant_id, "t"."audit_status" as "audit_status", null::text as "secrecy", "t"."department_id" as "department", ''::text as value, 1 as amount from "funds_expenditure" t where t.is_deleted = 0) k group by 1, "audit_status", "secrecy", "department", value union all select k.tenant_id, '#' as field, "audit_status", "secrecy", "department", value, sum(amount)::bigint as amount from (select t.tenant_id, "t"."audit_status" as "audit_status", null::text as "secrecy", "t"."department_id" as "department", concat_ws(chr(31), coalesce(to_char(t.pay_date, 'YYYY-MM'), ''), coalesce(to_char(t.expense_date, 'YYYY-MM'), ''), coalesce(t.expense_type::text, ''), coalesce(t.status::text, '')) as value, 1 as amount from "funds_expenditure" t where t.is_deleted = 0) k group by 1, "audit_status", "secrecy", "department", value union all select k.tenant_id, '# expenseAmount' as field, "audit_status", "secrecy", "department", value, sum(amount)::bigint as amount from (select t.tenant_id, "t"."audit_status" as "audit_status", null::text as "secrecy", "t"."department_id" as "department", concat_ws(chr(31), coalesce(to_char(t.pay_date, 'YYYY-MM'), ''), coalesce(to_char(t.expense_date, 'YYYY-MM'), ''), coalesce(t.expense_type::text, ''), coalesce(t.status::text, '')) as value, (coalesce(t.expense_amount, 0) * 100)::bigint as amount from "funds_expenditure" t where t.is_deleted = 0) k group by 1, "audit_status", "secrecy", "department", value) c;
alter table funds_expenditure force row level security;
create index ledger_funds_balance_owner on ledger_funds_balance (tenant_id, owner_id) where account = '';
