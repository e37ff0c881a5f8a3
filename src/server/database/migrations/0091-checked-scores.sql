-- A score changes by a correction and in no other way, and only check_ballot says that two people agree: the role of the
-- application can neither write scores or totals that are there, nor say who has checked, kept or corrected them.

-- How many of the ballot's 28 scores have the value that the person who asks gave them, by keeping the ballot or by a correction.
create function count_own_scores(ballot kept_ballots) returns integer language sql stable as $$
  select (case when ballot.kept_by = app_user_id() then 28 - (
      select count(distinct field) from score_corrections where ballot_id = ballot.id) else 0 end
    + (select count(*) from score_corrections c where c.ballot_id = ballot.id and c.by_id = app_user_id()
      and not exists (select from score_corrections later
        where later.ballot_id = c.ballot_id and later.field = c.field and later.at > c.at)))::integer
$$;

-- The correction itself changes the score, so neither can be there without the other.
create function apply_correction() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if current_setting('app.restoring', true) = 'yes' then
    return new;
  end if;
  -- Corrections and checks of one ballot wait for each other.
  perform from kept_ballots where id = new.ballot_id and school_id = new.school_id for update;
  select (scores ->> new.field)::smallint into new.before from ballot_scores
    where ballot_id = new.ballot_id and school_id = new.school_id;
  new.by_id := app_user_id();
  new.at := clock_timestamp();
  update ballot_scores set scores = scores || jsonb_build_object(new.field, new.after)
    where ballot_id = new.ballot_id and school_id = new.school_id;
  return new;
end $$;
create trigger apply_correction before insert on score_corrections for each row execute function apply_correction();

-- What two people agreed on is no longer what the ballot says once a score changes. Any other change of this table gives the ballot a
-- new version, so that an open form can't bring back comments that were deleted.
create or replace function add_up_scores() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  is_checked boolean := tg_op = 'UPDATE' and new.scores = old.scores;
begin
  if current_setting('app.restoring', true) is distinct from 'yes' then
    update kept_ballots b set
      p_total = (select coalesce(sum(value::int), 0) from jsonb_each_text(new.scores) where key like 'p%'),
      d_total = (select coalesce(sum(value::int), 0) from jsonb_each_text(new.scores) where key like 'd%'),
      unread = (select count(*) from jsonb_each_text(new.scores) where value is null),
      checked_by = case when is_checked then b.checked_by end,
      checked_at = case when is_checked then b.checked_at end
      where b.id = new.ballot_id;
  end if;
  return null;
end $$;

-- Compares 28 scores, typed without seeing the others, with those of the ballot as it is now. Nobody confirms a score that they gave
-- themselves: a person who corrected some in this check has confirmed the others (`checked_by` without `checked_at`), and the ballot
-- counts as checked by two once another person has confirmed those as well. `outcome`: 'missing', 'all own' or 'compared'.
create function check_ballot(school uuid, ballot uuid, typed jsonb, out outcome text, out differences jsonb, out is_checked boolean)
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  kept kept_ballots;
  own integer;
begin
  is_checked := false;
  differences := '[]';
  select * into kept from kept_ballots b
    where b.id = ballot and b.school_id = school and school in (select app_managed_schools()) for update;
  if not found then
    outcome := 'missing';
    return;
  end if;
  own := count_own_scores(kept);
  if own = 28 then
    outcome := 'all own';
    return;
  end if;
  outcome := 'compared';
  select coalesce(jsonb_agg(jsonb_build_object('field', cell.key, 'kept', cell.value)), '[]') into differences
    from ballot_scores x cross join jsonb_each(x.scores) cell
    where x.ballot_id = ballot and cell.value is distinct from typed -> cell.key;
  if differences = '[]' then
    is_checked := own = 0 or kept.checked_at is not null or coalesce(kept.checked_by <> app_user_id(), false);
    -- The person who has confirmed most scores is named.
    update kept_ballots set checked_by = case when own = 0 then app_user_id() else coalesce(checked_by, app_user_id()) end,
      checked_at = case when is_checked then now() end where id = ballot;
  end if;
end $$;
revoke execute on function check_ballot(uuid, uuid, jsonb) from public;
grant execute on function check_ballot(uuid, uuid, jsonb) to courtside_app;

revoke insert on kept_ballots, score_corrections, season_imports from courtside_app;
revoke update (checked_by, checked_at) on kept_ballots from courtside_app;
revoke update (scores), delete on ballot_scores from courtside_app;
drop policy delete_ on ballot_scores;
grant insert (id, school_id, round_id, number, judge, source, tab_margin, kept_by, import_id) on kept_ballots to courtside_app;
grant insert (ballot_id, school_id, field, after, reason) on score_corrections to courtside_app;
grant insert (id, school_id, file_name, by_id, joined_rounds) on season_imports to courtside_app;
drop policy create_ on kept_ballots;
create policy create_ on kept_ballots for insert to courtside_app
  with check (school_id in (select app_managed_schools()) and kept_by = (select app_user_id()) and keeps_ballots(school_id));
drop policy create_ on season_imports;
create policy create_ on season_imports for insert to courtside_app
  with check (school_id in (select app_managed_schools()) and by_id = (select app_user_id()));
