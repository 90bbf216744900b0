-- How often something was called within the running minute, over all processes: refreshes of a
-- session, sign-ins in a browser that the account is known in. Holds nothing but hashes under
-- which it counts; lost after a crash, it begins anew.

create unlogged table call_rate (
  key bytea primary key,
  count int not null,
  -- When the count begins anew.
  until timestamptz not null
);
create index call_rate_until on call_rate (until);

grant select, insert, update, delete on call_rate to keyan_app;
