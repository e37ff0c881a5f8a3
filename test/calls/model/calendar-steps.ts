// The calendar link: made, replaced by a new one, ended, and read by a calendar.
import fc from 'fast-check';
import ICAL from 'ical.js';
import { expect } from 'vitest';
import { refused } from '../refused.ts';
import { endLinks } from './links.ts';
import { commandOf, pick } from './step.ts';
import { otherTeamsRound, staffOf, type Round, type Truth } from './truth.ts';
import { callsBy, visitor } from './world.ts';

const nat = fc.nat(99);
const hasLink = ({ calendars }: Truth): boolean => calendars.some(({ isEnded }) => !isEnded);

export const makeCalendarLink = commandOf({
  picks: fc.record({ who: nat }),
  when: (truth) => staffOf(truth).length > 0,
  recorded: ['create calendarLink', 'update calendarLink'],
  does: async ({ world, truth, say }, picks) => {
    const who = pick(staffOf(truth), picks.who);
    say(`${who} makes a ${hasLink(truth) ? 'new ' : ''}calendar link`);
    const { token } = await callsBy(world, truth, who).calendarLinks.make({ schoolId: world.schoolId });
    endLinks(truth.calendars);
    truth.calendars.push({ token, isEnded: false });
  },
});

export const endCalendarLink = commandOf({
  picks: fc.record({ who: nat }),
  when: (truth) => staffOf(truth).length > 0,
  recorded: ['delete calendarLink'],
  does: async ({ world, truth, say }, picks) => {
    const who = pick(staffOf(truth), picks.who);
    say(`${who} ends the calendar link`);
    const { calendarLinks } = callsBy(world, truth, who);
    const { schoolId } = world;
    expect((await calendarLinks.ofSchool({ schoolId })) !== null).toBe(hasLink(truth));
    expect((await refused(calendarLinks.end({ schoolId }))).code).toBe(hasLink(truth) ? 'none' : 'NOT_FOUND');
    endLinks(truth.calendars);
  },
});

const teamOf = ({ teams }: Truth, round: Round | undefined): string | undefined => teams.get(round?.teamId ?? '');
function lineOf(truth: Truth, round: Round): string {
  const opponent = teamOf(truth, otherTeamsRound(truth, round));
  const against = opponent === undefined ? '' : ` against ${opponent}`;
  return `Round ${round.number}: ${teamOf(truth, round) ?? 'A deleted team'} (${round.side.toUpperCase()})${against}`;
}

export const readCalendar = commandOf({
  picks: fc.record({ link: nat }),
  when: (truth) => truth.calendars.length > 0,
  does: async ({ world, truth, say }, { link }) => {
    const { token, isEnded } = pick(truth.calendars.slice(-3), link);
    say(`A calendar reads ${isEnded ? 'a link that has ended' : 'the calendar link'}`);
    const answer = await visitor(world).request(`/calendar/${token}.ics`);
    expect(answer.status).toBe(isEnded ? 404 : 200);
    if (isEnded) return;
    const events = new ICAL.Component(ICAL.parse(await answer.text())).getAllSubcomponents('vevent');
    const shown = events.map((event) => {
      const { summary, description } = new ICAL.Event(event);
      const lines = (description ?? '').split('\n').filter((line) => line.startsWith('Round'));
      return JSON.stringify([summary, lines.toSorted()]);
    });
    const expected = [...truth.tournaments.values()].flatMap(({ id, name, isDated }) => {
      const rounds = [...truth.rounds.values()].filter(({ tournamentId }) => tournamentId === id);
      return isDated ? [JSON.stringify([name, rounds.map((round) => lineOf(truth, round)).toSorted()])] : [];
    });
    expect(shown.toSorted(), 'the calendar').toEqual(expected.toSorted());
  },
});
