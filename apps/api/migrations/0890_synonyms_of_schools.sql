-- Names that lists of a school use for an entry of a dictionary, with commas: imports read them as this entry.
alter table dict_entry add column synonyms text;
