-- Archives of files may hold the form of each record as PDF.
alter table config_zip add column with_form text;
update config_zip set with_form = '0';
