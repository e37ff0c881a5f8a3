// Files of ballots on any sheet: what was written reads back as the same ballots.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { BUILT_IN } from '#ballot/sheet/built-in.ts';
import { COLLEGE_28 } from '#ballot/sheet/college-28.ts';
import { startedFrom, withRowFacts, withSide } from '#ballot/sheet/edit.ts';
import { KENTUCKY } from '#ballot/sheet/kentucky.ts';
import { maxMargin } from '#ballot/sheet/scores-on-sheet.ts';
import { maxRanks } from '#ballot/sheet/ranks.ts';
import { cellsOf, keysOf, RANKED, type Sheet } from '#ballot/sheet/sheet.ts';
import { partsOn } from '#metrics/sheet-parts.ts';
import { newBallot, type FileBallot, type FileRank } from '#season-files/file-ballot.ts';
import { tidyCells } from '#season-files/file-sheets.ts';
import { readSeasonFile, WRITERS, type WrittenFormat } from '#season-files/season-file.ts';
import { bytesOf } from './season-ballots.ts';
import { anySheet, anyTrial } from './sheets.ts';

const FORMATS = Object.keys(WRITERS) as WrittenFormat[];
const TRIALS = BUILT_IN.filter(({ sides }) => sides.d !== null);

/** Ranks of some students, each with a part of the kind that is ranked. */
function ranksOn(sheet: Sheet, students: FileBallot['students'], places: readonly number[]): FileRank[] {
  const may = { attorney: /^(?!witness|clerk|bailiff)/, witness: /^witness/, anyone: /./ };
  return RANKED.flatMap((kind) => {
    const able = Object.entries(students).flatMap(([part, name]) => (may[kind].test(part) ? [name] : []));
    const asked = [...new Set(places.map((place) => (place % 20) + 1))].filter((rank) => rank <= maxRanks(sheet, kind));
    const ranks = able.slice(0, asked.length).map((student, index) => ({ kind, rank: asked[index]!, student }));
    return ranks.toSorted((one, other) => one.rank - other.rank);
  });
}

const ballotOn = (sheet: Sheet, number: number): fc.Arbitrary<FileBallot> =>
  fc
    .record({
      scores: fc.record(
        Object.fromEntries(cellsOf(sheet).map(({ key, min, max }) => [key, fc.option(fc.integer({ min, max }))])),
      ),
      tabMargin: fc.option(fc.integer({ min: -maxMargin(sheet), max: maxMargin(sheet) })),
      comments: fc.record(Object.fromEntries(partsOn(sheet, 'p').map((part) => [part, fc.constant(`On ${part}`)])), {
        requiredKeys: [],
      }),
      places: fc.array(fc.nat({ max: 20 }), { maxLength: 5 }),
      students: fc.record(Object.fromEntries(partsOn(sheet, 'p').map((part) => [part, fc.constant(`Ann ${part}`)]))),
    })
    .map(({ places, ...rest }) => ({
      ...newBallot(0, sheet),
      ranks: ranksOn(sheet, rest.students, places),
      season: '2026-27',
      tournament: `Harvest ${sheet.id}`,
      round: '1',
      number,
      judge: 'Rowe',
      team: 'A',
      ...rest,
    }));
/** Ballots of a sheet of a school's own, in two versions, and of two other sheets. */
const anySeason = fc
  .tuple(fc.oneof(anySheet, anyTrial), fc.constantFrom(...TRIALS), fc.constantFrom(...TRIALS))
  .chain(([own, ...others]) => {
    const newer = { ...own, version: 2, sections: own.sections.slice(0, 1) };
    const sheets = [...new Set([own, newer, ...others])];
    const ballots = fc.tuple(...sheets.map((sheet, index) => ballotOn(sheet, index + 1)));
    return fc.record({ sheets: fc.constant(sheets), ballots });
  });
const withoutLines = (ballots: readonly FileBallot[]) => ballots.map(({ line: _line, ...ballot }) => ballot);

test.each(FORMATS)('ballots of several sheets, written as %s, read back the same', (format) => {
  fc.assert(
    fc.property(anySeason, ({ sheets, ballots }) => {
      const read = readSeasonFile('season', WRITERS[format](ballots, sheets), undefined, [COLLEGE_28, ...sheets]);
      expect(read.problems).toEqual([]);
      expect(withoutLines(read.ballots)).toEqual(withoutLines(ballots));
    }),
    { numRuns: 30 },
  );
});

/** A sheet of a school’s own from the college form, on which the opening is called otherwise. */
const renamed = (version: number, label: string): Sheet => ({
  ...withRowFacts(startedFrom(COLLEGE_28, 'ours'), { section: 0, row: 0 }, { label }),
  version,
});
const OURS = [renamed(1, 'Opening'), renamed(2, 'OPENING'), renamed(3, 'Opening!')] as const;
const tens = (sheet: Sheet, number: number): FileBallot => ({
  ...newBallot(0, sheet),
  round: '1',
  number,
  scores: Object.fromEntries(keysOf(sheet).map((key, at) => [key, (at + number) % 11])),
});

