-- Whether anything belongs to a record. An addition is undone only while nothing does. This looks past row security: a
-- super admin sees no rounds, and must not delete a tournament that has some.
create function is_in_use(of_subject text, record uuid) returns boolean language sql stable security definer
  set search_path = public, pg_temp as $$
  select case of_subject
    when 'school' then
      exists (select from users_schools where school_id = record) or exists (select from teams where school_id = record)
      or exists (select from students where school_id = record) or exists (select from tournaments where school_id = record)
      or exists (select from invitations where school_id = record) or exists (select from access_requests where school_id = record)
      or exists (select from season_books where school_id = record) or exists (select from try_outs where school_id = record)
    when 'case' then
      exists (select from witnesses where case_id = record) or exists (select from tournaments where case_id = record)
      or exists (select from rounds where case_id = record)
    when 'team' then
      exists (select from students where team_id = record) or exists (select from rounds where team_id = record)
      or exists (select from saved_line_ups where team_id = record)
    when 'student' then
      exists (select from round_parts where student_id = record) or exists (select from saved_line_up_parts where student_id = record)
      or is_ranked(record)
    when 'tournament' then exists (select from rounds where tournament_id = record)
    else false
  end
$$;
