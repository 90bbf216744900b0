-- What kind of output a declaration for a prize rests on: the registered one that it names, else its first line.
alter table prize_declaration add column biz_type text;
alter table prize_declaration no force row level security;
alter table prize_declaration_outputs no force row level security;

update prize_declaration d set biz_type = case
    when paper_id is not null then 'paper'
    when book_id is not null then 'book'
    when patent_id is not null then 'patent'
    when standard_id is not null then 'standard'
    else (select o.biz_type from prize_declaration_outputs o
           where o.tenant_id = d.tenant_id and o.parent_id = d.id order by o.sort_order limit 1) end;

alter table prize_declaration force row level security;
alter table prize_declaration_outputs force row level security;
