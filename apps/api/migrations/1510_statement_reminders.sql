-- Reminders of statements on retracted papers are on as shipped: an office has set the day. A rule that somebody has
-- changed stays as it is.
update early_warning set status = '1', last_run_time = null
 where warn_target = 'statement_due' and status = '0' and version = 1 and is_deleted = 0;
