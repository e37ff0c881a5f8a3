// Tournaments: added, moved to another season, scored on another sheet, and deleted. And the school’s own sheets.
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { expect } from 'vitest';
import type { SheetRef } from '#ballot/sheet/sheet.ts';
import type { Calls } from '#contract/index.ts';
import { refused } from '../refused.ts';
import { allSheets, ownSheet, sheetOf } from './scores.ts';
import { FIRST_DAY, SEASONS } from './season.ts';
import { commandOf, pick } from './step.ts';
import { staffOf, type Tournament, type Truth } from './truth.ts';
import { callsBy, type World } from './world.ts';

const nat = fc.nat(99);
const season = fc.constantFrom(...SEASONS);
const hasStaff = (truth: Truth): boolean => staffOf(truth).length > 0;
const tournaments = (truth: Truth): Tournament[] => [...truth.tournaments.values()];
const hasTournaments = (truth: Truth): boolean => hasStaff(truth) && truth.tournaments.size > 0;
const isTaken = (truth: Truth, wanted: Pick<Tournament, 'id' | 'name' | 'season'>): boolean =>
  tournaments(truth).some(
    ({ id, name, season: of }) => id !== wanted.id && name === wanted.name && of === wanted.season,
  );
const versionOf = async (calls: Calls, { schoolId }: World, { id }: Tournament): Promise<number> =>
  (await calls.tournaments.inSchool({ schoolId })).find((tournament) => tournament.id === id)!.version;

export const addTournament = commandOf({
  picks: fc.record({ who: nat, name: fc.constantFrom('Harvest', 'Frost'), season, sheet: nat, isDated: fc.boolean() }),
  when: hasStaff,
  recorded: ['create tournament'],
  does: async ({ world, truth, say }, picks) => {
    const who = pick(staffOf(truth), picks.who);
    const wanted = { id: randomUUID(), name: picks.name, season: picks.season };
    const sheet = pick(allSheets(truth), picks.sheet);
    say(
      `${who} adds the tournament ${wanted.name} to ${wanted.season}, on edition ${sheet.version} of ${sheetOf(sheet).title}`,
    );
    const { tournaments: calls } = callsBy(world, truth, who);
    const { isDated } = picks;
    const startsOn = isDated ? FIRST_DAY : null;
    const { code } = await refused(calls.add({ schoolId: world.schoolId, ...wanted, sheet, startsOn }));
    expect(code).toBe(isTaken(truth, wanted) ? 'NAME_TAKEN' : 'none');
    if (code === 'none') truth.tournaments.set(wanted.id, { ...wanted, sheet, isDated });
  },
});

export const moveTournament = commandOf({
  picks: fc.record({ who: nat, tournament: nat, season }),
  when: hasTournaments,
  recorded: ['update tournament'],
  does: async ({ world, truth, say }, picks) => {
    const who = pick(staffOf(truth), picks.who);
    const tournament = pick(tournaments(truth), picks.tournament);
    const { id, name } = tournament;
    say(`${who} says that ${name} was in ${picks.season}`);
    const calls = callsBy(world, truth, who);
    const version = await versionOf(calls, world, tournament);
    const change = { schoolId: world.schoolId, id, version, changed: { season: picks.season } };
    const { code } = await refused(calls.tournaments.update(change));
    expect(code).toBe(isTaken(truth, { id, name, season: picks.season }) ? 'NAME_TAKEN' : 'none');
    if (code === 'none') tournament.season = picks.season;
  },
});

export const useSheet = commandOf({
  picks: fc.record({ who: nat, tournament: nat, sheet: nat }),
  when: hasTournaments,
  recorded: ['update tournament'],
  does: async ({ world, truth, say }, picks) => {
    const who = pick(staffOf(truth), picks.who);
    const tournament = pick(tournaments(truth), picks.tournament);
    const sheet = pick(allSheets(truth), picks.sheet);
    say(`${who} says that ${tournament.name} is scored on ${sheetOf(sheet).title}, edition ${sheet.version}`);
    const calls = callsBy(world, truth, who);
    const version = await versionOf(calls, world, tournament);
    await calls.tournaments.update({ schoolId: world.schoolId, id: tournament.id, version, changed: { sheet } });
    tournament.sheet = sheet;
  },
});

