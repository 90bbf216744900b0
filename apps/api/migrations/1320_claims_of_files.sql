-- Other authors of a claim who have a personnel file and no account (decision 0460).

alter table paper_claim_other_authors add column personnel_id bigint;
create index paper_claim_other_authors_personnel_id on paper_claim_other_authors (tenant_id, personnel_id, parent_id);
