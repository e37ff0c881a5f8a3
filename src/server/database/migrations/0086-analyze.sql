-- After a large import, the statistics by which PostgreSQL plans can describe a season book that is nearly empty until autovacuum
-- comes by. Only the owner of a table may analyze it. A table that somebody else is analyzing or vacuuming is left out.
create function analyze_season_book(added integer) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  grown text;
begin
  for grown in select relname from pg_class
    where relnamespace = 'public'::regnamespace and reltuples < 10 * added
      and relname in ('students', 'tournaments', 'rounds', 'round_parts', 'kept_ballots', 'ballot_scores')
  loop
    execute format('analyze (skip_locked) %I', grown);
  end loop;
end $$;
revoke execute on function analyze_season_book(integer) from public;
grant execute on function analyze_season_book(integer) to courtside_app;
