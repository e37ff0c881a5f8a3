-- The index on email addresses had a different collation from the column, so PostgreSQL couldn't use it for `email = …` and read
-- all users at each sign-in.
drop index users_email_key;
create unique index users_email_key on users (email);

-- When a user is deleted, PostgreSQL looks for rows that refer to that user. Without these indexes, it read every ballot.
create index kept_ballots_by_keeper on kept_ballots (kept_by) where kept_by is not null;
create index kept_ballots_by_checker on kept_ballots (checked_by) where checked_by is not null;
create index score_corrections_by_person on score_corrections (by_id) where by_id is not null;
create index season_imports_by_person on season_imports (by_id) where by_id is not null;
