-- Sessions in which an administrator looks at somebody's pages: who does, from which session, and why.
alter table session add column viewer_id bigint, add column viewer_name text,
  add column viewer_session bigint, add column view_reason text;
