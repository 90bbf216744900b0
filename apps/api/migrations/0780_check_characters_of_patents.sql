-- Imports of tables of the patent office cut the check character off the numbers of Chinese applications. It
-- follows from the digits (ZC 0006-2003): weights 2 to 9 in turn, modulo 11, X for 10. Keys of uniqueness have none.

create function pg_temp.check_character(digits text) returns text immutable language sql as $$
  select case total % 11 when 10 then 'X' else (total % 11)::text end
    from (select sum(substr(digits, place, 1)::int * (2 + (place - 1) % 8)) as total
            from generate_series(1, length(digits)) as place) as sums
$$;

update patent set apply_num = apply_num || '.' || pg_temp.check_character(apply_num)
 where patent_type in ('01', '02', '03') and apply_num ~ '^(\d{12}|\d{8})$';
