-- Secret records are few: lists look for them apart from the others, in an index that no other record is
-- written to. Of all others is then asked only what would be asked without secrecy.

create index paper_secret on paper (tenant_id, id) where is_deleted = 0 and (secret_level in ('0')) is not true;
create index book_secret on book (tenant_id, id) where is_deleted = 0 and (secret_level in ('0')) is not true;
create index patent_secret on patent (tenant_id, id) where is_deleted = 0 and (secret_level in ('0')) is not true;
create index copyright_secret on copyright (tenant_id, id) where is_deleted = 0 and (secret_level in ('0')) is not true;
create index standard_secret on standard (tenant_id, id) where is_deleted = 0 and (secret_level in ('0')) is not true;
create index variety_secret on variety (tenant_id, id) where is_deleted = 0 and (secret_level in ('0')) is not true;
create index drug_secret on drug (tenant_id, id) where is_deleted = 0 and (secret_level in ('0')) is not true;
create index product_secret on product (tenant_id, id) where is_deleted = 0 and (secret_level in ('0')) is not true;
create index award_secret on award (tenant_id, id) where is_deleted = 0 and (secret_level in ('0')) is not true;
create index appraisal_secret on appraisal (tenant_id, id) where is_deleted = 0 and (secret_level in ('0')) is not true;
create index advisory_secret on advisory (tenant_id, id) where is_deleted = 0 and (secret_level in ('0')) is not true;
create index art_secret on art (tenant_id, id) where is_deleted = 0 and (secret_level in ('0')) is not true;
create index wenyichuangzuo_secret on wenyichuangzuo (tenant_id, id) where is_deleted = 0 and (secret_level in ('0')) is not true;
create index sjyszp_secret on sjyszp (tenant_id, id) where is_deleted = 0 and (secret_level in ('0')) is not true;
create index yyzp_secret on yyzp (tenant_id, id) where is_deleted = 0 and (secret_level in ('0')) is not true;
create index yxhlwwhdj_secret on yxhlwwhdj (tenant_id, id) where is_deleted = 0 and (secret_level in ('0')) is not true;
create index tycgdj_secret on tycgdj (tenant_id, id) where is_deleted = 0 and (secret_level in ('0')) is not true;
create index patent_declaration_secret on patent_declaration (tenant_id, id) where is_deleted = 0 and (secret_level in ('0')) is not true;
create index process_conclusion_secret on process_conclusion (tenant_id, id) where is_deleted = 0 and (is_secret_result in ('0')) is not true;
create index program_approval_secret on program_approval (tenant_id, id) where is_deleted = 0 and (secret_level in ('0')) is not true;
