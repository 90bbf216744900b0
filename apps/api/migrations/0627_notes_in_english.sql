-- The note of a history entry in English, where the program writes it; null for what a person wrote.
alter table history add column note_en text;
