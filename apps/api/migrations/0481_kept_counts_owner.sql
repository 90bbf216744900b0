-- A migration that writes records of every tenant notes their counts, too (decision 0169).
create policy owner on kept_count to current_user using (true) with check (true);
create policy owner on kept_change to current_user using (true) with check (true);
