-- Posts that people hold, with a page; accounts name theirs by id.
alter table users add column posts text[];
create table post (
  tenant_id character varying(12) not null,
  id bigint not null,
  category text,
  post_code text,
  post_name text,
  sort integer,
  remark text,
  post_code_key text,
  search_text text generated always as (lower(coalesce(post_code, '') || ' ' || coalesce(post_name, ''))) stored,
  create_user bigint not null,
  create_dept bigint,
  create_time timestamp with time zone not null,
  update_user bigint not null,
  update_time timestamp with time zone not null,
  is_deleted smallint not null default 0,
  version integer not null default 1,
  primary key (tenant_id, id)
);
comment on column post.search_text is 'post_code, post_name';
create index post_order on post (tenant_id, sort asc nulls first, id asc) where is_deleted = 0;
create index post_search on post using gin (search_text gin_trgm_ops) where is_deleted = 0;
create unique index post_post_code_unique on post (tenant_id, post_code_key) where is_deleted = 0;
grant select, insert, update, delete on post to keyan_app;
alter table post enable row level security;
alter table post force row level security;
create policy tenant on post using (tenant_id = current_setting('app.tenant', true));


-- Posts are read as a dictionary: forms and lists of accounts say what they are called.
create trigger tell_name after insert or update or delete on post
  for each statement execute function tell_dictionary();
