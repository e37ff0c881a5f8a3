// Names and seasons in a file follow the same rules as those in forms, whatever they contain.
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { refused } from './refused.ts';
import { fileOf, HEADER, lineFor, SEASON, smallFile } from './season-school.ts';
import { calls, importingSchool, preview, run, schoolId } from './importing-school.ts';

importingSchool();

const studentNames = async () => (await calls.students.inSchool({ schoolId })).map(({ name }) => name);

test('invisible characters are left out of every name', async () => {
  const hidden = (name: string) => `${name.slice(0, 2)}\u200B\u202E${name.slice(2)}`;
  const line = `${SEASON},${hidden('Harvest')},1,p,1,${hidden('Rowe')},open,${hidden('Ann Example')},speech,8,${hidden('A Team')}`;
  await run(fileOf([HEADER, line].join('\n')));
  expect(await studentNames()).toContain('Ann Example');
  const { tournaments, ballots } = await calls.seasonBook.season({ schoolId, season: SEASON });
  expect(tournaments.map(({ name }) => name)).toContain('Harvest');
  expect(ballots).toMatchObject([{ judge: 'Rowe' }]);
});

test('a name without a visible character is refused with the reason, and its ballot adds nothing', async () => {
  const { rows, adds } = await preview(smallFile(lineFor('1', 1, 'open', '\u200B', 8)));
  expect(rows).toMatchObject([{ state: 'refused', message: expect.stringContaining('Please enter a name.') }]);
  expect(adds).toEqual({ ballots: 0, rounds: 0, tournaments: 0, teams: 0, students: 0 });
});

test.each(['constructor', '__proto__', 'toString', 'hasOwnProperty'])(
  'a student named %s is a new student, or whom the person says',
  async (name) => {
    const file = smallFile(lineFor('1', 1, 'open', name, 8));
    expect((await preview(file)).unknown).toEqual([{ name, suggestions: [] }]);
    const { id: studentId } = await calls.students.add({ schoolId, id: randomUUID(), name: 'Ann', teamId: null });
    expect((await preview(file, { students: [{ name, studentId }] })).adds.students).toBe(0);
    await run(file);
    expect(await studentNames()).toContain(name);
  },
);

test.each(['lately', '2026', '2026-28'])('a season %s is refused before the import', async (season) => {
  const file = smallFile(lineFor('1', 1, 'open', 'Ann', 8).replace(SEASON, season));
  const { rows } = await preview(file);
  expect(rows).toMatchObject([
    {
      state: 'refused',
      message: `The season is “${season}”. Please enter a season as two years, such as 2026-27.`,
    },
  ]);
  expect(await refused(run(file))).toMatchObject({ code: 'NOTHING_NEW' });
});

const BOTH_SIDES =
  'This ballot names “A Team” for both sides. If the opponent is another school’s team, add the school to its name in the file.';

test('a refused ballot leaves no tournament or team behind', async () => {
  const line = `${lineFor('1', 1, 'open', 'Ann', 8)},A Team,p`;
  const other = `${lineFor('1', 1, 'open', 'Bo', 7, 'd')},A Team,p`;
  const { rows, adds } = await preview(fileOf([`${HEADER},opponent,our side`, line, other].join('\n')));
  expect(rows).toMatchObject([{ state: 'refused', message: BOTH_SIDES }]);
  expect(adds).toEqual({ ballots: 0, rounds: 0, tournaments: 0, teams: 0, students: 0 });
});

test('a ballot whose opponent has the name of its team, in any spelling, is refused until the file tells them apart', async () => {
  const against = (opponent: string) =>
    fileOf([`${HEADER},opponent`, `${lineFor('1', 1, 'open', 'Ann', 8)},${opponent}`].join('\n'));
  const { rows, adds } = await preview(against('a  TEAM'));
  expect(rows).toMatchObject([{ state: 'refused', message: BOTH_SIDES }]);
  expect(adds).toEqual({ ballots: 0, rounds: 0, tournaments: 0, teams: 0, students: 0 });
  await run(against('Elan A Team'));
  const { rounds } = await calls.seasonBook.season({ schoolId, season: SEASON });
  expect(rounds).toMatchObject([{ opponent: 'Elan A Team' }]);
});

test('the preview says which opponents have the name of another team of the school', async () => {
  const lines = ['B TEAM', '1432'].map((opponent, index) => `${lineFor('1', index + 1, 'open', 'Ann', 8)},${opponent}`);
  const file = fileOf([`${HEADER},opponent`, ...lines].join('\n'));
  expect((await preview(file)).namesakes).toEqual([]);
  await calls.teams.add({ schoolId, id: randomUUID(), name: 'B Team' });
  expect((await preview(file)).namesakes).toEqual(['B TEAM']);
});

test('a file with more students than a school can have is refused before their names are compared', async () => {
  const lines = Array.from({ length: 2001 }, (_, index) => {
    const [tournament, round] = [Math.floor(index / 180), (Math.floor(index / 9) % 20) + 1];
    return lineFor(String(round), (index % 9) + 1, 'open', `Student ${index}`, 8).replace('Harvest', `T${tournament}`);
  });
  const answer = await refused(preview(smallFile(...lines.slice(0, 2000))));
  expect(answer.code).toBe('none');
  const two = lines
    .slice(0, 1001)
    .flatMap((line) => [line, line.replace('open', 'close').replace('Student', 'Another')]);
  expect(await refused(preview(smallFile(...two)))).toMatchObject({
    code: 'UNREADABLE_FILE',
    message: expect.stringContaining('more than 2,000 students'),
  });
  expect(await refused(preview(smallFile(...lines)))).toMatchObject({
    code: 'UNREADABLE_FILE',
    message: 'The file has more than 2,000 ballots. Split it up and import the parts.',
  });
});
