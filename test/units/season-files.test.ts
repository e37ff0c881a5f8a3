// Every format of a season's ballots: what was written reads back, and what can't be read says why.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { recognitionLabel, SCORE_FIELDS } from '#ballot/form.ts';
import { UnreadableFile, type FileBallot } from '#season-files/file-ballot.ts';
import { detect, readSeasonFile, WRITERS, type WrittenFormat } from '#season-files/season-file.ts';
import { readTidyCsv } from '#metrics/tidy-csv.ts';
import { ballots, bytesOf, plainBallot, withoutLines } from './season-ballots.ts';

const FORMATS = Object.keys(WRITERS) as WrittenFormat[];
const read = (text: string) => readSeasonFile('season.csv', bytesOf(text));
const textOf = (format: WrittenFormat, ...list: FileBallot[]): string =>
  new TextDecoder().decode(WRITERS[format](list));
const messages = (text: string): string[] => read(text).problems.map(({ line, message }) => `${line}: ${message}`);
const refusal = (bytes: Uint8Array, name = 'season.csv'): string => {
  try {
    readSeasonFile(name, bytes);
  } catch (error) {
    if (error instanceof UnreadableFile) return error.message;
    throw error;
  }
  throw new Error('The file was read.');
};

describe.each(FORMATS)('%s', (format) => {
  test('ballots that were written read back as the same ballots', () => {
    fc.assert(
      fc.property(
        ballots.filter((list) => format === 'json' || list.length > 0),
        (list) => {
          const { ballots: back, problems } = readSeasonFile('season', WRITERS[format](list));
          expect(problems).toEqual([]);
          expect(withoutLines(back)).toEqual(withoutLines(list));
        },
      ),
      // A workbook takes ten times as long as the others.
      { numRuns: format === 'xlsx' ? 25 : 100 },
    );
  });

  test.each(SCORE_FIELDS)('%s is read from its own cell', (field) => {
    const scores = Object.fromEntries(SCORE_FIELDS.map((one) => [one, one === field ? 10 : null]));
    const [back] = readSeasonFile('season', WRITERS[format]([plainBallot({ scores })])).ballots;
    expect(back!.scores).toEqual(scores);
  });

  test('an empty cell is not read, and 0 is a score', () => {
    const scores = { ...plainBallot().scores, pOpen: 0 };
    const [back] = readSeasonFile('season', WRITERS[format]([plainBallot({ scores })])).ballots;
    expect(back!.scores).toMatchObject({ pOpen: 0, dOpen: null });
  });

  test('a comment is read without outer spaces', () => {
    const [back] = readSeasonFile('season', WRITERS[format]([plainBallot({ comments: { open: ' Warm\n' } })])).ballots;
    expect(back!.comments).toEqual({ open: 'Warm' });
  });

  test('a ballot without names keeps its side', () => {
    const [back] = readSeasonFile('season', WRITERS[format]([plainBallot({ side: 'd', students: {} })])).ballots;
    expect(back).toMatchObject({ side: 'd', students: {} });
  });
});

test('the 28 columns of the wide file are in the order and with the labels of a ballot’s own CSV', () => {
  const places: FileBallot['scores'] = { ...plainBallot().scores };
  for (const [index, field] of SCORE_FIELDS.entries()) places[field] = index % 11;
  const [header, line] = textOf('wide', plainBallot({ scores: places }))
    .replace(/^\uFEFF/, '')
    .split('\r\n');
  const labels = SCORE_FIELDS.map((field) => recognitionLabel(field));
  const at = header!.split(',').indexOf('P Opening');
  expect(header!.split(',').slice(at, at + 28)).toEqual(labels);
  expect(
    line!
      .split(',')
      .slice(at, at + 28)
      .map(Number),
  ).toEqual(SCORE_FIELDS.map((_, index) => index % 11));
});

test('the metrics read an exported tidy file', () => {
  const { rows, problems } = readTidyCsv(textOf('tidy', plainBallot()));
  expect(problems).toEqual([]);
  expect(rows).toHaveLength(28);
});

