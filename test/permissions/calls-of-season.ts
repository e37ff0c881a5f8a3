// Rows of the matrix: the calls about a season, its book, rounds, ballots, figures and files.
import { randomUUID } from 'node:crypto';
import type { Calls } from '#contract/index.ts';
import { scoresOf } from '../people.ts';
import { found, has, hasRow, ignoringUnread, version, type Ask } from './asking.ts';
import { SEASON, type Target } from './target.ts';

const details = { comments: {}, ranks: { attorney: [], witness: [] } };
const newRound = { number: 7, side: 'd', opponent: '', outcome: 'played', caseId: null } as const;
/** One ballot with one score. */
const seasonFile = (): File =>
  new File(
    [
      'season,tournament,round,side,ballot,judge,part,student,kind,score,team\n',
      `${SEASON},Imported,R1,p,1,Rowe,open,Ann Example,speech,8,Imported Team\n`,
    ],
    'season.csv',
  );
/** A member sees the target's rounds; everybody else sees none. */
const seesRounds = async ({ seasonBook }: Calls, { schoolId, roundId }: Target): Promise<boolean> =>
  (await seasonBook.season({ schoolId, season: SEASON })).rounds.some(({ id }) => id === roundId);

export const CALLS_OF_SEASON: Record<string, Ask> = {
  'seasonBook.ofSchool': ({ seasonBook }, { schoolId }) => found(seasonBook.ofSchool({ schoolId })),
  'seasonBook.seasons': async ({ seasonBook }, { schoolId }) =>
    (await seasonBook.seasons({ schoolId })).includes(SEASON),
  'seasonBook.season': seesRounds,
  'seasonBook.deletionImpact': async ({ seasonBook }, { schoolId }) =>
    (await seasonBook.deletionImpact({ schoolId })).ballots > 0,
  'seasonBook.change': ({ seasonBook }, { schoolId }) =>
    seasonBook.change({ schoolId, version: 2, changed: { keepUntil: '2031-06-30' } }),
  'seasonBook.deleteEverything': ({ seasonBook }, { schoolId }) => seasonBook.deleteEverything({ schoolId }),

  'rounds.add': ({ rounds }, { schoolId, teamId, tournamentId }) =>
    rounds.add({ schoolId, id: randomUUID(), teamId, tournamentId, ...newRound }),
  'rounds.addMany': ({ rounds }, { schoolId, teamId, tournamentId }) =>
    rounds.addMany({ schoolId, teamId, tournamentId, rounds: [{ id: randomUUID(), ...newRound, number: 8 }] }),
  'rounds.update': ({ rounds }, { schoolId, roundId }) =>
    rounds.update({ schoolId, id: roundId, version, changed: { opponent: '4321' } }),
  'rounds.remove': ({ rounds }, { schoolId, roundId }) => rounds.remove({ schoolId, id: roundId }),
  'rounds.lineUps': ({ rounds }, { schoolId, roundId }) =>
    hasRow(rounds.lineUps({ schoolId, season: SEASON }), (lineUp) => lineUp.roundId === roundId),
  'rounds.setLineUp': ({ rounds }, { schoolId, roundId, studentId }) =>
    rounds.setLineUp({ schoolId, roundId, version, parts: [{ part: 'close', studentId, witnessId: null }] }),

  'savedLineUps.ofSchool': ({ savedLineUps }, { schoolId, lineUpId }) =>
    has(savedLineUps.ofSchool({ schoolId }), ({ id }) => id === lineUpId),
  'savedLineUps.save': ({ savedLineUps }, { schoolId, teamId, studentId }) =>
    savedLineUps.save({
      schoolId,
      id: randomUUID(),
      teamId,
      side: 'd',
      name: 'New Line-up',
      parts: [{ part: 'open', studentId, witnessId: null }],
    }),
  'savedLineUps.rename': ({ savedLineUps }, { schoolId, lineUpId }) =>
    savedLineUps.rename({ schoolId, id: lineUpId, before: 'Our best', name: 'New Name' }),
  'savedLineUps.remove': ({ savedLineUps }, { schoolId, lineUpId }) => savedLineUps.remove({ schoolId, id: lineUpId }),

  'keptBallots.ofRound': ({ keptBallots }, { schoolId, roundId, ballotId }) =>
    has(keptBallots.ofRound({ schoolId, roundId }), ({ id }) => id === ballotId),
  'keptBallots.inSeason': ({ keptBallots }, { schoolId, ballotId }) =>
    hasRow(keptBallots.inSeason({ schoolId, season: SEASON }), ({ id }) => id === ballotId),
  'keptBallots.waiting': ({ keptBallots }, { schoolId, waitingId }) =>
    has(keptBallots.waiting({ schoolId }), ({ id }) => id === waitingId),
  'keptBallots.keep': ({ keptBallots }, { schoolId, roundId }) =>
    keptBallots.keep({
      schoolId,
      id: randomUUID(),
      roundId,
      number: 2,
      judge: '',
      tabMargin: null,
      source: 'typed',
      scores: scoresOf(9),
      ...details,
    }),
  'keptBallots.update': ({ keptBallots }, { schoolId, ballotId }) =>
    keptBallots.update({ schoolId, id: ballotId, version: 3, changed: { judge: 'Marsh' } }),
  'keptBallots.correct': ({ keptBallots }, { schoolId, ballotId }) =>
    keptBallots.correct({
      schoolId,
      id: ballotId,
      version: 3,
      scores: [{ field: 'pOpen', score: 9 }],
      reason: 'Misread',
    }),
  'keptBallots.secondCheck': ({ keptBallots }, { schoolId, ballotId }) =>
    keptBallots.secondCheck({ schoolId, id: ballotId, scores: scoresOf(8) }),
  'keptBallots.remove': ({ keptBallots }, { schoolId, ballotId }) => keptBallots.remove({ schoolId, id: ballotId }),
  'keptBallots.handOver': ({ keptBallots }, { schoolId }) =>
    keptBallots.handOver({ schoolId, id: randomUUID(), judge: '', source: 'photo', scores: scoresOf(9) }),

  'metrics.season': async ({ metrics }, { schoolId }) => found(metrics.season({ schoolId, season: SEASON })),
  'metrics.own': async ({ metrics }, { schoolId }) => (await metrics.own({ schoolId, season: SEASON })).length > 0,
  'metrics.compare': ({ metrics }, { schoolId }) =>
    found(metrics.compare({ schoolId, season: SEASON, one: schoolId, other: schoolId })),
  'metrics.lineUp': ({ metrics }, { schoolId }) =>
    found(metrics.lineUp({ schoolId, season: SEASON, side: 'p', one: {} })),
  'metrics.whomToTry': ({ metrics }, { schoolId }) =>
    has(metrics.whomToTry({ schoolId, season: SEASON, part: 'open' }), () => true),

  'seasonFiles.preview': ({ seasonFiles }, { schoolId }) =>
    seasonFiles.preview({ schoolId, file: seasonFile(), choices: {} }),
  'seasonFiles.run': ({ seasonFiles }, { schoolId }) =>
    seasonFiles.run({ schoolId, id: randomUUID(), file: seasonFile(), choices: {} }),
  'seasonFiles.imports': ({ seasonFiles }, { schoolId, importId }) =>
    has(seasonFiles.imports({ schoolId }), ({ id }) => id === importId),
  'seasonFiles.undoImpact': ({ seasonFiles }, { schoolId, importId }) =>
    seasonFiles.undoImpact({ schoolId, id: importId }),
  'seasonFiles.undo': ({ seasonFiles }, { schoolId, importId }) => seasonFiles.undo({ schoolId, id: importId }),
  'seasonFiles.download': async ({ seasonFiles }, { schoolId }) =>
    (await (await seasonFiles.download({ schoolId, format: 'tidy' })).text()).includes('Rowe'),

  'ownScores.inSchool': async ({ ownScores }, { schoolId }) => (await ownScores.inSchool({ schoolId })).length > 0,

  'ballots.prepare': ({ ballots }, { schoolId }) => ballots.prepare({ schoolId }),
  'ballots.recognize': ({ ballots }, { schoolId }) =>
    ignoringUnread(ballots.recognize({ image: new File(['no image'], 'ballot.png'), schoolId })),
};
