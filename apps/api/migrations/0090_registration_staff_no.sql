-- The staff number that somebody who asks for an account says is theirs; an administrator checks it.

alter table register_guest add column job_num text;
