-- Comments that come back with a deleted student, or with the ballots of an undone import, follow the corrected side of their round and the
-- corrected round of their ballot, too. They came back about the other side: the student no longer read them, and they stayed when the
-- student was anonymized. The triggers are those of 010-ballots.sql.
create function swap_comments_of(school uuid, ballots uuid[]) returns void language plpgsql as $$
begin
  update ballot_scores set comments = swap_sides(comments) where ballot_id = any (ballots) and comments <> '{}';
  update deleted_rows d set rows = (
      select jsonb_agg(case when (row ->> 'ballot_id')::uuid = any (ballots)
          then jsonb_set(row, '{comments}', swap_sides(row -> 'comments')) else row end)
        from jsonb_array_elements(d.rows) row)
    from deleted_records r
    where r.record_id = d.record_id and r.school_id = school and d.table_name = 'ballot_scores'
      and exists (select from jsonb_array_elements(d.rows) row where (row ->> 'ballot_id')::uuid = any (ballots));
end $$;
revoke execute on function swap_comments_of(uuid, uuid[]) from public;

create or replace function swap_comments_of_round() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if not has_two_own_sides(old) and not has_two_own_sides(new) then
    perform swap_comments_of(new.school_id, array(
      select id from kept_ballots where round_id = new.id
      union
      select (ballot ->> 'id')::uuid
        from deleted_records r join deleted_rows d using (record_id) cross join jsonb_array_elements(d.rows) ballot
        where r.school_id = new.school_id and r.subject = 'import' and d.table_name = 'kept_ballots' and d.columns = '{}'
          and ballot ->> 'round_id' = new.id::text));
  end if;
  return null;
end $$;
create or replace function swap_comments_of_ballot() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if exists (select from rounds a cross join rounds b where a.id = old.round_id and b.id = new.round_id
      and a.side <> b.side and not has_two_own_sides(a) and not has_two_own_sides(b)) then
    perform swap_comments_of(new.school_id, array[new.id]);
  end if;
  return null;
end $$;

-- The history says that a school's sheets were restored with it, whichever edition is the newest: it said that somebody had saved that
-- edition. The function is as in 027-history-in-bulk.sql, except for this.
create or replace function complete_change() returns trigger language plpgsql as $$
begin
  -- A program did it for a person.
  if current_setting('app.access_token', true) <> '' then
    new.by_program := (select name from access_tokens where id = current_setting('app.access_token')::uuid);
  end if;
  -- Rows that a restore brings back were restored, not created. Each edition of a sheet is a row.
  if (new.action = 'create' or new.subject = 'sheet') and current_setting('app.restoring', true) = 'yes' then
    new.action := 'restore';
  end if;
  return new;
end $$;
