-- The discipline of whoever a what-if compares is a code of the first level, by which lists find a group.
update score_trial_person set subject = left(subject, 3) where length(subject) > 3;
