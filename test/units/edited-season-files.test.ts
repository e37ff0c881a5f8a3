// Files of a season's ballots that another program or a person has written or saved.
import { expect, test } from 'vitest';
import { csvText } from '#ballot/csv.ts';
import type { FileBallot } from '#season-files/file-ballot.ts';
import { readSeasonFile, WRITERS, type WrittenFormat } from '#season-files/season-file.ts';
import { csvTable } from '#season-files/text.ts';
import { bytesOf, plainBallot, withoutLines } from './season-ballots.ts';

const read = (text: string) => readSeasonFile('season.csv', bytesOf(text));
const textOf = (format: WrittenFormat, ...list: FileBallot[]): string =>
  new TextDecoder().decode(WRITERS[format](list));

const HEADER = 'season,tournament,round,side,ballot,judge,part,student,kind,score';
const OURS = '2031-32,Harvest,1,p,1,Rowe,open,Ann,speech,8';
const THEIRS = '2031-32,Harvest,1,d,1,Rowe,open,,speech,7';

test.each([
  ['Plaintiff', 'Defense'],
  ['Pros', 'Def'],
  ['π', 'Δ'],
  ['Π', '∆'],
])('sides may be called %s and %s', (p, d) => {
  const spelled = [HEADER, OURS.replace(',p,', `,${p},`), THEIRS.replace(',d,', `,${d},`)].join('\n');
  const { ballots, problems } = read(spelled);
  expect(problems).toEqual([]);
  expect(ballots).toEqual(read([HEADER, OURS, THEIRS].join('\n')).ballots);
});

// A program that knows no whole numbers with gaps makes decimals of a column in which a score is empty.
test.each(['.0', '.00', ',0'])('whole numbers may end with %s, as another program saves them', (zeros) => {
  const [scores, margin] = [{ ...plainBallot().scores, pOpen: null, dOpen: 10, dClose: 0 }, -3];
  const ranks = [{ kind: 'attorney' as const, rank: 2, student: plainBallot().students.open! }];
  const list = [plainBallot({ scores, ranks, tabMargin: margin }), plainBallot({ number: 2 })];
  for (const format of ['tidy', 'wide'] as const) {
    const rows = csvTable(textOf(format, ...list));
    const decimal = rows.rows.map(({ cells }) =>
      cells.map((cell, at) =>
        /^(?:score|rank|margin|[PD] .*)$/.test(rows.header.cells[at]!) && cell !== '' ? cell + zeros : cell,
      ),
    );
    const { ballots: back, problems } = read(csvText([rows.header.cells, ...decimal]));
    expect(problems).toEqual([]);
    expect(withoutLines(back)).toEqual(withoutLines(list));
  }
});

test.each(['tidy', 'wide'] as const)('titles above a %s table and notes below it are no ballots', (format) => {
  const list = [plainBallot(), plainBallot({ number: 2 })];
  const table = csvTable(textOf(format, ...list));
  const [header, rows] = [table.header.cells, table.rows.map(({ cells }) => cells)];
  const alone = (text: string) => header.map((_, at) => (at === 0 ? text : ''));
  const file = [['Our season'], [''], alone('As of 3 May'), header, ...rows, [''], alone('Judge 2 left early'), ['*']];
  const { ballots, problems } = read(csvText(file));
  expect(problems).toEqual([]);
  expect(withoutLines(ballots)).toEqual(withoutLines(list));
  // A line between ballots may be one of them that another program has mangled.
  const mangled = read(csvText([header, rows[0]!, [rows[1]!.join(';')], ...rows.slice(1)]));
  expect(mangled.problems).toMatchObject([{ line: 3 }]);
  expect(() => read(csvText([['Our season'], header, [...rows[0]!, 'shifted']]))).toThrow(
    'Line 3 has more cells than line 2, which names the columns.',
  );
});

