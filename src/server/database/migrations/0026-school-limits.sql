-- A school's lists are read whole, so they have an end: nobody adds beyond it. What is there already stays.
create function refuse_beyond_limit() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  max constant integer := 2000;
  counted integer;
  grown uuid;
begin
  for grown in select distinct school_id from added loop
    execute format('select count(*) from %I where school_id = $1', tg_table_name) into counted using grown;
    if counted > max then
      raise exception 'a school has at most % %', max, tg_table_name using errcode = 'CS002';
    end if;
  end loop;
  return null;
end $$;

do $$
declare limited text;
begin
  foreach limited in array array['users_schools', 'teams', 'students', 'tournaments'] loop
    execute format('create trigger refuse_beyond_limit after insert on %I referencing new table as added
      for each statement execute function refuse_beyond_limit()', limited);
  end loop;
end $$;