test('a name that looks like a formula is text in a spreadsheet', () => {
  const evil = '=HYPERLINK("http://example.org","x")';
  const ballot = plainBallot({ judge: evil });
  expect(textOf('wide', ballot)).toContain(`"'=HYPERLINK(""http`);
  expect(read(textOf('wide', ballot)).ballots[0]!.judge).toBe(evil);
});

const WIDE = textOf('wide', plainBallot());
const encodings: [string, Uint8Array][] = [
  ['UTF-8 with its mark', bytesOf(`\uFEFF${WIDE}`)],
  ['UTF-8 without its mark', bytesOf(WIDE)],
  ['UTF-16', new Uint8Array(Buffer.from(`\uFEFF${WIDE}`, 'utf16le'))],
  ['UTF-16 without its mark', new Uint8Array(Buffer.from(WIDE, 'utf16le'))],
  ['UTF-16, big end first', new Uint8Array(Buffer.from(`\uFEFF${WIDE}`, 'utf16le').swap16())],
  ['semicolons', bytesOf(WIDE.replaceAll(',', ';'))],
  ['tabs', bytesOf(WIDE.replaceAll(',', '\t'))],
  ['semicolons, which its first line names', bytesOf(`sep=;\r\n${WIDE.replace(/^\uFEFF/, '').replaceAll(',', ';')}`)],
  ['CSV (Macintosh)', bytesOf(WIDE.replaceAll('\r\n', '\r'))],
  ['plain line feeds', bytesOf(WIDE.replaceAll('\r\n', '\n'))],
];
test.each(encodings)('a spreadsheet may save the file as %s', (_what, bytes) => {
  const { ballots: back, problems } = readSeasonFile('season.txt', bytes);
  expect(problems).toEqual([]);
  expect(withoutLines(back)).toEqual(withoutLines([plainBallot()]));
});

test('Windows-1252 is read with its accents and quotation marks', () => {
  const text = textOf('wide', plainBallot({ judge: 'RenXe' }))
    .replaceAll('Łukasz', 'Lukasz')
    .replaceAll('’', "'");
  const bytes = bytesOf(text).map((byte) => (byte === 0x58 ? 0xe9 : byte));
  expect(readSeasonFile('season.csv', bytes).ballots[0]!.judge).toBe('Renée');
});

test('Mac Roman is read with its accents', () => {
  const text = textOf('wide', plainBallot({ judge: 'RenXe' })).replaceAll('\r\n', '\r');
  const ascii = text
    .replace(/^\uFEFF/, '')
    .replaceAll('Łukasz', 'Lukasz')
    .replaceAll('’', "'");
  const bytes = bytesOf(ascii).map((byte) => (byte === 0x58 ? 0x8e : byte));
  expect(readSeasonFile('season.csv', bytes).ballots[0]!.judge).toBe('Renée');
});

const HEADER = 'season,tournament,round,side,ballot,judge,part,student,kind,score';
const GOOD = '2031-32,Harvest,1,p,1,Rowe,open,Ann,speech,8';
const OPPONENT = '2031-32,Harvest,1,d,1,Rowe,open,,speech,7';
test.each([
  ['a score above 10', GOOD.replace(/8$/, '11'), 'The score is "11". It must be a whole number from 0 to 10, or empty if it was not read.'],
  ['half a point', GOOD.replace(/8$/, '8.5'), 'The score is "8.5". It must be a whole number from 0 to 10, or empty if it was not read.'],
  ['a part that is none', GOOD.replace('open', 'witness4'), 'The part is "witness4". It must be one of open, direct1, witness1, direct2, witness2, direct3, witness3, cross1, cross2, cross3, close.'],
  ['a missing round', GOOD.replace(',1,p', ',,p'), 'The round is missing. Write its number.'],
  ['a missing side', GOOD.replace(',p,', ',,'), 'The side is missing. Write p or d.'],
  ['a kind that the part doesn’t have', GOOD.replace('speech', 'cross'), 'The score sheet “College, three witnesses a side” has no score of the part "open" and the kind "cross" on this side.'],
  ['the same score twice', GOOD, 'Line 2 already has this score of this ballot. Remove one of them.'],
  ['two judges of one ballot', GOOD.replace('open', 'close').replace('Rowe', 'Hale'), 'The judge of this ballot is "Rowe" on an earlier line and "Hale" here. Make them the same.'],
  ['two students of one part', '2031-32,Harvest,1,p,1,Rowe,witness1,Ann,direct,8\n2031-32,Harvest,1,p,1,Rowe,witness1,Ben,cross,8', 'The student of witness1 is "Ann" on an earlier line of this ballot and "Ben" here. Make them the same.'],
])('a tidy file with %s says so with the line', (_what, lines, message) => {
  const line = 2 + lines.split('\n').length;
  expect(messages([HEADER, GOOD, lines, OPPONENT].join('\n'))).toEqual([`${line}: ${message}`]);
}); // prettier-ignore

