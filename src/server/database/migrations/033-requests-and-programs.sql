-- A program has nothing to do with who gets access: no request to join the school is shown to it. The server refuses these calls, and the
-- policies of the table refuse programs, which a function with its owner's rights passes by. It is as in 005-joining.sql, except for this.
create or replace function access_requests_to_decide()
  returns table (id uuid, user_id uuid, name text, email text, school_id uuid, school_name text, note text,
    confirmed_by text, created_at timestamptz)
  language sql stable security definer set search_path = public, pg_temp as $$
  select r.id, u.id, u.name, u.email, s.id, s.name, r.note, c.name, r.created_at
    from access_requests r join users u on u.id = r.user_id join schools s on s.id = r.school_id
    left join users c on c.id = r.confirmed_by
    where (app_is_super_admin() or r.school_id in (select app_primary_schools())) and not app_is_program()
    order by r.created_at, r.id
$$;
