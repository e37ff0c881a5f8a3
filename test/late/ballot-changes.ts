// The changes of ballots: typed, read, kept, corrected, checked, and imported.
import { scoresOf } from '../people.ts';
import { READ, stubPictures } from '../pages/ballot-processor.tsx';
import type { LateChange } from './late-change.ts';
import { choose, chooseFile, enterScores, pick, press, tick, type } from './person.ts';
import type { LateWorld } from './world.ts';

const ballotIn = async ({ as, schoolId, roundId, ballotId }: LateWorld) =>
  (await as('keeper').keptBallots.ofRound({ schoolId, roundId })).find(({ id }) => id === ballotId);
const onBallot = (mode: string) => ({ as: 'coach', at: `/season/rounds/ROUND/ballots/BALLOT${mode}` }) as const;
/** A paper with one score. */
const oneScore = ({ owner, ballotId }: LateWorld) =>
  owner
    .updateTable('ballotScores')
    .set({ scores: { ...scoresOf(null), pOpen: 8 } })
    .where('ballotId', '=', ballotId)
    .execute();
const scoreFor = (text: string): string => (text === 'another draft' ? '7' : '8');
const BALLOTS: readonly LateChange[] = [
  ...(['Save', 'Save and Next Judge'] as const).map((send): LateChange => ({
    as: 'coach',
    change: `typing a ballot: ${send}`,
    calls: ['keptBallots.keep'],
    at: '/season/rounds/ROUND/ballots/new',
    fill: async (_, text) => {
      await enterScores(['pOpen', 'dOpen'], scoreFor(text));
      await type(/^Judge’s name/, text);
    },
    send,
    done: 'Ballot saved',
  })),
  {
    ...onBallot('?mode=correct'),
    change: 'correcting a score',
    calls: ['keptBallots.correct'],
    fill: async (_, text) => {
      await enterScores(['dOpen'], scoreFor(text) === '8' ? '9' : '6');
      await type('Reason', text);
    },
    send: 'Save corrections',
    done: 'Ballot corrected',
    rival: {
      change: async (world) => {
        const { schoolId, ballotId: id } = world;
        const { version } = (await ballotIn(world))!;
        const scores = [{ field: 'pClose' as const, score: 3 }];
        return world.as('keeper').keptBallots.correct({ schoolId, id, version, scores, reason: 'Misread' });
      },
      read: async (world) => (await ballotIn(world))?.scores.pClose,
    },
  },
  {
    ...onBallot('?mode=edit'),
    change: 'editing what a ballot says besides scores',
    calls: ['keptBallots.update'],
    fill: (_, text) => type(/^Judge’s name/, text),
    send: 'Save',
    done: 'Ballot updated successfully',
    rival: {
      change: async (world) => {
        const { schoolId, ballotId: id } = world;
        const { version } = (await ballotIn(world))!;
        return world.as('keeper').keptBallots.update({ schoolId, id, version, changed: { tabMargin: 12 } });
      },
      read: async (world) => (await ballotIn(world))?.tabMargin,
    },
  },
  {
    ...onBallot(''),
    change: 'deleting a ballot',
    calls: ['keptBallots.remove'],
    fill: () => press('Delete'),
    send: 'Delete',
    done: 'Ballot deleted successfully',
    isGone: true,
  },
  {
    ...onBallot('?mode=check'),
    change: 'checking a ballot a second time',
    calls: ['keptBallots.secondCheck'],
    // A person may compare again.
    repeated: ['changes'],
    prepare: oneScore,
    fill: () => enterScores(['pOpen'], '8'),
    send: 'Compare',
    done: 'Checked by two',
    isGone: true,
  },
  {
    ...onBallot('?mode=check'),
    change: 'deciding what differs in a second check',
    calls: ['keptBallots.correct', 'keptBallots.secondCheck'],
    sendsSeveral: true,
    // A person may compare again.
    repeated: ['changes'],
    prepare: oneScore,
    fill: async () => {
      await enterScores(['pOpen'], '9');
      await press('Compare');
      await tick('Yours: 9');
      await type('Reason for the correction', 'Misread');
    },
    send: 'Finish',
    done: 'Scores compared. Someone else has to check the ones that you corrected.',
    isGone: true,
  },
  {
    as: 'coach',
    change: 'assigning a waiting ballot to its round',
    calls: ['keptBallots.update'],
    at: '/season/waiting',
    fill: () => choose('Round', /Round 1/),
    send: 'Assign',
    done: 'Ballot assigned to its round',
    isGone: true,
  },
  {
    as: 'coach',
    change: 'deleting a waiting ballot',
    calls: ['keptBallots.remove'],
    at: '/season/waiting',
    fill: () => press('Delete'),
    send: 'Delete',
    done: 'Ballot deleted successfully',
    isGone: true,
  },
  {
    as: 'manager',
    change: 'handing a ballot over to a school',
    calls: ['keptBallots.handOver'],
    at: '/admin-test',
    fill: async ({ text }) => {
      await enterScores(['pOpen'], '8');
      await press('Save in a season …');
      await type('School', text('Home MARK'));
      await pick(new RegExp(text('^Home MARK')));
    },
    send: 'Hand over',
    done: 'Ballot handed over to the school',
  },
];
const READING: LateChange = {
  as: 'manager',
  change: 'reading a photo of a ballot',
  calls: ['ballots.recognize'],
  at: '/admin-test',
  fill: async (_, text) => {
    stubPictures();
    if (text !== 'a draft') await enterScores(['pOpen'], scoreFor(text));
  },
  send: () => chooseFile('Upload ballot image', 'ballot.jpg'),
  answers: { 'ballots.recognize': () => READ, 'teams.similar': () => [] },
};
const ADDS = { ballots: 2, rounds: 2, tournaments: 1, teams: 1, students: 1 };
const FILES: readonly LateChange[] = [
  {
    as: 'coach',
    change: 'importing ballots',
    calls: ['seasonFiles.run'],
    at: '/season/import',
    fill: () => chooseFile('Choose a file', 'season.csv'),
    send: 'Import 2 ballots',
    done: 'Ballots imported successfully',
    answers: {
      'seasonFiles.preview': () => ({
        format: 'csv',
        columns: null,
        problems: [],
        missing: { tournament: false, team: false, season: false },
        adds: ADDS,
        lineUps: { set: [], kept: [] },
        joins: [],
        namesakes: [],
        rows: [],
        unknown: [],
      }),
      'seasonFiles.run': () => ADDS,
    },
  },
  {
    as: 'coach',
    change: 'undoing an import of ballots',
    calls: ['seasonFiles.undo'],
    at: '/season/import',
    fill: () => press('Undo the import of season.csv'),
    send: 'Undo the import',
    done: 'Import undone',
    isGone: true,
  },
];
export const BALLOT_CHANGES: readonly LateChange[] = [...BALLOTS, READING, ...FILES];
