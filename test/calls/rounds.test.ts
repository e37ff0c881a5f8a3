// Rounds: their limits and order, and those in which two teams of the school met.
import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { refused } from './refused.ts';
import {
  seasonBookWorld,
  SEASON,
  school,
  schoolId,
  as,
  roundId,
  addRound,
  ballot,
  seasonAs,
} from './season-book-world.ts';

seasonBookWorld();

describe('a round between two teams of the school', () => {
  /** Both rounds of number 2, the first team's first. */
  const bothRounds = async () => {
    const { rounds } = await seasonAs('admin');
    return rounds.filter(({ number }) => number !== 1).toSorted((one) => (one.teamId === school.teamId ? -1 : 1));
  };
  const meet = async (side: 'p' | 'd') => {
    const opponentTeamId = randomUUID();
    await as.admin.teams.add({ schoolId, id: opponentTeamId, name: 'Second Team' });
    const own = await addRound({ number: 2, side, opponentTeamId });
    const [, other] = await bothRounds();
    return { own, other: other! };
  };

  test('sent twice is added once, and neither team’s round gets another version by that', async () => {
    const { own, other } = await meet('p');
    expect(await addRound({ id: own.id, number: 2, opponentTeamId: other.teamId! })).toEqual(own);
    expect(await bothRounds()).toMatchObject([own, other]);
  });

  test('changes its number, case and outcome for both teams', async () => {
    const { own, other } = await meet('p');
    const changed = { number: 3, outcome: 'forfeit won' } as const;
    await as.admin.rounds.update({ schoolId, id: own.id, version: own.version, changed });
    expect(await bothRounds()).toMatchObject([
      { id: own.id, number: 3, outcome: 'forfeit won', side: 'p', sharedWith: null },
      { id: other.id, number: 3, outcome: 'forfeit lost', side: 'd', sharedWith: own.id },
    ]);
  });

  test.each(['p', 'd'] as const)('changes sides for both teams, and its ballots stay one set', async (side) => {
    const { own, other } = await meet(side);
    await as.admin.keptBallots.keep(ballot({ roundId: own.id }));
    const changed = { side: side === 'p' ? 'd' : 'p' } as const;
    const saved = await as.admin.rounds.update({ schoolId, id: own.id, version: own.version, changed });
    const holder = side === 'p' ? other.id : own.id;
    expect(await bothRounds()).toMatchObject([
      { ...saved, side: changed.side, sharedWith: side === 'p' ? other.id : null },
      { id: other.id, side, sharedWith: side === 'p' ? null : own.id },
    ]);
    for (const id of [own.id, other.id])
      expect(await as.admin.keptBallots.ofRound({ schoolId, roundId: id })).toMatchObject([{ roundId: holder }]);
  });

  test('is refused with a number that the other team has already, and nothing changes', async () => {
    const { own, other } = await meet('p');
    await addRound({ number: 4, teamId: other.teamId! });
    const updating = as.admin.rounds.update({ schoolId, id: own.id, version: own.version, changed: { number: 4 } });
    expect(await refused(updating)).toMatchObject({ code: 'ROUND_TAKEN' });
    expect((await bothRounds()).filter(({ number }) => number === 2)).toHaveLength(2);
  });

  test('is refused if both are one team, and nothing is added', async () => {
    const refusal = { code: 'OWN_OPPONENT', status: 422, message: 'A team can’t meet itself.' };
    expect(await refused(addRound({ number: 2, opponentTeamId: school.teamId }))).toMatchObject(refusal);
    expect(await bothRounds()).toEqual([]);
  });

  test.each(['p', 'd'] as const)(
    'keeps its ballots for the other team when the %s side’s round is deleted',
    async (side) => {
      const { own, other } = await meet(side);
      const kept = await as.admin.keptBallots.keep(ballot({ roundId: own.id }));
      await as.admin.rounds.remove({ schoolId, id: own.id });
      expect(await bothRounds()).toMatchObject([{ id: other.id, sharedWith: null }]);
      expect(await as.admin.keptBallots.ofRound({ schoolId, roundId: other.id })).toMatchObject([
        { id: kept.id, roundId: other.id, scores: kept.scores },
      ]);
    },
  );

  test('is refused if the other team is on the same side, or meets a third team, and nothing is added', async () => {
    const refusal = { code: 'MEETS_ANOTHER', status: 409 };
    const { own, other } = await meet('p');
    const { id: third } = await as.admin.teams.add({ schoolId, id: randomUUID(), name: 'Third Team' });
    const addThird = (side: 'p' | 'd', opponentTeamId: string) =>
      addRound({ number: 2, teamId: third, side, opponentTeamId });
    // On the same side, and on the other one.
    for (const side of ['p', 'd'] as const)
      for (const team of [own.teamId!, other.teamId!])
        expect(await refused(addThird(side, team))).toMatchObject(refusal);
    expect(await refused(addRound({ number: 1, teamId: third, opponentTeamId: school.teamId }))).toMatchObject(refusal);
    expect(await bothRounds()).toMatchObject([{ id: own.id }, { id: other.id, sharedWith: own.id }]);
    expect((await seasonAs('admin')).rounds).toHaveLength(3);
  });

  test('is refused if both have a ballot of the same judge', async () => {
    await as.admin.keptBallots.keep(ballot());
    const { id: teamId } = await as.admin.teams.add({ schoolId, id: randomUUID(), name: 'Second Team' });
    const { id } = await addRound({ number: 1, side: 'd', teamId });
    await as.admin.keptBallots.keep(ballot({ roundId: id }));
    // The same round again, now against the first team.
    const again = as.admin.rounds.add({
      schoolId,
      id,
      tournamentId: school.tournamentId,
      teamId,
      number: 1,
      side: 'd',
      opponent: '1432',
      outcome: 'played',
      caseId: null,
      opponentTeamId: school.teamId,
    });
    expect(await refused(again)).toMatchObject({
      code: 'JUDGE_TAKEN',
      message: 'Both teams have a ballot of the same judge. Delete one of them first.',
    });
  });

  test('takes over the ballots that the D side had before', async () => {
    await as.admin.keptBallots.keep(ballot());
    const opponentTeamId = randomUUID();
    await as.admin.teams.add({ schoolId, id: opponentTeamId, name: 'Second Team' });
    const { version } = (await seasonAs('admin')).rounds[0]!;
    await as.admin.rounds.update({ schoolId, id: roundId, version, changed: { side: 'd' } });
    const p = await addRound({ number: 1, teamId: opponentTeamId, opponentTeamId: school.teamId });
    expect(await as.admin.keptBallots.ofRound({ schoolId, roundId })).toMatchObject([{ roundId: p.id }]);
  });
});

