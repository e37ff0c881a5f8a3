// What people read of a whole season: an export, students’ own data, and figures.
import fc from 'fast-check';
import { expect } from 'vitest';
import { keysOf } from '#ballot/sheet/sheet.ts';
import { readSeasonFile } from '#season-files/season-file.ts';
import { aboutStudent, loadEverything } from '#web/records/everything.ts';
import { allSheets, COLLEGE, sheetOf } from './scores.ts';
import { SEASON } from './season.ts';
import { commandOf, pick } from './step.ts';
import { ballotsOf, partsOf, staffOf, type Ballot, type Truth } from './truth.ts';
import { callsBy } from './world.ts';

const nat = fc.nat(99);
const hasStaff = (truth: Truth): boolean => staffOf(truth).length > 0;
const inOrder = ({ sheet, scores }: Pick<Ballot, 'sheet' | 'scores'>) => [
  sheet.id,
  sheet.version,
  ...keysOf(sheetOf(sheet)).map((key) => scores[key]),
];

export const exportSeason = commandOf({
  picks: fc.record({ who: nat }),
  when: hasStaff,
  does: async ({ world, truth, say }, picks) => {
    const who = pick(staffOf(truth), picks.who);
    say(`${who} exports the season`);
    const { schoolId } = world;
    const { seasonFiles } = callsBy(world, truth, who);
    const file = await seasonFiles.download({ schoolId, format: 'json' });
    const sheets = allSheets(truth).map(sheetOf);
    const { ballots } = readSeasonFile('season.json', new Uint8Array(await file.arrayBuffer()), undefined, sheets);
    const kept = [...truth.ballots.values()].flatMap((ballot) => {
      const round = truth.rounds.get(ballot.roundId ?? '');
      if (!round) return [];
      const { name, season } = truth.tournaments.get(round.tournamentId)!;
      return [[season, name, String(round.number), ballot.number, inOrder(ballot)]];
    });
    const sorted = (all: unknown[]) => all.map((one) => JSON.stringify(one)).toSorted();
    expect(
      sorted(
        ballots.map((one) => [one.season, one.tournament, one.round, one.number, inOrder({ sheet: COLLEGE, ...one })]),
      ),
    ).toEqual(sorted(kept));
    // Its own export adds nothing to the school, unless it lacks a team that was deleted.
    const own = new File([file], 'season.json');
    const { rows, adds, missing } = await seasonFiles.preview({ schoolId, file: own, choices: {} });
    const lacksTeam = [...truth.rounds.values()].some(
      (round) => round.teamId === null && ballotsOf(truth, round).length > 0,
    );
    expect(missing).toEqual({ tournament: false, season: false, team: lacksTeam && missing.team });
    if (missing.team) return;
    expect(rows.filter(({ state }) => state !== 'same')).toEqual([]);
    expect(Object.values(adds).filter((added) => added > 0)).toEqual([]);
  },
});

export const downloadOwnData = commandOf({
  picks: fc.record({ who: nat }),
  when: (truth) => hasStaff(truth) && truth.students.size > 0,
  does: async ({ world, truth, say }, picks) => {
    const who = pick(staffOf(truth), picks.who);
    say(`${who} downloads what the school has about each student`);
    const everything = await loadEverything(world.schoolId, callsBy(world, truth, who));
    for (const { id, name } of truth.students.values()) {
      const own = partsOf(truth, id).flatMap(({ round: { side }, round, part, sidePart }) =>
        ballotsOf(truth, round).map(({ number, comments }) =>
          JSON.stringify([side, part, number, comments[sidePart] ?? null]),
        ),
      );
      const read = aboutStudent(everything, id).scores.map(({ side, part, judgeNumber, comment }) =>
        JSON.stringify([side, part, judgeNumber, comment]),
      );
      expect(read.toSorted(), name).toEqual(own.toSorted());
    }
  },
});

export const lookAtFigures = commandOf({
  picks: fc.record({ who: nat }),
  when: (truth) => hasStaff(truth) && truth.ballots.size > 1,
  does: async ({ world, truth, say }, picks) => {
    const who = pick(staffOf(truth), picks.who);
    say(`${who} looks at the students’ figures`);
    const figures = await callsBy(world, truth, who).metrics.season({ schoolId: world.schoolId, season: SEASON });
    const byRole = Map.groupBy(figures?.estimates ?? [], ({ role }) => role);
    for (const [role, estimates] of byRole) {
      const sum = estimates.reduce((total, { estimate }) => total + estimate, 0);
      expect(Math.abs(sum), `${role}: students are compared with their average`).toBeLessThan(1e-6);
    }
  },
});
