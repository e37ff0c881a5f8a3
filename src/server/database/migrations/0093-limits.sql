-- Two people who add to a full list at the same moment would each count without the other's rows. So each list has a lock: its table, and
-- the school or person it belongs to. It is held until the transaction ends.
create function lock_list(of_table text, owner uuid) returns void language sql as $$
  select pg_advisory_xact_lock(hashtextextended(of_table || ' ' || owner, 0))
$$;

-- Arguments: the limit, and the column with the list's owner.
create or replace function refuse_beyond_limit() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  max constant integer := tg_argv[0];
  owner_column constant text := tg_argv[1];
  counted integer;
  grown uuid;
begin
  if tg_table_name = 'access_requests' and current_setting('app.restoring', true) = 'yes' then
    -- A restored person may have asked other schools since.
    return null;
  end if;
  -- In one order, so that two statements don't wait for each other.
  for grown in execute format('select distinct %I from added order by 1', owner_column) loop
    perform lock_list(tg_table_name, grown);
    execute format('select count(*) from %I where %I = $1', tg_table_name, owner_column) into counted using grown;
    if counted > max then
      raise exception 'a list has at most % %', max, tg_table_name using errcode = 'CS002';
    end if;
  end loop;
  return null;
end $$;

do $$
declare limited record;
begin
  for limited in select * from (values
      ('users_schools', 2000, 'school_id'), ('teams', 2000, 'school_id'), ('students', 2000, 'school_id'),
      ('tournaments', 2000, 'school_id'), ('rounds', 5000, 'school_id'), ('kept_ballots', 10000, 'school_id'),
      ('season_imports', 1000, 'school_id'), ('invitations', 2000, 'school_id'), ('access_requests', 3, 'user_id')
    ) as t (name, max, owner) loop
    execute format('drop trigger if exists refuse_beyond_limit on %I', limited.name);
    execute format('create trigger refuse_beyond_limit after insert on %I referencing new table as added
      for each statement execute function refuse_beyond_limit(%L, %L)', limited.name, limited.max, limited.owner);
  end loop;
end $$;
drop trigger refuse_many on access_requests;
drop function refuse_many_requests();

-- A ballot's corrections have an end, too. They already wait for each other.
create or replace function apply_correction() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare max constant integer := 200;
begin
  if current_setting('app.restoring', true) = 'yes' then
    return new;
  end if;
  -- Corrections and checks of one ballot wait for each other.
  perform from kept_ballots where id = new.ballot_id and school_id = new.school_id for update;
  if (select count(*) from score_corrections where ballot_id = new.ballot_id) >= max then
    raise exception 'a ballot has at most % corrections', max using errcode = 'CS002';
  end if;
  select (scores ->> new.field)::smallint into new.before from ballot_scores
    where ballot_id = new.ballot_id and school_id = new.school_id;
  new.by_id := app_user_id();
  new.at := clock_timestamp();
  update ballot_scores set scores = scores || jsonb_build_object(new.field, new.after)
    where ballot_id = new.ballot_id and school_id = new.school_id;
  return new;
end $$;

-- Rate limits, counted like failed sign-ins: how often the person who calls has done something since the window began.
create function count_use(what text, max integer, per interval) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
declare counted integer;
begin
  -- A window that ends later than any can is from before the database's clock was set back.
  insert into sign_in_failures as f (key, failures, window_ends) values (what || ' ' || app_user_id(), 1, now() + per)
    on conflict (key) do update set
      failures = case when f.window_ends between now() and now() + per then f.failures + 1 else 1 end,
      window_ends = case when f.window_ends between now() and now() + per then f.window_ends else excluded.window_ends end
    returning failures into counted;
  if counted > max then
    raise exception '% more than % times in %', what, max, per using errcode = 'CS004';
  end if;
end $$;
revoke execute on function count_use(text, integer, interval) from public;

-- Someone can withdraw a request, and ask again. Each request is seen at the school, so nobody sends many.
drop policy delete_ on access_requests;
create policy delete_ on access_requests for delete to courtside_app
  using ((select app_is_super_admin()) or school_id in (select app_primary_schools()) or user_id = (select app_user_id()));
create function count_request() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if app_user_id() is not null and current_setting('app.restoring', true) is distinct from 'yes' then
    perform count_use('access requests of', 10, '1 day');
  end if;
  return null;
end $$;
create trigger count_request after insert on access_requests for each row execute function count_request();

-- A few schools whose name contains the text, for choosing one to join. It takes three letters, returns at most five, and answers each
-- person only so often, so that nobody collects the names of all schools by it.
create or replace function schools_named(wanted text) returns table (id uuid, name text, short_name text)
  language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
begin
  if not app_is_signed_in() or char_length(btrim(wanted)) < 3 then
    return;
  end if;
  perform count_use('school searches of', 100, '1 day');
  return query select s.id, s.name::text, s.short_name::text from schools s
    where s.search like '%' || regexp_replace(findable(btrim(wanted)), '([\\%_])', '\\\1', 'g') || '%'
      and s.id not in (select app_schools())
    order by s.sort_name, s.id limit 5;
end $$;
