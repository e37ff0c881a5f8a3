// All that a school's season book holds, for downloads. Only staff may read the scores in it.
import { RANKED } from '#ballot/sheet/sheet.ts';
import { kindsOf, fieldOf, sidePart } from '#metrics/scores.ts';
import type { Student } from '#contract/rosters.ts';
import type { Calls } from '#contract/index.ts';
import type { KeptBallot } from '#contract/kept-ballots.ts';
import type { LineUp } from '#contract/rounds.ts';
import { allPages } from '#web/server/all-pages.ts';
import { calls as browserCalls } from '#web/server/calls.ts';

const FORMAT = 'courtside-season-book';

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
  return { format: FORMAT, teams, students, seasons: loaded, waiting: await calls.keptBallots.waiting({ schoolId }) };
}
export type Everything = Awaited<ReturnType<typeof loadEverything>>;

/** What is known about a student, without what only the server needs. */
const factsOf = ({ id: _id, version: _version, teamId: _teamId, userId: _userId, ...facts }: Student) => facts;

/** All that the book says about one student. */
export function aboutStudent({ teams, students, seasons }: Everything, studentId: string) {
  const student = students.find(({ id }) => id === studentId);
  const scores = seasons.flatMap(({ season, tournaments, rounds, lineUps, ballots }) =>
    rounds.flatMap((round) => {
      const parts = lineUps.find(({ roundId }) => roundId === round.id)?.parts ?? [];
      const own = parts.filter((part) => part.studentId === studentId).map(({ part }) => part);
      const tournament = tournaments.find(({ id }) => id === round.tournamentId)?.name ?? '';
      return ballots
        .filter(({ roundId }) => roundId === (round.sharedWith ?? round.id))
        .flatMap(({ number, judge, scores: given, comments }) =>
          own.flatMap((part) =>
            kindsOf(part).map((kind) => {
              const field = fieldOf({ side: round.side, part, kind });
              const score = field === undefined ? null : given[field];
              const { number: roundNumber, side } = round;
              const comment = comments[sidePart(round.side, part)] ?? null;
              return {
                season,
                tournament,
                round: roundNumber,
                side,
                judge,
                judgeNumber: number,
                part,
                kind,
                score,
                comment,
              };
            }),
          ),
        );
    }),
  );
  const ranks = seasons.flatMap(({ season, ballots }) =>
    ballots.flatMap(({ roundId, judge, ranks: given }) =>
      RANKED.flatMap((as) =>
        (given[as] ?? []).flatMap((id, index) =>
          id === studentId ? [{ season, roundId, judge, as, rank: index + 1 }] : [],
        ),
      ),
    ),
  );
  const team = teams.find(({ id }) => id === student?.teamId)?.name ?? null;
  return { ...(student && factsOf(student)), team, scores, ranks };
}
