// A school's tournaments as an iCalendar feed (RFC 5545), for everybody who has the school's calendar link.
import { Hono } from 'hono';
import ical from 'ical-generator';
import { sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { Database } from '../database/database.ts';
import type { Settings } from '../settings.ts';
import { storedHash } from '../sign-in/sessions.ts';
import { CallSlots } from './call-slots.ts';
import { clientOf } from './client-address.ts';
import type { Env } from './every-answer.ts';

/** How long calendars may wait before they ask again. */
const REFRESH_SECONDS = 3600;
const DAY_MS = 86_400_000;
/** Feeds that are made at once. A large one takes as long as many calls, which must come in between. */
const MAX_FEEDS = 10;

/** The school of a link, with its tournaments that have a date. The feed contains no student's name. */
const schoolOf = ({ owner }: Database, token: string) =>
  owner
    .selectFrom('calendarLinks')
    .innerJoin('schools', 'schools.id', 'calendarLinks.schoolId')
    .select((school) => [
      'schools.name',
      jsonArrayFrom(
        school
          .selectFrom('tournaments as t')
          .leftJoin('cases', 'cases.id', 't.caseId')
          .select((tournament) => [
            't.id',
            't.name',
            't.startsOn',
            't.endsOn',
            't.place',
            'cases.name as case',
            jsonArrayFrom(
              tournament
                .selectFrom('rounds as r')
                .leftJoin('teams', 'teams.id', 'r.teamId')
                // Where two of the school's teams met.
                .leftJoin('rounds as other', (join) =>
                  join
                    .onRef('other.tournamentId', '=', 'r.tournamentId')
                    .onRef('other.id', '!=', 'r.id')
                    .on(sql<boolean>`coalesce(other.shared_with, other.id) = coalesce(r.shared_with, r.id)`),
                )
                .leftJoin('teams as opponents', 'opponents.id', 'other.teamId')
                .select(['r.number', 'r.side', 'r.outcome', 'teams.name as team'])
                .select(({ fn }) => fn.coalesce('opponents.name', 'r.opponent').as('opponent'))
                .whereRef('r.tournamentId', '=', 't.id')
                .orderBy('r.number')
                .orderBy('teams.sortName'),
            ).as('rounds'),
          ])
          .whereRef('t.schoolId', '=', 'schools.id')
          .where('t.startsOn', 'is not', null)
          .orderBy('t.startsOn')
          .orderBy('t.sortName'),
      ).as('tournaments'),
    ])
    .where('tokenHash', '=', storedHash(token))
    .executeTakeFirst();

type School = NonNullable<Awaited<ReturnType<typeof schoolOf>>>;
type Tournament = School['tournaments'][number];
type Round = Tournament['rounds'][number];

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
    const start = new Date(tournament.startsOn ?? '');
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
  const slots = new CallSlots(MAX_FEEDS);
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
