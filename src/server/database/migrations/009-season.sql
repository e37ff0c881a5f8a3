-- The season book: a school's rounds, with who played which part. All members read rounds; only staff reads who played which part.
-- Super admins know which schools keep ballots, and read none of this.

-- The row of season_books is the lock of a school's season. Calls that add, move or delete rounds and ballots share it; undoing an
-- import and deleting everything hold it alone. So what they delete is what they have read, and a school that keeps no ballots has
-- none. A school without the row has neither imports nor ballots.
create table season_books (
  school_id uuid primary key references schools on delete cascade,
  keeps_ballots boolean not null default false,
  -- Everything kept is deleted after this day.
  keep_until date,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- Whether the school's staff may make links to students' cards (024-student-links.sql).
  shares_cards boolean not null default false
);
create trigger stamp_change before update on season_books for each row execute function stamp_change();
alter table season_books enable row level security;
grant select, insert, update (keeps_ballots, keep_until, shares_cards), delete on season_books to courtside_app;
create policy read on season_books for select to courtside_app
  using ((select app_is_super_admin()) or school_id in (select app_schools()));
create policy create_ on season_books for insert to courtside_app with check (school_id in (select app_primary_schools()));
create policy update_ on season_books for update to courtside_app using (school_id in (select app_primary_schools()));
create policy delete_ on season_books for delete to courtside_app using (school_id in (select app_primary_schools()));

-- Admins may not change the row, and so couldn't lock it with their own rights.
create function share_season_book(school uuid) returns void language sql security definer set search_path = public, pg_temp as $$
  select from season_books b
    where b.school_id = school and (app_is_super_admin() or school in (select app_managed_schools())) for share
$$;
create function hold_season_book(school uuid) returns void language sql security definer set search_path = public, pg_temp as $$
  select from season_books b
    where b.school_id = school and (app_is_super_admin() or school in (select app_managed_schools())) for update
$$;
revoke execute on function share_season_book(uuid), hold_season_book(uuid) from public;
grant execute on function share_season_book(uuid), hold_season_book(uuid) to courtside_app;

-- Reads the newest committed row, and waits for a change of it: in a stable function, a ballot could be kept after the book is gone.
create function keeps_ballots(school uuid) returns boolean language sql volatile security definer
  set search_path = public, pg_temp
  as $$ select exists (select from season_books b where b.school_id = school and b.keeps_ballots for share) $$;
create table rounds (
  id uuid primary key default gen_random_uuid(),
  school_id uuid not null references schools on delete cascade,
  tournament_id uuid not null,
  team_id uuid,
  number smallint not null check (number between 1 and 20),
  side text not null check (side in ('p', 'd')),
  opponent text not null default ''
    check (opponent = btrim(opponent) and char_length(opponent) <= 200 and opponent !~ '[[:cntrl:]]'),
  outcome text not null default 'played' check (outcome in ('played', 'bye', 'forfeit won', 'forfeit lost')),
  case_id uuid references cases on delete set null,
  -- Two teams of the school meet: the D side's round names the P side's, which has the ballots of both.
  shared_with uuid,
  import_id uuid,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (id, school_id),
  unique (tournament_id, team_id, number),
  check (shared_with is null or side = 'd'),
  foreign key (tournament_id, school_id) references tournaments (id, school_id) on delete cascade,
  foreign key (team_id, school_id) references teams (id, school_id) on delete set null (team_id),
  foreign key (shared_with, school_id) references rounds (id, school_id) on delete set null (shared_with),
  foreign key (import_id, school_id) references season_imports (id, school_id) on delete set null (import_id)
);
create index rounds_by_school on rounds (school_id, tournament_id);
create index rounds_by_team on rounds (team_id, school_id);
create index rounds_by_case on rounds (case_id) where case_id is not null;
create index rounds_by_shared on rounds (shared_with) where shared_with is not null;
create index rounds_by_import on rounds (import_id) where import_id is not null;
create trigger stamp_change before update on rounds for each row
  when (old.import_id is not distinct from new.import_id and pg_trigger_depth() = 0
    and current_setting('app.restoring', true) is distinct from 'yes') execute function stamp_change();
create trigger refuse_beyond_limit after insert on rounds referencing new table as added
  for each statement execute function refuse_beyond_limit(5000, 'school_id');
alter table rounds enable row level security;
grant select, insert, update (tournament_id, team_id, number, side, opponent, outcome, case_id, shared_with), delete
  on rounds to courtside_app;
create policy read on rounds for select to courtside_app using (school_id in (select app_schools()));
create policy create_ on rounds for insert to courtside_app with check (school_id in (select app_managed_schools()));
create policy update_ on rounds for update to courtside_app using (school_id in (select app_managed_schools()));
create policy delete_ on rounds for delete to courtside_app using (school_id in (select app_managed_schools()));

create table round_parts (
  round_id uuid not null,
  part text not null check (is_part(part)),
  school_id uuid not null,
  -- Without the student, the part and its scores stay.
  student_id uuid,
  -- The witness who is played, or crossed.
  witness_id uuid references witnesses on delete set null,
  -- The import that named the student. Undoing it removes the students whom nobody has changed since.
  import_id uuid,
  primary key (round_id, part),
  foreign key (round_id, school_id) references rounds (id, school_id) on delete cascade,
  foreign key (student_id, school_id) references students (id, school_id) on delete set null (student_id),
  foreign key (import_id, school_id) references season_imports (id, school_id) on delete set null (import_id)
);
create index round_parts_by_student on round_parts (student_id) where student_id is not null;
create index round_parts_by_witness on round_parts (witness_id) where witness_id is not null;
create index round_parts_by_import on round_parts (import_id) where import_id is not null;
alter table round_parts enable row level security;
grant select, insert, update (student_id, witness_id), delete on round_parts to courtside_app;
create policy read on round_parts for select to courtside_app using (school_id in (select app_managed_schools()));
create policy create_ on round_parts for insert to courtside_app with check (school_id in (select app_managed_schools()));
create policy update_ on round_parts for update to courtside_app using (school_id in (select app_managed_schools()));
create policy delete_ on round_parts for delete to courtside_app using (school_id in (select app_managed_schools()));

-- A witness who is being deleted is emptied in the parts of rounds. A line-up locks its parts, so it locks its witnesses before: otherwise
-- each could wait for the other.
create function hold_witnesses(ids uuid[]) returns void language sql security definer set search_path = public, pg_temp as $$
  select from witnesses where id = any (ids) order by id for key share
$$;
revoke execute on function hold_witnesses(uuid[]) from public;
grant execute on function hold_witnesses(uuid[]) to courtside_app;