test.each(FORMATS)('versions whose rows differ in a capital or a sign, written as %s, read back the same', (format) => {
  const ballots = OURS.map((sheet, at) => tens(sheet, at + 1));
  const read = readSeasonFile('season', WRITERS[format](ballots, OURS), undefined, [COLLEGE_28, ...OURS]);
  expect(read.problems).toEqual([]);
  expect(withoutLines(read.ballots)).toEqual(withoutLines(ballots));
});

test.each(FORMATS)('twelve versions whose sides are called otherwise, written as %s, read back the same', (format) => {
  const versions = Array.from({ length: 12 }, (_, at) => ({
    ...withSide(withSide(renamed(1, 'Opening'), 'p', { short: `P${at}` }), 'd', { short: `D${at}` }),
    version: at + 1,
  }));
  const ballots = versions.map((sheet, at) => ({ ...tens(sheet, 1), round: `${at + 1}` }));
  const read = readSeasonFile('season', WRITERS[format](ballots, versions), undefined, [COLLEGE_28, ...versions]);
  expect(read.problems).toEqual([]);
  expect(withoutLines(read.ballots)).toEqual(withoutLines(ballots));
});

test.each(OURS)('what a school calls the rows of its version $version changes nothing for college rounds', (sheet) => {
  const ballots = [tens(COLLEGE_28, 1)];
  for (const text of [written('wide', ballots[0]), written('wide', ballots[0]).replace('P Opening', 'p opening!')]) {
    const read = readSeasonFile('season', bytesOf(text), undefined, [COLLEGE_28, sheet]);
    expect(read.problems).toEqual([]);
    expect(withoutLines(read.ballots)).toEqual(withoutLines(ballots));
  }
});

test('each score of a sheet has a place of its own in the tidy table', () => {
  fc.assert(
    fc.property(fc.oneof(anySheet, fc.constantFrom(...BUILT_IN)), (sheet) => {
      const places = tidyCells(sheet).map(({ side, part, kind }) => `${side} ${part} ${kind}`);
      expect(new Set(places).size).toBe(keysOf(sheet).length);
    }),
  );
});

const scores = Object.fromEntries(cellsOf(KENTUCKY).map(({ key }) => [key, 7]));
const BALLOT = { ...newBallot(0, KENTUCKY), round: '1', number: 1, scores };
const written = (format: WrittenFormat, ballot: FileBallot = BALLOT): string =>
  new TextDecoder().decode(WRITERS[format]([ballot], [KENTUCKY]));

test('a file that names no sheet is read by the labels of the chosen tournament’s sheet', () => {
  const plain = written('wide').replaceAll(/,sheet\r|,kentucky\/1\r/g, '\r');
  const { ballots, problems, columns } = readSeasonFile('s.csv', bytesOf(plain), undefined, [KENTUCKY, COLLEGE_28]);
  expect(problems).toEqual([]);
  expect(ballots[0]).toMatchObject({ sheet: { id: 'kentucky', version: 1 }, scores });
  expect(columns?.mapping).not.toContain(null);
  const asCollege = readSeasonFile('s.csv', bytesOf(plain), undefined, [COLLEGE_28, KENTUCKY]);
  expect(asCollege.problems[0]?.message).toMatch(/^These columns are missing: P Direct W #1/);
});

test.each([
  [
    'wide',
    (text: string) => text.replace('kentucky/1', 'kentucky/2'),
    /score sheet is "kentucky\/2", which this school/,
  ],
  ['tidy', (text: string) => text.replace('kentucky/1', 'ours/1'), /score sheet is "ours\/1", which this school/],
  [
    'json',
    (text: string) => text.replace('"version": 1', '"version": 2'),
    /on a score sheet that this school doesn’t have/,
  ],
  ['wide', (text: string) => text.replace(',7,', ',0,'), /must be a whole number from 1 to 10/],
  ['tidy', (text: string) => text.replace(',speech,7', ',speech,11'), /must be a whole number from 1 to 10/],
  ['json', (text: string) => text.replace('": 7', '": 11'), /must be a whole number from 1 to 10, or null/],
  [
    'tidy',
    (text: string) => text.replace(',speech,7', ',cross,7'),
    /has no score of the part "open" and the kind "cross"/,
  ],
] as const)('%s: what the sheet doesn’t have is refused in words', (format, change, message) => {
  const text = change(written(format));
  expect(text).not.toBe(written(format));
  const read = readSeasonFile('season', bytesOf(text), undefined, [COLLEGE_28, KENTUCKY]);
  expect(read.problems[0]?.message).toMatch(message);
});
