-- The schema is a series of files that run in the order of their numbers, each once, in one transaction. Before the first release
-- they may be put in order again. From the first tag on, they never change: every change is a new file.

-- How names are stored, compared and found.
create extension if not exists pg_trgm;
create extension if not exists unaccent;

create domain trimmed_name as text
  check (value = btrim(value) and char_length(value) between 1 and 200 and value !~ '[[:cntrl:]]');

-- Without case and accents, so that "lukasz" finds "Łukasz". Lists are sorted by this.
create function searchable(value text) returns text
  language sql immutable parallel safe strict
  return lower(unaccent('unaccent'::regdictionary, value));

-- Also without apostrophes: "obrien", "o'brien" and "o’brien" all find O’Brien.
create function without_apostrophes(value text) returns text
  language sql immutable parallel safe strict
  return translate(value, '''’‘‛ʼʻʹ´`′', '');
create function findable(value text) returns text
  language sql immutable parallel safe strict
  return without_apostrophes(searchable(value));

-- Every change makes a new version of a row, so that a form that was read before somebody else's change is recognized.
create function stamp_change() returns trigger language plpgsql as $$
begin
  new.version := old.version + 1;
  new.updated_at := clock_timestamp();
  return new;
end $$;