describe('rounds', () => {
  test('a team’s round numbers are unique within a tournament', async () => {
    expect(await refused(addRound({ number: 1 }))).toMatchObject({ code: 'ROUND_TAKEN', status: 409 });
  });

  test('the school’s own two teams meet once: both rounds show the same ballots, counted once', async () => {
    const { id: otherTeam } = await as.admin.teams.add({ schoolId, id: randomUUID(), name: 'Second Team' });
    const round = await addRound({ number: 2, side: 'd', opponentTeamId: otherTeam });
    expect(round.sharedWith).not.toBeNull();
    const kept = await as.admin.keptBallots.keep(ballot({ roundId: round.id }));
    expect(kept.roundId).toBe(round.sharedWith);
    for (const side of [round.id, round.sharedWith ?? ''])
      expect(await as.admin.keptBallots.ofRound({ schoolId, roundId: side })).toMatchObject([{ id: kept.id }]);
    const season = await seasonAs('viewer');
    expect(season.ballots).toHaveLength(1);
    expect(season.rounds.filter(({ number }) => number === 2).map(({ side }) => side)).toEqual(['p', 'd']);
  });

  test('a line-up is replaced as a whole, and never overwrites somebody else’s change', async () => {
    const setTo = (part: 'open' | 'close', version: number) =>
      as.admin.rounds.setLineUp({
        schoolId,
        roundId,
        version,
        parts: [{ part, studentId: school.studentId, witnessId: null }],
      });
    const first = await setTo('open', 1);
    expect(await refused(setTo('close', 1))).toMatchObject({ code: 'CHANGED_MEANWHILE' });
    await setTo('close', first.version);
    expect((await as.admin.rounds.lineUps({ schoolId, season: SEASON })).rows).toMatchObject([
      { roundId, parts: [{ part: 'close' }] },
    ]);
  });
});

test('several rounds are added all or none, and sending them again adds nothing', async () => {
  const id: string[] = [randomUUID(), randomUUID(), randomUUID()];
  const round = (index: number, number: number) =>
    ({ id: id[index]!, number, side: 'p', opponent: '1715', outcome: 'played', caseId: null }) as const;
  const { tournamentId, teamId } = school;
  const addMany = (...rounds: ReturnType<typeof round>[]) =>
    as.admin.rounds.addMany({ schoolId, tournamentId, teamId, rounds });
  const numbers = async () =>
    (await seasonAs('admin')).rounds.filter((each) => id.includes(each.id)).map(({ number }) => number);
  // Round 1 is there already.
  expect(await refused(addMany(round(0, 11), round(1, 1)))).toMatchObject({ code: 'ROUND_TAKEN' });
  expect(await numbers()).toEqual([]);
  const both = [round(0, 11), round(1, 12)];
  expect(await Promise.all([addMany(...both), addMany(...both)])).toEqual([expect.anything(), expect.anything()]);
  expect(await numbers()).toEqual([11, 12]);
  expect(await refused(addMany(round(0, 13), round(2, 14)))).toMatchObject({ code: 'CONFLICT' });
  expect(await numbers()).toEqual([11, 12]);
});
