-- The roles that an accepted person was given are kept by their aliases, and named in the reader's
-- language. Names that no role has any more stay as they were written.

alter table register_guest add column roles text[];
alter table register_guest no force row level security;
alter table role no force row level security;
update register_guest g set roles = (
  select array_agg(coalesce(
    (select r.role_alias from role r
      where r.tenant_id = g.tenant_id and r.role_name = n.name
      order by r.is_deleted, r.id limit 1), n.name) order by n.place)
  from unnest(string_to_array(g.role_name, '、')) with ordinality as n (name, place))
 where coalesce(g.role_name, '') <> '';
alter table register_guest force row level security;
alter table role force row level security;
alter table register_guest drop column role_name;

-- Roles are read as a dictionary: pages and lists say what they are called.
create trigger tell_name after insert or update or delete on role
  for each statement execute function tell_dictionary();
