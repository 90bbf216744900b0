-- Awards and declarations for a prize name the patent or the standard that they are for.
alter table award add column patent_id bigint;
alter table award add column standard_id bigint;
create index award_patent_id on award (tenant_id, patent_id) where is_deleted = 0;
create index award_standard_id on award (tenant_id, standard_id) where is_deleted = 0;
alter table prize_declaration add column patent_id bigint;
alter table prize_declaration add column standard_id bigint;
create index prize_declaration_patent_id on prize_declaration (tenant_id, patent_id) where is_deleted = 0;
create index prize_declaration_standard_id on prize_declaration (tenant_id, standard_id) where is_deleted = 0;
