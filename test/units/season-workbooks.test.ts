// Workbooks: our own, the community's, foreign ones, and hostile ones.
import { strToU8, unzipSync, zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { UnreadableFile } from '#season-files/file-ballot.ts';
import { readSeasonFile, WRITERS } from '#season-files/season-file.ts';
import { openWorkbook } from '#season-files/sheets-read.ts';
import { writeSheets } from '#season-files/sheets-write.ts';
import { tidyRows } from '#season-files/tidy.ts';
import { wideRows } from '#season-files/wide.ts';
import { ballotData, blockOf, OURS, type Line } from './community-workbook.ts';
import { plainBallot, withoutLines } from './season-ballots.ts';

const refusal = (bytes: Uint8Array): string => {
  try {
    readSeasonFile('season.xlsx', bytes);
  } catch (error) {
    if (error instanceof UnreadableFile) return error.message;
    throw error;
  }
  throw new Error('The workbook was read.');
};
const DAMAGED = 'This workbook is damaged. Open it in a spreadsheet program, save it again, and try again.';
const TOO_LARGE = 'This workbook is too large once it is unpacked. Copy the ballots into a new workbook and try again.';
const TOO_MANY = 'The workbook has more than 1,000,000 cells. Copy the ballots into a new one.';

/** A workbook of ours with some of its files replaced. */
const changed = (files: Record<string, string | Uint8Array>): Uint8Array => {
  const own = unzipSync(writeSheets([{ name: 'Ballots', rows: [['a']] }]));
  const others = Object.entries(files).map(([name, file]) => [name, typeof file === 'string' ? strToU8(file) : file]);
  return zipSync({ ...own, ...(Object.fromEntries(others) as Record<string, Uint8Array>) }, { level: 1 });
};
const SHEET = 'xl/worksheets/sheet1.xml';
const sheetOf = (rows: string): Uint8Array =>
  changed({ [SHEET]: `<worksheet><sheetData>${rows}</sheetData></worksheet>` });
const cellsOf = (rows: string): string[][] =>
  openWorkbook(sheetOf(rows))
    .rowsOf('Ballots')
    .map(({ cells }) => cells);

describe('cells', () => {
  test('texts and numbers come back, whatever they look like, and none is a formula', () => {
    const texts = ['=HYPERLINK("http://example.org","x")', 'O’Brien', 'Łukasz', '<&">', '_x000D_', 'a\u0001b', 'a\r\nb', '😀', '007', '=1+1'];
    const bytes = writeSheets([{ name: 'A & B', rows: [texts, [7, '', 10]] }]);
    const { names, rowsOf } = openWorkbook(bytes);
    expect(names).toEqual(['A & B']);
    expect(rowsOf('A & B')).toEqual([{ line: 1, cells: texts }, { line: 2, cells: ['7', '', '10'] }]);
    expect(new TextDecoder().decode(unzipSync(bytes)[SHEET])).not.toContain('<f>');
  });

  test('a cell with a formula has the value that the spreadsheet last computed', () => {
    expect(cellsOf('<row r="1"><c r="A1"><f>4+4</f><v>8</v></c><c r="B1" t="str"><f>"a"</f><v>a</v></c><c r="C1" t="str"><f>""</f><v/></c></row>')).toEqual([['8', 'a']]);
  });

  test('a formula that no spreadsheet has computed is not taken for a score that wasn’t read', () => {
    expect(refusal(sheetOf('<row r="1"><c r="A1"><v>1</v></c></row><row r="2"><c r="A2"><f>4+4</f><v/></c></row>'))).toBe(
      'Row 2 has a formula that was never computed. Open the workbook in a spreadsheet program, save it again, and try again.',
    );
  });

  test('shared texts are read with their formatted pieces and without reading aids', () => {
    const bytes = changed({
      'xl/sharedStrings.xml': '<sst><si><t>Ann</t></si><si><r><t>Be</t></r><r><t>n</t></r><rPh><t>x</t></rPh></si></sst>',
      [SHEET]: '<worksheet><sheetData><row r="3"><c r="B3" t="s"><v>1</v></c><c t="s"><v>0</v></c></row></sheetData></worksheet>',
    });
    expect(openWorkbook(bytes).rowsOf('Ballots')).toEqual([{ line: 3, cells: ['', 'Ben', 'Ann'] }]);
  });

  test('cells beyond the column limit are ignored', () => {
    expect(cellsOf('<row r="1"><c r="A1"><v>1</v></c><c r="XFD1"><v>2</v></c><c r="ZZZZZZZZ1"><v>3</v></c></row>')).toEqual([['1']]);
  });

  test('a workbook with prefixes in its XML is read', () => {
    const bytes = changed({ [SHEET]: '<x:worksheet xmlns:x="a"><x:sheetData><x:row r="1"><x:c r="A1"><x:v>5</x:v></x:c></x:row></x:sheetData></x:worksheet>' });
    expect(openWorkbook(bytes).rowsOf('Ballots')).toEqual([{ line: 1, cells: ['5'] }]);
  });
}); // prettier-ignore

describe('sheets', () => {
  const ballots = [
    plainBallot({ scores: { ...plainBallot().scores, pOpen: 9, dWCross3: 0 } }),
    plainBallot({ round: '2' }),
  ];

  test('the wide sheet is read', () => {
    const bytes = writeSheets([
      { name: 'Notes', rows: [['hello']] },
      { name: 'Ballots', rows: wideRows(ballots) },
    ]);
    expect(withoutLines(readSeasonFile('s', bytes).ballots)).toEqual(withoutLines(ballots));
  });

  test('the tidy sheet is read', () => {
    const bytes = writeSheets([
      { name: 'Notes', rows: [['hello']] },
      { name: 'Scores', rows: tidyRows(ballots) },
    ]);
    expect(withoutLines(readSeasonFile('s', bytes).ballots)).toEqual(withoutLines(ballots));
  });

  test('another program’s first sheet is read by its headers', () => {
    const bytes = writeSheets([{ name: 'Sheet1', rows: wideRows(ballots) }]);
    expect(withoutLines(readSeasonFile('s', bytes).ballots)).toEqual(withoutLines(ballots));
  });

  test('a macro in the workbook is never looked at', () => {
    const files = unzipSync(WRITERS.xlsx(ballots));
    const bytes = zipSync({ ...files, 'xl/vbaProject.bin': new Uint8Array(1000) });
    expect(withoutLines(readSeasonFile('s.xlsm', bytes).ballots)).toEqual(withoutLines(ballots));
  });
});

describe('the community’s workbook', () => {
  test('each cell lands on its field', () => {
    const { ballots, problems, columns } = readSeasonFile('season.xlsm', ballotData([['Defense Round']], blockOf('First Ballot')));
    expect(problems).toEqual([]);
    expect(columns).toBeNull();
    expect(ballots).toEqual([{
      ...plainBallot(), season: '', tournament: '', judge: '', team: '', opponent: '', side: 'd', line: 2,
      students: {
        open: 'Ann', close: 'Cleo', direct1: 'Ann', direct2: 'Ben', direct3: 'Cleo', cross1: 'Ann', cross2: 'Ben', cross3: 'Cleo',
        witness1: 'Dan', witness2: 'Eve', witness3: 'Finn',
      },
      scores: {
        dOpen: 3, dDirect1: 1, dCross1: 2, dDirect2: 4, dCross2: 5, dDirect3: 6, dCross3: 7, dClose: 8,
        dWDirect1: 9, dWCross1: 10, dWDirect2: 0, dWCross2: null, dWDirect3: 1, dWCross3: 3,
        pOpen: 6, pDirect1: 2, pWCross1: 4, pDirect2: 8, pWCross2: 10, pDirect3: 1, pWCross3: 3, pClose: 5,
        pWDirect1: 7, pCross1: 9, pWDirect2: 0, pCross2: 2, pWDirect3: null, pCross3: 6,
      },
      ranks: [{ kind: 'attorney', rank: 1, student: 'Ann' }, { kind: 'witness', rank: 4, student: 'Dan' }],
    }]);
  });

  test('rounds and judges are numbered in the order of the sheet, and blocks without a score are left out', () => {
    const { ballots, problems } = readSeasonFile('s', ballotData(
      [['Plaintiff Round']], blockOf('First Ballot'), blockOf('Second Ballot'), blockOf('Third Ballot', []),
      [['Defense Round']], blockOf('First Ballot'), blockOf('Second Ballot', OURS.map(([name]) => [name, '', ''])).map((row) => row.slice(0, 8)),
    ));
    expect(problems).toEqual([]);
    expect(ballots.map(({ round, number, side }) => [round, number, side])).toEqual([['1', 1, 'p'], ['1', 2, 'p'], ['2', 1, 'd']]);
  });

  test('the second attorney may open, a fourth may only close, and students without scores did not play', () => {
    const ours: Line[] = [['Ann', 1, 2], ['Ben', 4, 5, 3], ['Cleo', 6, 7], ['Gus', '', '', 8, 2], ...OURS.slice(3), ['Hal', '', '']];
    const rows = blockOf('First Ballot', ours).map((row) => row.slice(0, 8));
    const { ballots, problems } = readSeasonFile('s', ballotData([['Plaintiff Round']], rows));
    expect(problems).toEqual([]);
    expect(ballots[0]).toMatchObject({
      students: { open: 'Ben', close: 'Gus', direct1: 'Ann', cross3: 'Cleo', witness1: 'Dan', witness3: 'Finn' },
      scores: { pOpen: 3, pClose: 8, pDirect1: 1, pCross3: 7, pWDirect1: 9 },
      ranks: [{ kind: 'attorney', rank: 2, student: 'Gus' }, { kind: 'witness', rank: 4, student: 'Dan' }],
    });
  });

  const NO_SPEECH = 'has a speech that is neither the opening nor the closing. Two attorneys speak, the opening one first.';
  test.each([
    ['five students', OURS.slice(0, 5), '2: This ballot names 5 students. It must name six, or seven with a fourth attorney: first the attorneys, then three witnesses.'],
    ['a score in words', [['Ann', 'x' as unknown as number, 2], ...OURS.slice(1)] as Line[], '2: The direct in row 6 is "x". It must be a whole number from 0 to 10, or empty if it was not read.'],
    ['a witness with a speech', [OURS[3]!, OURS[4]!, OURS[5]!, OURS[0]!, OURS[1]!, OURS[2]!], `2: Row 9 ${NO_SPEECH}`],
    ['a third speech', [OURS[0]!, ['Ben', 4, 5, 6], ...OURS.slice(2)] as Line[], `2: Row 8 ${NO_SPEECH}`],
    ['four attorneys who all examined', [OURS[0]!, ['Gus', 1, 1], ...OURS.slice(1)] as Line[], '2: This ballot names four attorneys, of whom three must have directs and crosses, and one only a speech.'],
  ])('a ballot with %s is reported, not guessed', (_what, ours, message) => {
    const theirs = ballotData([['Plaintiff Round']], blockOf('First Ballot', ours).map((row) => row.slice(0, 8)));
    expect(readSeasonFile('s', theirs).problems.map((problem) => `${problem.line}: ${problem.message}`)).toEqual([message]);
  });

  test('a ballot without a side above it, and a sheet without ballots, are reported', () => {
    expect(readSeasonFile('s', ballotData(blockOf('First Ballot'))).problems[0]!.message).toBe('Above this ballot, column A must say "Plaintiff Round" or "Defense Round".');
    expect(readSeasonFile('s', ballotData([['x']])).problems[0]!.message).toContain('The sheet has no ballots.');
  });
}); // prettier-ignore

describe('hostile workbooks are refused', () => {
  const blanks = (count: number): Uint8Array => new Uint8Array(count).fill(32);
  const big = blanks(60_000_000);
  const bomb = changed({ [SHEET]: big });

  test('a zip bomb that says how large it is', () => {
    expect(bomb.length).toBeLessThan(1_000_000);
    expect(refusal(bomb)).toBe(TOO_LARGE);
  });

  test('a zip bomb that lies about its size', () => {
    const lie = bomb.slice();
    const view = new DataView(lie.buffer);
    for (let at = 0; at < lie.length - 30; at += 1) {
      const signature = view.getUint32(at, true);
      if (signature === 0x04034b50 && view.getUint32(at + 22, true) > 1e6) view.setUint32(at + 22, 100, true);
      if (signature === 0x02014b50 && view.getUint32(at + 24, true) > 1e6) view.setUint32(at + 24, 100, true);
    }
    expect(refusal(lie)).toBe(TOO_LARGE);
  });

  test('a bomb in shared texts and a bomb in the sheet count together', () => {
    const part = blanks(30_000_000);
    expect(refusal(changed({ 'xl/sharedStrings.xml': part, [SHEET]: part }))).toBe(TOO_LARGE);
  });

  test('a bomb in a file that nobody needs is not inflated', () => {
    expect(openWorkbook(changed({ 'xl/media/image1.png': big })).rowsOf('Ballots')).toEqual([{ line: 1, cells: ['a'] }]);
  });

  test('a part that is there twice', () => {
    const extra = 'xl/worksheets/sheet0.xml';
    const twice = changed({ [extra]: '<worksheet/>' });
    const name = strToU8(extra);
    for (let at = 0; at < twice.length - name.length; at += 1)
      if (name.every((byte, index) => twice[at + index] === byte)) twice.set(strToU8(SHEET), at);
    expect(refusal(twice)).toBe(DAMAGED);
  });

  test('names that lead out of the archive lead nowhere', () => {
    const escaping = changed({ '../../escaped.xml': 'x', '/etc/escaped': 'x', 'xl\\..\\..\\escaped': 'x' });
    expect(openWorkbook(escaping).rowsOf('Ballots')).toEqual([{ line: 1, cells: ['a'] }]);
    const linked = '<Relationships><Relationship Id="rId1" Target="../../../etc/passwd"/></Relationships>';
    expect(refusal(changed({ 'xl/_rels/workbook.xml.rels': linked }))).toBe(DAMAGED);
  });

  test.each([
    ['entities', '<!DOCTYPE a [<!ENTITY x "xxxx"><!ENTITY y "&x;&x;">]><worksheet><sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>&y;</t></is></c></row></sheetData></worksheet>'],
    ['a file of the server', '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><worksheet/>'],
    ['an unknown entity', '<worksheet>&x;</worksheet>'],
    ['an open tag', '<worksheet><sheetData>'],
    ['no XML', 'hello'],
    ['a row at the end of the world', '<worksheet><sheetData><row r="99999999999"/></sheetData></worksheet>'],
    ['rows that go backward', '<worksheet><sheetData><row r="2"/><row r="1"/></sheetData></worksheet>'],
    ['a cell longer than a spreadsheet writes', `<worksheet><sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>${'x'.repeat(32_768)}</t></is></c></row></sheetData></worksheet>`],
    ['a shared text that is missing', '<worksheet><sheetData><row r="1"><c r="A1" t="s"><v>7</v></c></row></sheetData></worksheet>'],
  ])('a sheet with %s', (_what, xml) => {
    expect(refusal(changed({ [SHEET]: xml }))).toBe(DAMAGED);
  });

  test('more than a million cells', () => {
    expect(refusal(sheetOf(`<row r="1">${'<c/>'.repeat(1_000_001)}</row>`))).toBe(TOO_MANY);
  });

  test.each([
    ['half a workbook', WRITERS.xlsx([plainBallot()]).subarray(0, 900), DAMAGED],
    ['a start and nothing more', Uint8Array.of(0x50, 0x4b, 3, 4), 'This file is not a workbook. Save it as .xlsx and try again.'],
    ['another archive', zipSync({ 'a.txt': strToU8('a') }), 'This file is not a workbook. Save it as .xlsx and try again.'],
    ['a workbook without its sheet', changed({ 'xl/_rels/workbook.xml.rels': '<Relationships/>' }), DAMAGED],
  ])('%s', (_what, bytes, sentence) => {
    expect(refusal(bytes)).toBe(sentence);
  });
}); // prettier-ignore
