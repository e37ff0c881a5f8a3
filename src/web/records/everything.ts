// All that a school's season book holds, for downloads. Only staff may read the scores in it.
import type { Side } from '#ballot/form.ts';
import { COLLEGE_28 } from '#ballot/sheet/college-28.ts';
import { placeOf } from '#ballot/sheet/ranks.ts';
import { cellsOf, isSameSheet, RANKED, type Sheet, type SheetRef } from '#ballot/sheet/sheet.ts';
import { sidePart, type Part } from '#metrics/scores.ts';
import { partOf } from '#metrics/sheet-parts.ts';
import type { Student } from '#contract/rosters.ts';
import type { Calls } from '#contract/index.ts';
import type { KeptBallot } from '#contract/kept-ballots.ts';
import type { LineUp } from '#contract/rounds.ts';
import { allPages } from '#web/server/all-pages.ts';
import { calls as browserCalls } from '#web/server/calls.ts';

const FORMAT = 'courtside-season-book';

const isCollege = (sheet: SheetRef): boolean => isSameSheet(sheet, COLLEGE_28);

/** The score sheets of some ballots, besides the college form. */
async function sheetsOf(schoolId: string, ballots: readonly KeptBallot[], calls: Calls): Promise<Sheet[]> {
  const refs = new Map(ballots.map(({ sheet }) => [`${sheet.id} ${sheet.version}`, sheet]));
  const others = [...refs.values()].filter((sheet) => !isCollege(sheet));
  const found = await Promise.all(others.map((sheet) => calls.sheets.version({ schoolId, sheet })));
  return found.filter((sheet) => sheet !== null);
}

export async function loadEverything(schoolId: string, calls: Calls = browserCalls) {
  const [teams, students, seasons] = await Promise.all([
    calls.teams.inSchool({ schoolId }),
    calls.students.inSchool({ schoolId }),
    calls.seasonBook.seasons({ schoolId }),
  ]);
  const loaded = [];
  // One after the other: a book of many years is large.
  for (const season of seasons) {
    const ofSeason = { schoolId, season };
    const [{ tournaments, rounds }, lineUps, ballots] = await Promise.all([
      calls.seasonBook.season(ofSeason),
      allPages<LineUp, string>((after) => calls.rounds.lineUps({ ...ofSeason, after })),
      allPages<KeptBallot, string>((after) => calls.keptBallots.inSeason({ ...ofSeason, after })),
    ]);
    loaded.push({ season, tournaments, rounds, lineUps, ballots });
  }
  const all = loaded.flatMap(({ ballots }) => ballots);
  const [waiting, sheets] = await Promise.all([
    calls.keptBallots.waiting({ schoolId }),
    sheetsOf(schoolId, all, calls),
  ]);
  return { format: FORMAT, teams, students, seasons: loaded, waiting, sheets };
}
export type Everything = Awaited<ReturnType<typeof loadEverything>>;

/** What is known about a student, without what only the server needs. */
const factsOf = ({ id: _id, version: _version, teamId: _teamId, userId: _userId, ...facts }: Student) => facts;

/** The scores of a part on a ballot. On other sheets than the college form, their names and ranges say what they mean. */
const scoresOf = (sheet: Sheet, side: Side, part: Part, scores: KeptBallot['scores']) =>
  cellsOf(sheet, side)
    .filter((cell) => partOf(cell) === part)
    .map(({ key, role, label, min, max }) => ({
      kind: role.endsWith('cross') ? 'cross' : role.endsWith('direct') ? 'direct' : 'speech',
      score: scores[key] ?? null,
      ...(isCollege(sheet) ? {} : { label, min, max }),
    }));

/** All that the book says about one student. */
export function aboutStudent({ teams, students, seasons, sheets }: Everything, studentId: string) {
  const student = students.find(({ id }) => id === studentId);
  const sheetOf = ({ sheet }: KeptBallot): Sheet => sheets.find((each) => isSameSheet(each, sheet)) ?? COLLEGE_28;
  const scores = seasons.flatMap(({ season, tournaments, rounds, lineUps, ballots }) => {
    const partsOf = new Map(lineUps.map(({ roundId, parts }) => [roundId, parts]));
    return rounds.flatMap((round) => {
      const own = (partsOf.get(round.id) ?? []).flatMap((each) => (each.studentId === studentId ? [each.part] : []));
      if (own.length === 0) return [];
      const tournament = tournaments.find(({ id }) => id === round.tournamentId)?.name ?? '';
      return ballots
        .filter(({ roundId }) => roundId === (round.sharedWith ?? round.id))
        .flatMap((ballot) =>
          own.flatMap((part) => {
            const { number: roundNumber, side } = round;
            const given = scoresOf(sheetOf(ballot), side, part, ballot.scores);
            const comment = ballot.comments[sidePart(side, part)] ?? null;
            // The judge may have written about a part that the ballot's sheet doesn't score.
            const told = given.length > 0 || comment === null ? given : [{ kind: 'speech', score: null }];
            return told.map(({ kind, score, ...more }) => ({
              season,
              tournament,
              round: roundNumber,
              side,
              judge: ballot.judge,
              judgeNumber: ballot.number,
              part,
              kind,
              score,
              comment,
              ...more,
            }));
          }),
        );
    });
  });
  const ranks = seasons.flatMap(({ season, ballots }) =>
    ballots.flatMap((ballot) =>
      RANKED.flatMap((as) =>
        (ballot.ranks[as] ?? []).flatMap((id, index) => {
          const { roundId, judge } = ballot;
          const rank = placeOf(sheetOf(ballot), as, index);
          return id === studentId ? [{ season, roundId, judge, as, rank }] : [];
        }),
      ),
    ),
  );
  const team = teams.find(({ id }) => id === student?.teamId)?.name ?? null;
  return { ...(student && factsOf(student)), team, scores, ranks };
}
