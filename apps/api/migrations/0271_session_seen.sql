-- When somebody was last seen in a session, so that people can tell their devices apart.
alter table session add column seen_at timestamptz not null default now();
update session set seen_at = refreshed_at;
