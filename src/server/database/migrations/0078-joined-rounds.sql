-- Rounds of the school's own teams that an import made one. Undoing the import parts them again.
alter table season_imports add joined_rounds uuid[] not null default '{}';