test('in a tidy file our side is the one with students', () => {
  const { ballots: back } = read([HEADER, OPPONENT.replace(',d,', ',p,'), GOOD.replace(',p,', ',d,')].join('\n'));
  expect(back).toMatchObject([{ side: 'd', students: { open: 'Ann' }, line: 2 }]);
});

test('a ballot that names nobody must say which side is ours', () => {
  expect(messages([HEADER, OPPONENT].join('\n'))).toEqual([
    '2: This ballot doesn’t say which side is ours. Name a student, or add a column "our side" with p or d.',
  ]);
});

test('ballots with labels instead of numbers are numbered in the order of the file', () => {
  const { ballots: back } = read(
    [HEADER, GOOD.replace(',1,Rowe', ',b17,Rowe'), GOOD.replace(',1,Rowe', ',b18,Hale')].join('\n'),
  );
  expect(back.map(({ number, judge }) => `${number} ${judge}`)).toEqual(['1 Rowe', '2 Hale']);
});

test('the school’s two teams may have a round with the same number', () => {
  const list = [plainBallot(), plainBallot({ team: '1205', side: 'd' })];
  for (const format of FORMATS) {
    const { ballots: back, problems } = readSeasonFile('season', WRITERS[format](list));
    expect(problems).toEqual([]);
    expect(withoutLines(back)).toEqual(withoutLines(list));
  }
});

test('a ballot that is there twice is reported in every format', () => {
  const twice = [plainBallot(), plainBallot()];
  for (const format of FORMATS) expect(readSeasonFile('season', WRITERS[format](twice)).problems).not.toEqual([]);
  expect(messages(textOf('wide', ...twice))).toEqual([
    '3: Line 2 already has ballot 1 of this round. Remove one of them, or give it another number.',
  ]);
});

test.each([
  [
    'a score',
    { pWCross2: 11 },
    'P Cross W #2 is "11". It must be a whole number from 0 to 10, or empty if it was not read.',
  ],
])('a wide file names the cell of %s that can’t be', (_what, scores, message) => {
  const bad = plainBallot({ scores: { ...plainBallot().scores, ...scores } });
  expect(messages(textOf('wide', plainBallot({ round: '2' }), bad))).toEqual([`3: ${message}`]);
});

test.each(['constructor', '__proto__', 'toString'])('the side %s is refused', (side) => {
  const csv = WRITERS.wide([plainBallot()]);
  const text = new TextDecoder().decode(csv).replace(/^(?=2031)(.*?,.*?,.*?,.*?,.*?,)p,/m, `$1${side},`);
  expect(readSeasonFile('s.csv', bytesOf(text)).problems[0]?.message).toBe(`Our side is "${side}". It must be p or d.`);
});

test('missing columns are named', () => {
  const lines = WIDE.split('\r\n').map((line) => line.split(',').slice(0, 8).join(','));
  expect(messages(lines.join('\n'))).toEqual([
    '1: These columns are missing: P Opening, P Direct #1, P Direct W #1, P Cross W #1, P Direct #2 and 23 more. Add them, or choose which columns they are.',
  ]);
});