export const saveSheet = commandOf({
  picks: fc.record({ who: nat, edited: fc.option(nat, { freq: 3 }) }),
  // Of many sheets, hardly any would be used and deleted.
  when: (truth, { edited }) => hasStaff(truth) && (edited === null ? truth.sheets.size < 2 : truth.sheets.size > 0),
  recorded: ['create sheet', 'update sheet'],
  does: async ({ world, truth, say }, { edited, ...picks }) => {
    const who = pick(staffOf(truth), picks.who);
    const [id, before] = edited === null ? [randomUUID(), 0] : pick([...truth.sheets], edited);
    const version = before + 1;
    say(`${who} saves edition ${version} of a sheet of the school’s own`);
    const { schoolId } = world;
    await callsBy(world, truth, who).sheets.save({ schoolId, sheet: ownSheet({ id, version }) });
    truth.sheets.set(id, version);
  },
});

/** Whose sheet it is: of what is there, and of what can be restored. */
const usersOf = (truth: Truth) => {
  const restorable: { sheet: SheetRef }[] = truth.deleted.flatMap((entry) => [
    ...('ballots' in entry ? entry.ballots : []),
    ...('undone' in entry ? entry.tournaments : 'tournament' in entry ? [entry.tournament] : []),
  ]);
  const now: { sheet: SheetRef }[] = [...tournaments(truth), ...truth.ballots.values()];
  const isOneOf = (users: { sheet: SheetRef }[]) => (id: string) => users.some(({ sheet }) => sheet.id === id);
  return { isUsed: isOneOf(now), isNeeded: isOneOf(restorable) };
};

export const deleteSheet = commandOf({
  picks: fc.record({ who: nat, sheet: nat }),
  when: (truth) => hasStaff(truth) && truth.sheets.size > 0,
  recorded: ['delete sheet'],
  does: async ({ world, truth, say }, picks) => {
    const who = pick(staffOf(truth), picks.who);
    const { isUsed, isNeeded } = usersOf(truth);
    const ids = [...truth.sheets.keys()];
    // Rather one that only deleted records need.
    const id = ids.find((each) => isNeeded(each) && !isUsed(each)) ?? pick(ids, picks.sheet);
    say(`${who} deletes a sheet with ${truth.sheets.get(id)} editions`);
    const { code } = await refused(callsBy(world, truth, who).sheets.remove({ schoolId: world.schoolId, id }));
    expect(code).toBe(isUsed(id) || isNeeded(id) ? 'IN_USE' : 'none');
    if (code === 'none') truth.sheets.delete(id);
  },
});

export const deleteTournament = commandOf({
  picks: fc.record({ who: nat, tournament: nat }),
  when: hasTournaments,
  recorded: ['delete tournament', 'delete round', 'delete keptBallot'],
  does: async ({ world, truth, say }, picks) => {
    const who = pick(staffOf(truth), picks.who);
    const tournament = pick(tournaments(truth), picks.tournament);
    const { id, name } = tournament;
    say(`${who} deletes the tournament ${name}`);
    await callsBy(world, truth, who).tournaments.remove({ schoolId: world.schoolId, id });
    const rounds = [...truth.rounds.values()].filter(({ tournamentId }) => tournamentId === id);
    const ballots = [...truth.ballots.values()].filter((ballot) => rounds.some((round) => round.id === ballot.roundId));
    for (const round of rounds) truth.rounds.delete(round.id);
    for (const ballot of ballots) truth.ballots.delete(ballot.id);
    truth.tournaments.delete(id);
    truth.deleted.push({ at: truth.now, tournament, rounds, ballots });
  },
});
