// A page that is left open while a colleague changes everything on it shows the same as one that is opened afterwards. News of a
// change makes it fetch everything again (live.test.tsx); this is about what its forms and dialogs do with that.
import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { seasonOf } from '#contract/seasons.ts';
import { queryClient } from '#web/server/query-client.ts';
import { loadSession } from '#web/state/session.ts';
import { lateWorld, type LateWorld } from '../late/world.ts';
import { pageTests } from './open-page.tsx';

const { server, open } = pageTests();

/** What pages download when they are first drawn. */
const PARTS = import.meta.glob('../../src/web/{bulk,pages,palette,records,shell}/**/*.tsx');
beforeAll(async () => void (await Promise.all(Object.values(PARTS).map((download) => download()))));

const PAGES: [address: string, who: 'coach' | 'viewer' | 'manager'][] = [
  ['/', 'coach'],
  ['/?open=edit&of=STUDENT', 'coach'],
  ['/school', 'coach'],
  ['/school/sheets/SHEET', 'coach'],
  ['/season', 'viewer'],
  ['/season/tournaments/TOURNAMENT?open=edit', 'coach'],
  ['/season/tournaments/TOURNAMENT?open=edit&of=ROUND', 'coach'],
  ['/season/teams/TEAM', 'coach'],
  ['/season/rounds/ROUND', 'coach'],
  ['/season/rounds/ROUND/ballots/BALLOT?mode=correct', 'coach'],
  ['/season/rounds/ROUND/ballots/BALLOT?mode=edit', 'coach'],
  ['/season/students/STUDENT', 'coach'],
  ['/season/line-up', 'coach'],
  ['/season/try-outs/TRYOUT', 'coach'],
  ['/admin?open=SCHOOL', 'manager'],
  ['/admin?tab=users&open=MEMBER', 'manager'],
  ['/admin?tab=cases&open=CASE&view=witnesses', 'manager'],
];

test.each(PAGES)('%s, left open by a %s, shows what a new page shows', async (address, who) => {
  const world = await lateWorld(server());
  const path = world.text(address.replace('TEAM', world.teamId));
  await open(path, world[who]);
  await untilLoaded();
  await changeEverything(world);
  await fetchAgain();
  await deleteSome(world);
  await fetchAgain();
  const left = shown();
  await open(path, world[who]);
  await untilLoaded();
  expect(left).toEqual(shown());
});

async function changeEverything({ as, text, ...world }: LateWorld): Promise<void> {
  const { schoolId, teamId, studentId, tournamentId, roundId, ballotId, caseId, mark, member } = world;
  const [keeper, manager] = [as('keeper'), as('manager')];
  await manager.schools.update({ schoolId, version: 2, changed: { name: `Renamed ${mark}`, isPremium: true } });
  await manager.cases.update({ caseId, version: 1, changed: { name: `People v. ${mark}`, type: 'civil' } });
  await manager.users.update({ userId: member.userId, version: 1, changed: { name: `Nora ${mark}` } });
  await manager.assignments.assign({ schoolId, userId: member.userId, role: 'viewer' });
  await as('coach').seasonBook.change({ schoolId, version: 1, changed: { keepUntil: '2099-06-30' } });
  await keeper.teams.update({ schoolId, id: teamId, version: 2, changed: { name: `Red ${mark}` } });
  await keeper.students.update({ schoolId, id: studentId, version: 2, changed: { name: `Yan ${mark}` } });
  const moved = { place: 'Town', startsOn: '2027-01-02', endsOn: '2027-01-04', caseId };
  await keeper.tournaments.update({ schoolId, id: tournamentId, version: 2, changed: moved });
  await keeper.rounds.update({ schoolId, id: roundId, version: 1, changed: { opponent: '9999', caseId, number: 3 } });
  const parts = [{ part: 'close' as const, studentId, witnessId: null }];
  await keeper.rounds.setLineUp({ schoolId, roundId, version: 2, parts });
  const ballot = { schoolId, id: ballotId };
  const { version } = (await keeper.keptBallots.ofRound({ schoolId, roundId }))[0]!;
  const changed = { judge: 'Marsh', tabMargin: 4, comments: { 'p open': 'Fine' } };
  const updated = await keeper.keptBallots.update({ ...ballot, version, changed });
  const correction = { scores: [{ field: 'dOpen', score: 5 }], reason: 'Misread' };
  await keeper.keptBallots.correct({ ...ballot, version: updated.version, ...correction });
  await keeper.keptBallots.remove({ schoolId, id: world.waitingId });
  const { sheet } = (await keeper.sheets.ofSchool({ schoolId }))[0]!;
  await keeper.sheets.save({ schoolId, sheet: { ...sheet, version: 2, title: `Own ${mark}` } });
  await keeper.tryOuts.addCandidates({ schoolId, tryOutId: text('TRYOUT'), names: [`Cleo ${mark}`] });
  await keeper.calendarLinks.make({ schoolId });
}

/** What is deleted with a student or a witness gives the round no new version. */
async function deleteSome({ as, schoolId, teamId, roundId, caseId }: LateWorld): Promise<void> {
  const keeper = as('keeper');
  const id = randomUUID();
  await keeper.students.add({ schoolId, id, name: 'Somebody New', teamId });
  const season = seasonOf(new Date());
  const { version, parts } = (await keeper.rounds.lineUps({ schoolId, season })).rows[0]!;
  const more = { part: 'open' as const, studentId: id, witnessId: null };
  await keeper.rounds.setLineUp({ schoolId, roundId, version, parts: [...parts, more] });
  await fetchAgain();
  await keeper.students.remove({ schoolId, id });
  const [witness] = await keeper.witnesses.ofCase({ caseId });
  await as('manager').witnesses.remove({ witnessId: witness!.id });
}

async function untilLoaded(): Promise<void> {
  const isLoading = () =>
    queryClient.isFetching() > 0 ||
    document.querySelector('h1') === null ||
    document.querySelector('[aria-busy=true], [aria-label^=Loading]') !== null;
  for (let calm = 0; calm < 5; calm = isLoading() ? 0 : calm + 1)
    // oxlint-disable-next-line no-await-in-loop -- It polls.
    await new Promise((resolve) => setTimeout(resolve, 5));
}
async function fetchAgain(): Promise<void> {
  await Promise.all([queryClient.invalidateQueries(), loadSession()]);
  await untilLoaded();
}

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;
const valueOf = (field: Field): string | boolean => {
  if (field instanceof HTMLSelectElement)
    return [...field.options].map(({ text, selected }) => (selected ? `*${text}` : text)).join();
  return field.type === 'checkbox' ? (field as HTMLInputElement).checked : field.value;
};

/** What somebody reads, and the fields of forms. A form that was open says that somebody has changed its record. */
function shown(): string[] {
  const lines = [document.title];
  for (const part of ['nav', 'main', '[role=dialog]'].flatMap((each) => [...document.querySelectorAll(each)])) {
    const texts = document.createTreeWalker(part, NodeFilter.SHOW_TEXT);
    for (let node = texts.nextNode(); node; node = texts.nextNode()) lines.push(node.textContent!.trim());
    for (const field of part.querySelectorAll<Field>('input, select, textarea'))
      lines.push(`${field.ariaLabel ?? field.labels?.[0]?.textContent}: ${valueOf(field)}`);
    for (const button of part.querySelectorAll('button:disabled')) lines.push(`${button.textContent} is disabled`);
  }
  return lines.filter((line) => line !== '' && !line.includes('has just changed this'));
}