test('reading stops after a hundred problems and says so', () => {
  const lines = Array.from({ length: 500 }, () => GOOD.replace(/8$/, 'x'));
  const problems = messages([HEADER, ...lines].join('\n'));
  expect(problems).toHaveLength(101);
  expect(problems.at(-1)).toContain('Reading stopped here, after 100 problems.');
});

test.each([
  ['nothing', bytesOf(''), 'season.csv is empty.'],
  ['blank lines', bytesOf('\n\n ,,\n'), 'The file is empty.'],
  ['a PDF', bytesOf('%PDF-1.7\n'), 'season.csv is not a CSV, JSON or .xlsx file. Export it as one of these and try again.'],
  ['a picture', Uint8Array.of(0xff, 0xd8, 0xff, 0xe0, 0, 16, 74, 70), 'season.csv is not a CSV, JSON or .xlsx file. Export it as one of these and try again.'],
  ['an old workbook', Uint8Array.of(0xd0, 0xcf, 0x11, 0xe0, 0xa1), 'season.csv is an old .xls workbook, or has a password. Save it as .xlsx without a password and try again.'],
  ['an open quotation mark', bytesOf(`${HEADER}\n${GOOD}\n"2031`), 'The quotation mark in line 3 is never closed. Close it, or remove it, and try again.'],
  ['6 MB', new Uint8Array(6_000_000), 'season.csv is larger than 5 MB. Split it up and import the parts.'],
  ['5 MB of commas', bytesOf(','.repeat(4_999_999)), 'The file has more than 1,000,000 cells. Split it up.'],
  ['5 MB of line breaks', bytesOf('\n'.repeat(4_999_999)), 'The file has more than 1,000,000 cells. Split it up.'],
  ['damaged JSON', bytesOf('{"courtside": 1, "ballots": ['), 'This looks like a JSON file, but it is damaged or incomplete. Export it again.'],
  ['10,001 ballots', bytesOf(JSON.stringify({ courtside: 1, ballots: Array(10_001).fill(0) })), 'The file has more than 10,000 ballots. Split it up.'],
  ['foreign JSON', bytesOf('[1, 2]'), 'This JSON file is not one of Courtside’s. It must begin with {"courtside": 1.'],
  ['newer JSON', bytesOf('{"courtside": 2}'), 'This file was written by a newer version of Courtside. Update Courtside and try again.'],
])('%s is refused with a sentence', (_what, bytes, sentence) => {
  expect(refusal(bytes)).toBe(sentence);
}); // prettier-ignore

test('JSON names the ballot and the value that is wrong', () => {
  const of = (change: object): string[] => messages(JSON.stringify({ courtside: 1, ballots: [JSON.parse(textOf('json', plainBallot())).ballots[0], { ...JSON.parse(textOf('json', plainBallot({ round: '2' }))).ballots[0], ...change }] })); // prettier-ignore
  expect(of({})).toEqual([]);
  // Programs can save one, and then it is exported.
  expect(of({ comments: { open: '' } })).toEqual([]);
  expect(of({ scores: { ...plainBallot().scores, pOpen: 11 } })).toEqual([
    '2: Ballot 2: scores.pOpen must be a whole number from 0 to 10, or null.',
  ]);
  expect(of({ side: 'x' })).toEqual(['2: Ballot 2: side must be "p" or "d".']);
  expect(of({ extra: 1 })).toEqual(['2: Ballot 2 has "extra", which is unknown. Remove it.']);
  expect(of({ judge: 5 })).toEqual(['2: Ballot 2: judge must be text in quotation marks.']);
});

test('the format is what the content is, whatever the name says', () => {
  const formats = FORMATS.map((format) => detect('season.txt', WRITERS[format]([plainBallot()])).format);
  expect(formats).toEqual(['csv', 'csv', 'json', 'xlsx']);
});
