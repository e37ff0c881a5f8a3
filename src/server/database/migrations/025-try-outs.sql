-- Try-outs: candidates who are no students yet, and what each rater thinks of them. Raters don't see each other's scores until somebody
-- ends the rating, which is final. Everything is deleted after a day that staff choose (src/server/season/try-out-days.ts).
create table try_outs (
  id uuid primary key,
  school_id uuid not null references schools on delete cascade,
  name trimmed_name not null,
  -- The sheet with one side that raters fill in, as it was when the try-out began (src/ballot/sheet/sheet.ts).
  sheet jsonb not null check (jsonb_typeof(sheet) = 'object' and octet_length(sheet::text) <= 65536),
  delete_after date not null,
  ended_at timestamptz,
  created_at timestamptz not null default now(),
  check (delete_after <= (created_at at time zone 'UTC')::date + 366),
  unique (id, school_id)
);
create index try_outs_by_school on try_outs (school_id);
create index try_outs_by_day on try_outs (delete_after);
create trigger refuse_beyond_limit after insert on try_outs referencing new table as added
  for each statement execute function refuse_beyond_limit(50, 'school_id');

create table try_out_candidates (
  id uuid primary key default gen_random_uuid(),
  try_out_id uuid not null,
  school_id uuid not null,
  name trimmed_name not null,
  sort_name text collate "C" not null generated always as (searchable(name)) stored,
  -- Who was added to the roster. Deleting or anonymizing the student deletes the candidate's name here, too.
  student_id uuid,
  unique (try_out_id, sort_name),
  unique (id, try_out_id, school_id),
  foreign key (try_out_id, school_id) references try_outs (id, school_id) on delete cascade,
  foreign key (student_id, school_id) references students (id, school_id) on delete cascade
);
create index try_out_candidates_by_student on try_out_candidates (student_id) where student_id is not null;
create trigger refuse_beyond_limit after insert on try_out_candidates referencing new table as added
  for each statement execute function refuse_beyond_limit(200, 'try_out_id');

create table try_out_ratings (
  candidate_id uuid not null,
  rater_id uuid not null references users on delete cascade,
  try_out_id uuid not null,
  school_id uuid not null,
  -- Every score of the sheet, by its key.
  scores jsonb not null check (jsonb_typeof(scores) = 'object' and octet_length(scores::text) <= 8192),
  primary key (candidate_id, rater_id),
  foreign key (candidate_id, try_out_id, school_id) references try_out_candidates (id, try_out_id, school_id) on delete cascade
);
create index try_out_ratings_by_rater on try_out_ratings (rater_id);
create index try_out_ratings_by_try_out on try_out_ratings (try_out_id, candidate_id);

-- Reads the newest committed row, and waits for a change of it: a score that comes while somebody ends the try-out is either among those
-- that they see, or refused.
create function try_out_is_open(of_try_out uuid) returns boolean language sql volatile security definer
  set search_path = public, pg_temp
  as $$ select exists (select from try_outs t where t.id = of_try_out and t.ended_at is null for share) $$;
-- Who has rated how many candidates: whoever ends the try-out must know that, and it says nothing about anybody's scores.
create function try_out_progress(of_try_out uuid) returns table (id uuid, name text, rated integer)
  language sql stable security definer set search_path = public, pg_temp as $$
  select r.rater_id, u.name::text, count(*)::integer from try_out_ratings r join users u on u.id = r.rater_id
    where r.try_out_id = of_try_out and r.school_id in (select app_managed_schools()) and not app_is_program()
    group by r.rater_id, u.name
    order by searchable(u.name), r.rater_id
$$;
revoke execute on function try_out_is_open(uuid), try_out_progress(uuid) from public;
grant execute on function try_out_is_open(uuid), try_out_progress(uuid) to courtside_app;

alter table try_outs enable row level security;
grant select, insert (id, school_id, name, sheet, delete_after), update (ended_at), delete on try_outs to courtside_app;
create policy read on try_outs for select to courtside_app using (school_id in (select app_managed_schools()));
create policy create_ on try_outs for insert to courtside_app with check (school_id in (select app_managed_schools()));
create policy update_ on try_outs for update to courtside_app
  using (school_id in (select app_managed_schools()) and ended_at is null)
  with check (school_id in (select app_managed_schools()) and ended_at is not null);
create policy delete_ on try_outs for delete to courtside_app using (school_id in (select app_managed_schools()));

alter table try_out_candidates enable row level security;
grant select, insert (try_out_id, school_id, name), update (student_id), delete on try_out_candidates to courtside_app;
create policy read on try_out_candidates for select to courtside_app using (school_id in (select app_managed_schools()));
create policy create_ on try_out_candidates for insert to courtside_app
  with check (school_id in (select app_managed_schools()) and try_out_is_open(try_out_id));
create policy update_ on try_out_candidates for update to courtside_app using (school_id in (select app_managed_schools()));
create policy delete_ on try_out_candidates for delete to courtside_app using (school_id in (select app_managed_schools()));

alter table try_out_ratings enable row level security;
grant select, insert, update (scores) on try_out_ratings to courtside_app;
create policy read on try_out_ratings for select to courtside_app
  using (school_id in (select app_managed_schools()) and (rater_id = (select app_user_id())
    or exists (select from try_outs t where t.id = try_out_id and t.ended_at is not null)));
create policy create_ on try_out_ratings for insert to courtside_app
  with check (school_id in (select app_managed_schools()) and rater_id = (select app_user_id()) and try_out_is_open(try_out_id));
create policy update_ on try_out_ratings for update to courtside_app
  using (school_id in (select app_managed_schools()) and rater_id = (select app_user_id()))
  with check (school_id in (select app_managed_schools()) and rater_id = (select app_user_id()) and try_out_is_open(try_out_id));

do $$
declare
  told text[];
begin
  foreach told slice 1 in array array[['try_outs', 'id'], ['try_out_candidates', 'try_out_id'], ['try_out_ratings', 'try_out_id']] loop
    execute format('create policy not_by_programs on %I as restrictive to courtside_app using (not (select app_is_program()))', told[1]);
    execute format('create trigger tell_new after insert on %I referencing new table as changed
      for each statement execute function tell_change(''tryOut'', ''school_id'', %L)', told[1], told[2]);
    execute format('create trigger tell_changed after update on %I referencing new table as changed
      for each statement execute function tell_change(''tryOut'', ''school_id'', %L)', told[1], told[2]);
    execute format('create trigger tell_gone after delete on %I referencing old table as changed
      for each statement execute function tell_change(''tryOut'', ''school_id'', %L)', told[1], told[2]);
  end loop;
end $$;

-- The history says who began, ended and deleted a try-out. It names no candidate.
create function record_try_out() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  try_out try_outs := coalesce(new, old);
begin
  insert into changes (by_id, by_name, by_email, subject, action, record_id, parent_id, label)
    select app_user_id(), person.name, person.email, 'tryOut',
      case tg_op when 'INSERT' then 'create' when 'UPDATE' then 'update' else 'delete' end, try_out.id, try_out.school_id, try_out.name
    from (select app_user_id() as id) asker left join users person on person.id = asker.id;
  return null;
end $$;
create trigger record_change after insert or update or delete on try_outs for each row execute function record_try_out();
