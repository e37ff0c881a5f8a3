-- A deleted record isn't restored while another one has its name, email address, person or number. The answer names that one, so that
-- somebody can change it first.

-- As in 014-deleted-records.sql. In addition, `outcome` is 'name taken', 'email taken', 'person taken' or 'number taken', by the record in
-- `needed`, or 'taken'.
create or replace function restore_deleted(of_record uuid, out outcome text, out needed text)
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  of_table text;
  rule text;
  keys text[];
  other jsonb;
begin
  perform from season_books b join deleted_records d using (school_id) where d.record_id = of_record for update of b;
  select r.outcome, r.needed into restore_deleted.outcome, restore_deleted.needed from restore_rows(of_record) r;
exception when unique_violation then
  get stacked diagnostics of_table = table_name, rule = constraint_name;
  select column_names(indrelid, indkey::int2[]) into keys from pg_index where indexrelid = rule::regclass;
  execute format('select to_jsonb(t) from deleted_rows d cross join jsonb_populate_recordset(null::%1$I, d.rows) c
      join %1$I t on (%2$s) = (%3$s) where d.record_id = $1 and d.table_name = %1$L and d.columns = ''{}'' limit 1',
    of_table, columns_of('t', keys), columns_of('c', keys)) into other using of_record;
  outcome := case
    when 'sort_name' = any (keys) then 'name taken'
    when 'email' = any (keys) then 'email taken'
    when 'user_id' = any (keys) then 'person taken'
    when 'number' = any (keys) then 'number taken'
    else 'taken' end;
  needed := case of_table
    when 'tournaments' then format('%s (%s)', other ->> 'name', other ->> 'season')
    when 'users' then other ->> 'email'
    when 'rounds' then (select format('Round %s, %s', r.number, t.name)
      from rounds r join tournaments t on t.id = r.tournament_id where r.id = (other ->> 'id')::uuid)
    when 'kept_ballots' then (select format('Ballot of judge %s, round %s, %s', b.number, r.number, t.name)
      from kept_ballots b join rounds r on r.id = b.round_id join tournaments t on t.id = r.tournament_id
      where b.id = (other ->> 'id')::uuid)
    else other ->> 'name' end;
end $$;
