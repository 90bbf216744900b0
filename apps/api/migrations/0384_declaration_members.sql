-- Members of declarations are asked whether they take part (R-107).
alter table declare_info add column is_asked text;
alter table declare_info_members add column answer text;
