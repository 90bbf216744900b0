-- Deadlines of steps. What happens by itself at the deadline of a step is kept with its visit, for the clock.
alter table wf_act
  add column paused bigint not null default 0,
  add column overdue text check (overdue in ('agree', 'refuse', 'return', 'handOver')),
  -- The day of the last reminder, and when those above the holders were told.
  add column reminded_on date,
  add column escalated_at timestamptz;

-- Every process keeps the calendar in memory.
create trigger tell after insert or update or delete on work_day
  for each statement execute function tell_tenant();
