-- Rounds of the school's own teams that an import joined into one. Undoing the import separates them again.
alter table season_imports add joined_rounds uuid[] not null default '{}';
