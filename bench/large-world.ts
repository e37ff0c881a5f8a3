// Fills a migrated PostgreSQL database with any number of users, a school per ten users, and an assignment per user. Each
// school has one Primary Admin and two Admins; a seventh of the users never signed in, and a twentieth of the schools is premium.
import { Client } from 'pg';

export async function fillLargeWorld(url: string, users: number): Promise<void> {
  const schools = users / 10;
  const filling = new Client({ connectionString: url });
  await filling.connect();
  // Skips the history and the limits of generated records, which would be most of the work.
  await filling.query(`
    begin;
    alter table users disable trigger record_new;
    alter table schools disable trigger record_new;
    alter table users_schools disable trigger record_new, disable trigger refuse_beyond_limit;
    insert into users (email, name, last_sign_in)
      select 'user' || n || '@school' || n % ${schools} || '.test',
        (array['Łukasz', 'Zoë', 'Ana', 'Björn', 'Chidi', 'Mei'])[1 + n % 6] || ' ' || md5(n::text),
        case when n % 7 > 0 then now() - n % 700 * interval '1 day' end
      from generate_series(1, ${users}) n;
    insert into schools (name, short_name, is_premium)
      select 'School ' || md5(n::text), 'S' || n, n % 20 = 0 from generate_series(1, ${schools}) n;
    insert into users_schools (user_id, school_id, role)
      select u.id, s.id, (array['primary', 'admin', 'admin', 'viewer'])[least(4, 1 + (u.r / ${schools} + u.r) % 10)]
      from (select id, row_number() over () r from users where email like 'user%') u
      join (select id, row_number() over () r from schools where name like 'School %') s on s.r = 1 + u.r % ${schools};
    alter table users enable trigger record_new;
    alter table schools enable trigger record_new;
    alter table users_schools enable trigger record_new, enable trigger refuse_beyond_limit;
    commit;
  `);
  await filling.query('vacuum analyze');
  await filling.end();
}

/** Makes one user a signed-in database manager and returns the session cookie. */
export async function signInManager(url: string): Promise<{ userId: string; cookie: { name: string; value: string } }> {
  const client = new Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ id: string }>('select id from users limit 1');
  const userId = rows[0]?.id ?? '';
  const token = 'a-token-for-measuring';
  await client.query('insert into super_admins (user_id, db_manager) values ($1, true)', [userId]);
  await client.query(
    `insert into sessions (user_id, token_hash, expires_at) values ($1, sha256($2), now() + interval '5 days')`,
    [userId, token],
  );
  await client.end();
  return { userId, cookie: { name: 'courtside', value: token } };
}