test.each([
  ['', 'Our season'],
  ['Tournament', ''],
])('a header may have two lines, of which the first one groups the columns', (fact, title) => {
  const { header, rows } = csvTable(textOf('wide', plainBallot(), plainBallot({ number: 2 })));
  const isScore = (cell: string) => /^[PD] /.test(cell);
  const groups = header.cells.map((cell, at) => {
    if (!isScore(cell)) return cell === 'tournament' ? fact : '';
    return cell[0] === header.cells[at - 1]![0] && isScore(header.cells[at - 1]!)
      ? ''
      : { P: 'Plaintiff', D: 'Defense' }[cell[0]!]!;
  });
  const names = header.cells.map((cell) =>
    isScore(cell) ? cell.slice(2) : fact !== '' && cell === 'tournament' ? '' : cell,
  );
  const { ballots, problems } = read(csvText([[title], groups, names, ...rows.map(({ cells }) => cells)]));
  expect(problems).toEqual([]);
  expect(withoutLines(ballots)).toEqual(withoutLines([plainBallot(), plainBallot({ number: 2 })]));
});

test.each([
  ['of which only the beginning was downloaded', (cells: string[]) => [cells[0]!]],
  ['with other separators', (cells: string[]) => [cells.join(';')]],
])('a last line %s is not taken for a note', (_what, broken) => {
  for (const format of ['tidy', 'wide'] as const) {
    const { header, rows } = csvTable(textOf(format, plainBallot(), plainBallot({ number: 2 })));
    const lines = rows.map(({ cells }) => cells);
    const { problems } = read(csvText([header.cells, ...lines.slice(0, -1), broken(lines.at(-1)!)]));
    expect(problems).toMatchObject([{ line: lines.length + 1 }]);
  }
});

test.each(['tidy', 'wide'] as const)('a %s file that ends in the middle of a line is refused', (format) => {
  const whole = textOf(format, plainBallot(), plainBallot({ number: 2 })).trimEnd();
  const lines = whole.split('\r\n');
  const last = lines.at(-1)!.split(',');
  for (let cells = 2; cells < last.length; cells += 1)
    expect(() => read([...lines.slice(0, -1), last.slice(0, cells).join(',')].join('\r\n'))).toThrow(
      `The file ends in the middle of line ${lines.length}. Complete the line, or download or export the file again.`,
    );
  expect(read(whole).ballots).toHaveLength(2);
  // Spreadsheets leave out empty cells at the end of a line.
  expect(read(`${[...lines.slice(0, -1), last.slice(0, -1).join(',')].join('\r\n')}\r\n`).problems).toEqual([]);
});

test.each([';', '\t', ','])('a title with commas stands above a table with %j', (separator) => {
  const { header, rows } = csvTable(textOf('wide', plainBallot()));
  const table = [header, ...rows].map(({ cells }) => cells.join(separator)).join('\n');
  for (const title of [
    'Varsity, 2031',
    '"Varsity, Junior, and Novice, fall of 2031, by Ann, Bob, and Cid"',
    '5" of snow; a, b',
  ]) {
    const { ballots, problems } = read(`${title}\n\n${table}`);
    expect(problems).toEqual([]);
    expect(withoutLines(ballots)).toEqual(withoutLines([plainBallot()]));
  }
});

test.each([
  ['comma', ','],
  ['semicolon', ';'],
  ['tab', '\t'],
])('a name with a %s that nobody has quoted is not read as two cells', (what, separator) => {
  const { header, rows } = csvTable(textOf('wide', plainBallot()));
  const file = (name: string) =>
    [header, { cells: rows[0]!.cells.map((cell) => (cell === 'Ann O’Brien' ? name : cell)) }]
      .map(({ cells }) => cells.join(separator))
      .join('\n');
  const students = { ...plainBallot().students, open: 'Pat', direct1: 'Pat', cross1: 'Pat' };
  expect(read(file('Pat')).ballots).toMatchObject([{ students }]);
  expect(() => read(file(`O’Brien${separator} Pat`))).toThrow(
    `Line 2 has more cells than line 1, which names the columns. Put text with a ${what} in quotation marks, and try again.`,
  );
  // Spreadsheets end a line with empty cells.
  expect(read(`${file('Pat')}${separator}${separator}`).ballots).toMatchObject([{ students }]);
});
