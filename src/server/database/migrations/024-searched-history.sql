-- The history is searched by what changed and by who changed it, and says when a program did it for a person.
-- Words without case, accents and apostrophes, so that a search finds the beginnings of them. Each change has few: parts of words, which the
-- lists find, would make an import twice as slow.
create function words_of(value text) returns text
  language sql immutable parallel safe strict
  return btrim(regexp_replace(findable(value), '[^[:alnum:]]+', ' ', 'g'));
create function words_sought(value text) returns tsquery
  language sql immutable parallel safe strict
  return to_tsquery('simple', replace(nullif(words_of(value), ''), ' ', ':* & ') || ':*');
alter table changes
  -- The access token's name of then; null: the person did it without one.
  add by_program text,
  add words tsvector not null generated always as (to_tsvector('simple',
    words_of(label || ' ' || coalesce(by_name, '') || ' ' || coalesce(by_email, '') || ' ' || coalesce(by_program, '')))) stored;
create index changes_by_words on changes using gin (words);

create function record_program() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  new.by_program := (select name from access_tokens where id = current_setting('app.access_token')::uuid);
  return new;
end $$;
create trigger record_program before insert on changes for each row
  when (current_setting('app.access_token', true) <> '') execute function record_program();

-- As with other lists of any size, row security would keep the index from being used (003-people-and-schools.sql). The condition is that of
-- the policy.
create view changes_for_super_admins with (security_barrier = false) as
  select id, at, by_id, by_name, by_email, by_program, subject, action, record_id, parent_id, label, before, after, words from changes
  where (select app_is_super_admin())
    and (subject not in ('round', 'keptBallot', 'import') or parent_id in (select app_schools()));
grant select on changes_for_super_admins to courtside_app;
