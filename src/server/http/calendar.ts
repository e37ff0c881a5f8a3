// A school's tournaments as an iCalendar feed (RFC 5545), for everybody who has the school's calendar link.
import { Hono } from 'hono';
import ical from 'ical-generator';
import { sql } from 'kysely';
import type { Side } from '#ballot/form.ts';
import type { Outcome } from '#contract/words.ts';
import type { Database } from '../database/database.ts';
import type { Settings } from '../settings.ts';
import { storedHash } from '../sign-in/sessions.ts';
import { openSlots } from './call-slots.ts';
import { clientOf } from './client-address.ts';
import type { Env } from './every-answer.ts';

/** How long calendars may wait before they ask again. */
const REFRESH_SECONDS = 3600;
const DAY_MS = 86_400_000;
/** Feeds that are made at once. A large one takes as long as many calls, which must come in between. */
const MAX_FEEDS = 10;

type Round = { number: number; side: Side; outcome: Outcome; team: string | null; opponent: string };
type Tournament = {
  id: string;
  name: string;
  startsOn: string;
  endsOn: string | null;
  place: string | null;
  case: string | null;
  rounds: Round[];
};
type School = { name: string; tournaments: Tournament[] };

/** The school of a link, with its tournaments that have a date. The feed contains no student's name. */
async function schoolOf({ owner }: Database, token: string): Promise<School | undefined> {
  const { rows } = await sql<School>`
    select schools.name, (
      select coalesce(json_agg(json_build_object('id', t.id, 'name', t.name, 'startsOn', t.starts_on, 'endsOn', t.ends_on,
          'place', t.place, 'case', cases.name, 'rounds', (
            select coalesce(json_agg(json_build_object('number', r.number, 'side', r.side, 'outcome', r.outcome, 'team', teams.name,
                'opponent', coalesce(opponents.name, r.opponent)) order by r.number, teams.sort_name), '[]')
              from rounds r left join teams on teams.id = r.team_id
                -- Where two of the school's teams met.
                left join rounds other on other.tournament_id = r.tournament_id and other.id <> r.id
                  and coalesce(other.shared_with, other.id) = coalesce(r.shared_with, r.id)
                left join teams opponents on opponents.id = other.team_id
              where r.tournament_id = t.id)) order by t.starts_on, t.sort_name), '[]')
        from tournaments t left join cases on cases.id = t.case_id
        where t.school_id = schools.id and t.starts_on is not null) as tournaments
      from calendar_links join schools on schools.id = school_id where token_hash = ${storedHash(token)}`.execute(
    owner,
  );
  return rows[0];
}

/** "Round 2: Alder A (P) against 1715". */
function roundLine({ number, side, opponent, outcome, team }: Round): string {
  const who = `${team ?? 'A deleted team'} (${side.toUpperCase()})`;
  if (outcome === 'bye') return `Round ${number}: ${who} has a bye`;
  return `Round ${number}: ${who}${opponent === '' ? '' : ` against ${opponent}`}`;
}

const linesOf = ({ case: caseName, rounds }: Tournament): string[] => [
  ...(caseName === null ? [] : [`Case: ${caseName}`]),
  ...rounds.map(roundLine),
];

function calendarOf({ name, tournaments }: School, settings: Settings): string {
  const feed = ical({ name: `${name}: tournaments`, prodId: '//Courtside//Tournaments//EN', ttl: REFRESH_SECONDS });
  for (const tournament of tournaments) {
    const start = new Date(tournament.startsOn);
    const last = new Date(tournament.endsOn ?? start);
    feed.createEvent({
      // Stays the same, so that a calendar changes its entry in place of adding another.
      id: `${tournament.id}@courtside`,
      summary: tournament.name,
      allDay: true,
      start,
      // The end of an iCalendar event is the first day after it.
      end: new Date(last.getTime() + DAY_MS),
      location: tournament.place,
      description: linesOf(tournament).join('\n'),
      url:
        settings.PUBLIC_URL === undefined
          ? null
          : new URL(`/season/tournaments/${tournament.id}`, settings.PUBLIC_URL).href,
    });
  }
  return feed.toString();
}

export function calendarFeed(database: Database, settings: Settings) {
  const slots = openSlots(MAX_FEEDS);
  const app = new Hono<Env>();
  app.get('/calendar/*', async (c) => {
    const [, token] = /^\/calendar\/([\w-]{43})\.ics$/.exec(c.req.path) ?? [];
    using slot = slots.take(clientOf(c, settings).network);
    const school = token && (await schoolOf(database, token));
    if (!school) return c.text('This calendar link has ended. Ask your school for a new one.', 404);
    const feed = calendarOf(school, settings);
    return c.body(feed, 200, {
      'content-type': 'text/calendar; charset=utf-8',
      'content-disposition': 'inline; filename="courtside.ics"',
    });
  });
  return app;
}
