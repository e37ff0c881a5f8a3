// `npm run metrics` with a file of scores.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SeasonReport } from '#metrics/report.ts';
import { writeTidyCsv } from '#metrics/tidy-csv.ts';
import { EXPECTED, seasonFixturePath } from './fixtures.ts';
import { ballotRows } from './rows.ts';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'courtside-metrics-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const metrics = (...args: string[]): { status: number | null; stdout: string; stderr: string } => {
  const script = ['scripts/launch.js', 'scripts/metrics.ts'].map((file) => resolve(import.meta.dirname, '../..', file));
  return spawnSync(process.execPath, [...script, ...args], { encoding: 'utf8' });
};
const fileOf = (text: string): string => {
  const file = join(folder, 'scores.csv');
  writeFileSync(file, text);
  return file;
};

test('--json prints the variances, the students and the comparisons', () => {
  const { status, stdout } = metrics(seasonFixturePath('usual'), '--json');
  expect(status).toBe(0);
  const report = JSON.parse(stdout) as SeasonReport;
  expect(Object.keys(report)).toEqual(['variances', 'rounds', 'ballots', 'students', 'comparisons']);
  expect(Object.keys(report.variances).toSorted()).toEqual(['ballot', 'opponent', 'rest', 'student', 'studentInRound']);
  expect(report.variances.ballot).toBeCloseTo(EXPECTED.usual.variances.ballot, 4);
  expect(report.rounds).toBe(24);
  for (const student of report.students) {
    expect(Object.keys(student).join(' ')).toBe(
      'student role side scores rounds judges mean estimate low high reliability',
    );
    const [effect] = EXPECTED.usual.effects[`${student.role} ${student.student}`]!;
    expect(student.estimate).toBeCloseTo(effect, 4);
  }
  expect(Object.keys(report.comparisons[0]!)).toEqual(['a', 'b', 'role', 'probability']);
});

test('without --json it prints a table per role, the variances and sentences', () => {
  const { status, stdout } = metrics(fileOf(writeTidyCsv(ballotRows({ round: '1', ballot: 'a' }))));
  expect(status).toBe(0);
  expect(stdout).toContain('1 round, 1 ballot');
  expect(stdout).toMatch(
    /^Ann +P +1 +1 +1 +1 +8\.00 +8\.0 +0\.00 +0\.00 +-0\.\d\d to \+0\.\d\d +nobody to compare with$/m,
  );
  expect(stdout).toMatch(/^Dan +P +1 +1 +1 +1 +8\.00 +8\.0 +0\.00 +0\.00 +-0\.\d\d to \+0\.\d\d +about \d+%$/m);
  expect(stdout).toContain('Variances (points squared): ballot 0.590, opponent 0.150, student 0.033');
  expect(stdout).toContain('These scores do not yet separate your crossing attorneys.');
});

test('bad rows are reported with their line numbers, and nothing is computed', () => {
  const good = writeTidyCsv(ballotRows({ round: '1', ballot: 'a' }));
  const { status, stdout, stderr } = metrics(fileOf(good.replace('open,Ann,speech,8', 'open,Ann,speech,12')), '--json');
  expect([status, stdout]).toEqual([1, '']);
  expect(stderr).toContain('line 2: The score is "12". It must be a number from 0 to 10, or empty.');
  expect(stderr).toContain('Nothing was computed. Fix this line and try again.');
});

test('a file with two seasons requires choosing one', () => {
  const rows = [...ballotRows({ round: '1', ballot: 'a' }), ...ballotRows({ round: '1', ballot: 'a', season: '2032' })];
  const file = fileOf(writeTidyCsv(rows));
  expect(metrics(file).stderr).toContain('contains several seasons. Choose one with --season: 2031, 2032');
  expect(metrics(file, '--season', '2032').stdout).toContain('1 round, 1 ballot');
  expect(metrics(file, '--season', '2033').stderr).toContain('has no season "2033"');
});

test('a missing file and a missing argument are reported', () => {
  expect(metrics('nowhere.csv')).toMatchObject({ status: 1, stderr: expect.stringContaining('nowhere.csv') as string });
  expect(metrics().stderr).toContain('Usage: npm run metrics -- scores.csv');
});
