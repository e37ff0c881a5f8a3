-- The history has rounds and kept ballots of every school. Super admins read those of their own schools only, as with the
-- rounds and ballots themselves.
drop policy read on changes;
create policy read on changes for select to courtside_app
  using ((select app_is_super_admin())
    and (subject not in ('round', 'keptBallot') or parent_id in (select app_schools())));

-- An import names the students of rounds that have no line-up. Undoing it takes back those that nobody has changed since.
alter table round_parts
  add import_id uuid,
  add foreign key (import_id, school_id) references season_imports (id, school_id) on delete set null (import_id);
create index round_parts_by_import on round_parts (import_id) where import_id is not null;

-- Who handed a ballot over is an account that the school's staff can't see. That it was handed over is theirs to know.
alter table kept_ballots add handed_over boolean not null default false;
update kept_ballots b set handed_over = true
  where round_id is null or kept_by in (select user_id from super_admins)
    and not exists (select from users_schools m where m.user_id = b.kept_by and m.school_id = b.school_id);

create or replace function hand_over_ballot(ballot uuid, school uuid, judge text, source text, scores jsonb) returns boolean
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if not app_is_super_admin() or not keeps_ballots(school) then
    raise exception 'only a super admin hands over ballots, and only to a school that keeps them' using errcode = '42501';
  end if;
  insert into kept_ballots (id, school_id, judge, source, kept_by, handed_over)
    values (ballot, school, judge, source, app_user_id(), true) on conflict (id) do nothing;
  if found then
    insert into ballot_scores (ballot_id, school_id, scores) values (ballot, school, scores);
    return true;
  end if;
  return exists (select from kept_ballots b where b.id = ballot and b.school_id = school and b.kept_by = app_user_id());
end $$;
