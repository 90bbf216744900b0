-- R-508: since when the output of a final score may be changed.
alter table score_result add column unlocked_at timestamp with time zone;
