-- The programs that may sign people in become records of each tenant, with a page.
create table client_app (
  tenant_id character varying(12) not null,
  id bigint not null,
  client_id text,
  client_secret text,
  authorized_grant_types text,
  scope text,
  access_token_validity integer,
  refresh_token_validity integer,
  web_server_redirect_uri text,
  client_id_key text,
  search_text text generated always as (lower(coalesce(client_id, ''))) stored,
  create_user bigint not null,
  create_dept bigint,
  create_time timestamp with time zone not null,
  update_user bigint not null,
  update_time timestamp with time zone not null,
  is_deleted smallint not null default 0,
  version integer not null default 1,
  primary key (tenant_id, id)
);
comment on column client_app.search_text is 'client_id';
create index client_app_order on client_app (tenant_id, client_id collate "zh-x-icu" asc nulls first, id asc) where is_deleted = 0;
create index client_app_search on client_app using gin (search_text gin_trgm_ops) where is_deleted = 0;
create unique index client_app_client_id_unique on client_app (tenant_id, client_id_key) where is_deleted = 0;
grant select, insert, update, delete on client_app to keyan_app;

-- Every tenant keeps what it had. Secrets were digests already.
insert into client_app (tenant_id, id, client_id, client_id_key, client_secret,
    authorized_grant_types, scope, access_token_validity, refresh_token_validity,
    create_user, create_time, update_user, update_time)
  select t.tenant_id, row_number() over (partition by t.tenant_id order by c.client_id),
         c.client_id, c.client_id, 'sha256:' || encode(c.secret_hash, 'hex'),
         array_to_string(c.grant_types, ',') ||
           case when c.client_id in ('saber', 'sword') then ',social,cas,sms_code' else '' end,
         'all', c.access_token_validity, c.refresh_token_validity, 0, now(), 0, now()
    from tenant t cross join client c where c.is_deleted = 0;
drop table client;

alter table client_app enable row level security;
alter table client_app force row level security;
create policy tenant on client_app using (tenant_id = current_setting('app.tenant', true));
-- Whoever calls is not known yet: the session of no tenant reads the clients of all.
create policy calling on client_app for select using (current_setting('app.tenant', true) = '');

create trigger tell after insert or update or delete on client_app
  for each statement execute function tell_everybody();
