-- What a refund takes back of the money that paid an invoice. Until now each took the whole of it, or all that went back.
alter table funding_refund add column settled_back numeric(18,2);
update funding_refund set settled_back = case when bill_id is null then 0 else least(bill_settled, refund_amount) end
 where status = '1';
