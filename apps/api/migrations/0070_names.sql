-- Whoever remembers what records are called (store/names.ts) hears of every renaming. Insertions and
-- removals need no word: what is not there is not remembered, and a removed record keeps its name.
create function tell_name() returns trigger language plpgsql as $$
begin
  perform pg_notify('name', json_build_array(new.tenant_id, tg_table_name, new.id::text)::text);
  return null;
end
$$;

create trigger tell_name after update of art_name on paper for each row
  when (old.art_name is distinct from new.art_name) execute function tell_name();
create trigger tell_name after update of journal_name on journal for each row
  when (old.journal_name is distinct from new.journal_name) execute function tell_name();
create trigger tell_name after update of program_name on program for each row
  when (old.program_name is distinct from new.program_name) execute function tell_name();
create trigger tell_name after update of name on personnel for each row
  when (old.name is distinct from new.name) execute function tell_name();
create trigger tell_name after update of dept_name on dept for each row
  when (old.dept_name is distinct from new.dept_name) execute function tell_name();
create trigger tell_name after update of real_name on users for each row
  when (old.real_name is distinct from new.real_name) execute function tell_name();
create trigger tell_name after update of name on register_guest for each row
  when (old.name is distinct from new.name) execute function tell_name();
create trigger tell_name after update of param_name on param for each row
  when (old.param_name is distinct from new.param_name) execute function tell_name();
create trigger tell_name after update of bt on notice for each row
  when (old.bt is distinct from new.bt) execute function tell_name();
create trigger tell_name after update of name on download_zone for each row
  when (old.name is distinct from new.name) execute function tell_name();
