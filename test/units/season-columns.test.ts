// Recognizes columns with other headers, and known students with other spellings.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { recognitionLabel, SCORE_FIELDS } from '#ballot/form.ts';
import { columnsFor, suggestMapping } from '#season-files/columns.ts';
import { COLLEGE_ONLY } from '#season-files/file-sheets.ts';
import { compareStudents } from '#season-files/same-student.ts';
import { readSeasonFile, WRITERS } from '#season-files/season-file.ts';
import { bytesOf, plainBallot } from './season-ballots.ts';

describe('headers', () => {
  test('each of our own headers is recognized', () => {
    expect(suggestMapping(columnsFor(COLLEGE_ONLY))).toEqual(columnsFor(COLLEGE_ONLY));
  });

  test('each score field is recognized by its name and label in any case', () => {
    const labels = SCORE_FIELDS.map((field) => recognitionLabel(field));
    expect(suggestMapping(SCORE_FIELDS)).toEqual(labels);
    expect(suggestMapping(labels.map((label) => label.toUpperCase().replace('#', '')))).toEqual(labels);
  });

  test.each([
    ['Tourney', 'tournament'], ['Rd', 'round'], ['Ballot #', 'ballot'], ['Judge Name', 'judge'], ['PD', 'margin'], ['Full name', 'student'],
    ['P Open', 'P Opening'], ['Plaintiff Opening Statement', 'P Opening'], ['Def. Closing Argument', 'D Closing'], ['D Close', 'D Closing'],
    ['P Dx 1', 'P Direct #1'], ['Prosecution Direct Attorney 2', 'P Direct #2'], ['P Direct Witness 3', 'P Direct W #3'],
    ['P W Dx1', 'P Direct W #1'], ['P WDx1', 'P Direct W #1'], ['P Witness 1 Direct', 'P Direct W #1'], ['P Witness 1 Cross', 'P Cross W #1'],
    ['D Cx 2', 'D Cross #2'], ['Defense Cross Examination #3', 'D Cross #3'], ['Defendant Wit 2 Cx', 'D Cross W #2'], ['D Cx W 1', 'D Cross W #1'],
    ['D Cross (P Witness 1)', 'D Cross #1'], ['P Cx of Def. Wit 2', 'P Cross #2'], ['P Cross (P Witness 2)', 'P Cross W #2'], ['D Witness 1, cross by P', 'D Cross W #1'],
    ['Opener', 'Opening Student'], ['Closing Attorney', 'Closing Student'], ['Direct 1', 'Direct #1 Student'],
    ['Cross Attorney 2', 'Cross #2 Student'], ['Witness 3 Name', 'Witness #3 Student'], ['direct1 comments', 'Direct #1 Comment'],
  ])('"%s" is %s', (header, column) => {
    expect(suggestMapping([header])).toEqual([column]);
  });

  test.each(['', 'Lunch', 'P Direct', 'P Direct 4', 'P Direct 12', 'P Direct 1 vs 2', 'P Witness 1', 'P Witness 1 Attorney Direct', 'P Direct of Witness 1', 'P Cross of Witness 1', 'P Direct (D Witness 1)', 'Total', 'constructor'])('"%s" is none of ours', (header) => {
    expect(suggestMapping([header])).toEqual([null]);
  });

  test('of two headers for one column, the exact one is used', () => {
    expect(suggestMapping(['Rd', 'Round', 'Rnd'])).toEqual([null, 'round', null]);
    expect(suggestMapping(['Rd', 'Rnd'])).toEqual(['round', null]);
  });
}); // prettier-ignore

test('a file with other headers is read by the suggested mapping or the chosen one', () => {
  const csv = new TextDecoder()
    .decode(WRITERS.wide([plainBallot()]))
    .replace('tournament', 'Tourney')
    .replace('judge', 'Person');
  const suggested = readSeasonFile('season.csv', bytesOf(csv));
  expect(suggested.ballots[0]).toMatchObject({ tournament: 'Harvest Invitational', judge: '' });
  const { headers, mapping } = suggested.columns!;
  const chosen = mapping.map((column, index) => (headers[index] === 'Person' ? 'judge' : column));
  expect(readSeasonFile('season.csv', bytesOf(csv), chosen).ballots[0]).toMatchObject({ judge: 'Rowe' });
});

