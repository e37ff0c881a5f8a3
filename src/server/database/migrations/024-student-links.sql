-- A link by which somebody without an account sees the card of one student in one season: the student, or a parent. Only the SHA-256
-- hash of its token is stored. The school's staff make links while its Primary Admin allows them, and switching them off ends all.

create table student_links (
  id uuid primary key default gen_random_uuid(),
  -- With the season book, whatever it allows and shows is gone.
  school_id uuid not null references season_books on delete cascade,
  student_id uuid not null,
  season text not null check (season ~ '^\d{4}-\d{2}$'),
  token_hash bytea not null unique check (octet_length(token_hash) = 32),
  made_by uuid references users on delete set null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null check (expires_at <= created_at + interval '1 year'),
  last_opened_at timestamptz,
  foreign key (student_id, school_id) references students (id, school_id) on delete cascade
);
create index student_links_by_school on student_links (school_id);
create index student_links_by_student on student_links (student_id);
create index student_links_by_maker on student_links (made_by) where made_by is not null;
create index student_links_by_end on student_links (expires_at);
create trigger refuse_beyond_limit after insert on student_links referencing new table as added
  for each statement execute function refuse_beyond_limit(2000, 'school_id');

-- Reads the newest committed row, and waits for a change of it, as keeps_ballots does: in a stable function, a link could be made
-- after links were switched off.
create function shares_cards(school uuid) returns boolean language sql volatile security definer
  set search_path = public, pg_temp
  as $$ select exists (select from season_books b where b.school_id = school and b.shares_cards for share) $$;
revoke execute on function shares_cards(uuid) from public;
grant execute on function shares_cards(uuid) to courtside_app;

alter table student_links enable row level security;
grant select (id, school_id, student_id, season, made_by, created_at, expires_at, last_opened_at),
  insert (school_id, student_id, season, token_hash, made_by, expires_at), delete on student_links to courtside_app;
create policy read on student_links for select to courtside_app using (school_id in (select app_managed_schools()));
create policy create_ on student_links for insert to courtside_app
  with check (school_id in (select app_managed_schools()) and made_by = (select app_user_id()) and shares_cards(school_id));
create policy delete_ on student_links for delete to courtside_app using (school_id in (select app_managed_schools()));
create policy not_by_programs on student_links as restrictive to courtside_app using (not (select app_is_program()));

create function end_student_links() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from student_links where school_id = new.school_id;
  return null;
end $$;
create trigger end_student_links after update of shares_cards on season_books for each row
  when (old.shares_cards and not new.shares_cards) execute function end_student_links();

-- Opening a card changes its link too, and is not announced: visitors would have every open tab of the school load again.
create trigger tell_new after insert on student_links referencing new table as changed
  for each statement execute function tell_change('studentLink', 'school_id', 'id');
create trigger tell_gone after delete on student_links referencing old table as changed
  for each statement execute function tell_change('studentLink', 'school_id', 'id');

-- The history says who made and who ended a link to whose card, beside the student's own changes. It never contains the link, and forgets
-- the name with the student (016-forgetting.sql).
create function record_student_link() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  link student_links := coalesce(new, old);
  details jsonb := jsonb_build_object('season', link.season, 'expires_on', (link.expires_at at time zone 'UTC')::date);
begin
  insert into changes (by_id, by_name, by_email, subject, action, record_id, parent_id, label, before, after)
    select app_user_id(), person.name, person.email, 'studentLink', case tg_op when 'INSERT' then 'create' else 'delete' end,
      link.student_id, link.school_id, coalesce((select name from students where id = link.student_id), 'Deleted student'),
      case tg_op when 'DELETE' then details end, case tg_op when 'INSERT' then details end
    from (select app_user_id() as id) asker left join users person on person.id = asker.id;
  return null;
end $$;
create trigger record_change after insert or delete on student_links for each row execute function record_student_link();

-- What the holder of a link reads. These two functions are the only way from a token to a card, and return nothing for a link that has
-- ended. They are called with the rights of a visitor, who can read nothing else: no other student, team or ballot. Comments are left
-- out: they are free text, and may name others.
create function open_student_link(hash bytea, network text)
  returns table (school_id uuid, school text, student_id uuid, name text, season text, expires_at timestamptz)
  language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
begin
  perform count_use_of('student cards ' || network, 300, '15 minutes');
  -- Staff learn when a card was last seen, not how often; and two people who open one link at once don't wait for each other.
  update student_links set last_opened_at = now() where id = (select id from student_links
    where token_hash = hash and expires_at > now() and coalesce(last_opened_at < now() - interval '1 minute', true)
    for no key update skip locked);
  return query select l.school_id, c.name::text, l.student_id, s.name::text, l.season, l.expires_at
    from student_links l join season_books b on b.school_id = l.school_id and b.shares_cards
      join schools c on c.id = l.school_id join students s on s.id = l.student_id
    where l.token_hash = hash and l.expires_at > now();
end $$;
create function scores_by_link(hash bytea)
  returns table (sheet_id text, sheet_title text, tournament text, season text, round_id uuid, round smallint, side text, ballot_id uuid,
    judge_number smallint, part text, field text, label text, role text, min integer, max integer, score smallint, ballot_mean float8,
    opponent smallint, rank smallint, rank_of text)
  language sql stable security definer set search_path = public, pg_temp as $$
  select b.sheet_id, newest_title(b.sheet_id), t.name, t.season, r.id, r.number, r.side, own.ballot_id, own.judge_number, own.part,
      own.field, own.label, own.role, own.min, own.max, own.score, own.ballot_mean, own.opponent, own.rank, own.rank_of
    from student_links l join season_books s on s.school_id = l.school_id and s.shares_cards
      cross join lateral scores_of_student(l.student_id) own
      join kept_ballots b on b.id = own.ballot_id
      join rounds r on r.id = own.round_id join tournaments t on t.id = r.tournament_id and t.season = l.season
    where l.token_hash = hash and l.expires_at > now()
    order by t.starts_on, t.sort_name, r.number, own.judge_number, own.part, own.field
$$;
revoke execute on function open_student_link(bytea, text), scores_by_link(bytea) from public;
grant execute on function open_student_link(bytea, text), scores_by_link(bytea) to courtside_app;
