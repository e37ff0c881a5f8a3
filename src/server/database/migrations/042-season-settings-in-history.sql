-- The history says which settings of the season book were changed; it said that some were. The function is as in 032-former-names.sql,
-- except for this. Ballots and their rounds stay without values: the history never has a score.
create or replace function values_in_history(subject text, whole jsonb) returns jsonb language sql immutable as $$
  select case when subject not in ('round', 'keptBallot') then
    whole - array['id', 'version', 'created_at', 'updated_at', 'sort_name', 'sort_short_name', 'search',
      'last_sign_in', 'must_change_password', 'import_id', 'former_names'] end
$$;