test('of many headers for one column the first counts, in time that grows with the headers', () => {
  const mapping = suggestMapping(Array.from({ length: 100_000 }, (_, index) => (index === 7 ? 'Score' : 'points')));
  expect(mapping.flatMap((column, place) => (column === null ? [] : [[place, column]]))).toEqual([[7, 'score']]);
});

test('a file with more than 500 columns is refused before any of them is looked at', () => {
  const wide = (columns: number) => bytesOf(`${'score,'.repeat(columns - 1)}score\n1`);
  expect(readSeasonFile('s.csv', wide(500)).columns?.headers).toHaveLength(500);
  expect(() => readSeasonFile('s.csv', wide(501))).toThrow(
    'The first line has 501 columns. Remove those that aren’t needed, until 500 are left.',
  );
});

describe('the same student', () => {
  const KNOWN = ['Ann O’Brien', 'Łukasz Nowak', 'José Álvarez', 'Jon Smith', 'Jan Smyth', 'Anne-Marie Li'];
  const suggested = (name: string): string[] => compareStudents([name], KNOWN)[0]!.suggestions;

  test.each([
    ['ANN O\'BRIEN', 'Ann O’Brien'], ['OBrien, Ann', 'Ann O’Brien'], ['Lukasz Nowak', 'Łukasz Nowak'], ['Jose Alvarez', 'José Álvarez'],
    ['Alvarez,  Jose', 'José Álvarez'], ['anne marie li', 'Anne-Marie Li'], ['Jose Alvares', 'José Álvarez'], ['Lukas Nowak', 'Łukasz Nowak'],
    ['Luaksz Nowak', 'Łukasz Nowak'], ['John Smith', 'Jon Smith'],
  ])('%s may be %s', (name, student) => {
    expect(suggested(name)).toEqual([student]);
  });

  test.each(['Ben Carter', 'Jose Alverez Ruiz', 'Jo Li', '', ','])('"%s" is nobody known', (name) => {
    expect(suggested(name)).toEqual([]);
  });

  test('a known name needs no suggestion, and each name is asked about once', () => {
    expect(compareStudents(['Jon Smith', 'Jon Smith'], KNOWN)).toEqual([{ name: 'Jon Smith', known: 'Jon Smith', suggestions: [] }]);
  });

  test('two known students who are spelled alike are both suggested, and a short name never for a typo', () => {
    expect(compareStudents(['jan smith'], KNOWN)[0]!.suggestions).toEqual(['Jon Smith', 'Jan Smyth']);
    expect(compareStudents(['Dan'], ['Ann', 'Jan'])[0]!.suggestions).toEqual([]);
  });

  /** Changed, missing, added and swapped letters, by the definition. */
  const distance = (a: string, b: string): number => {
    const rows = Array.from({ length: a.length + 1 }, () => Array<number>(b.length + 1).fill(0));
    for (let i = 0; i <= a.length; i += 1)
      for (let j = 0; j <= b.length; j += 1) {
        if (i === 0 || j === 0) { rows[i]![j] = i + j; continue; }
        const cost = Number(a[i - 1] !== b[j - 1]);
        const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1] ? rows[i - 2]![j - 2]! + 1 : Infinity;
        rows[i]![j] = Math.min(rows[i - 1]![j]! + 1, rows[i]![j - 1]! + 1, rows[i - 1]![j - 1]! + cost, swapped);
      }
    return rows[a.length]![b.length]!;
  };
  const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), minLength: 1, maxLength: 8 });

  test('exactly the names with one typo are suggested, whatever the names', () => {
    fc.assert(fc.property(word, fc.uniqueArray(word, { maxLength: 5 }), (name, known) => {
      const others = known.filter((one) => one !== name);
      const expected = name.length < 6 ? [] : others.filter((one) => distance(name, one) === 1);
      expect(compareStudents([name], others)[0]!.suggestions).toEqual(expected);
    }), { numRuns: 2000 });
  });

  test('a person gets at most five suggestions for a name', () => {
    const known = Array.from({ length: 50 }, (_, index) => `Ann Exampl${String.fromCodePoint(0x4e00 + index)}`);
    expect(compareStudents(['Ann Example'], known)[0]!.suggestions).toEqual(known.slice(0, 5));
  });
}); // prettier-ignore
