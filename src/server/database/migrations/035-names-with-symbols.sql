-- A database that sorts with ICU takes “+” and “|” for letters of a word, and a name's pattern was then no pattern. Each such character is
-- now itself. The function is as in 016-forgetting.sql, except for this.
create or replace function name_pattern(names text[]) returns text language sql immutable as $$
  select '(?<![[:alnum:]])(' || string_agg(array_to_string(ordered, '[[:space:][:punct:]]{0,3}'), '|') || ')(?![[:alnum:]])'
    from unnest(names) name
      cross join lateral (select array(
        select regexp_replace(word, '[^[:alnum:]]', '\\\&', 'g')
          from regexp_split_to_table(name, '[[:space:][:punct:]]+') with ordinality split (word, place)
          where word <> '' order by place) as words) split
      cross join lateral (values (words), (words[array_length(words, 1):] || words[:array_length(words, 1) - 1])) orders (ordered)
    where words <> '{}'
$$;
