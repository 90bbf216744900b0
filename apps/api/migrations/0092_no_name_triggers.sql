-- Labels of referenced records are joined where they are read; nobody listens to renamings any more
-- (decision 0025). The trigger of `role` announces a dictionary and stays.
do $$
declare found record;
begin
  for found in
    select c.relname as name from pg_trigger t join pg_class c on c.oid = t.tgrelid
     where t.tgname = 'tell_name' and t.tgfoid = 'tell_name'::regproc
  loop
    execute format('drop trigger tell_name on %I', found.name);
  end loop;
end
$$;
drop function tell_name();
