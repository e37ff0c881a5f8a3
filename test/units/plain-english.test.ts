// Keeps the phrases that read like a translation out of the text that people read: screens, comments, names, docs.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = resolve(import.meta.dirname, '../..');

/** This file names the phrases. */
const isExcluded = (file: string): boolean =>
  [
    'test/units/plain-english.test.ts',
    'package-lock.json',
    'bench/mutation/package-lock.json',
    'bench/rivals/package-lock.json',
  ].includes(file);

/** Only what is always wrong: a ban of good English would breed bad sentences. Reading does the rest. */
const PHRASES: [RegExp, advice: string][] = [
  [/\bhalf-typed\b/i, 'say "unsaved changes"'],
  [/\b(?:the|an) own\b/i, 'name the owner: "the person\'s password"'],
  [/\bat its begin\b/i, 'say "when it starts"'],
  [/\bone name a line\b|\ba row a\b/i, 'say "one name per line"'],
  [/\bthe (?:one|ones) that one\b/i, 'name the thing'],
  [/\bcolour/i, 'American English: "color"'],
  [/\be-mail/i, 'say "email"'],
  [/\b(?:MOST|LEAST|LONGEST|SHORTEST)_(?!PASSWORD)/, 'use MAX_ or MIN_'],
  [/(?<![.:])\bnth\b/, 'use `index`'],
];

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: ROOT,
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => /\.(?:tsx?|m?js|css|html|sql|md|json|py|R|sh|ya?ml)$/.test(file) && !isExcluded(file));

const findings = (name: string, text: string): string[] =>
  text.split('\n').flatMap((line, index) =>
    PHRASES.flatMap(([phrase, advice]) => {
      const [found] = phrase.exec(line) ?? [];
      return found === undefined ? [] : [`${name}:${index + 1} says "${found}": ${advice}`];
    }),
  );

test('every text file is written in plain English', () => {
  expect(files.length).toBeGreaterThan(100);
  expect(files.flatMap((file) => findings(file, readFileSync(resolve(ROOT, file), 'utf8')))).toEqual([]);
});

test.each(['const MOST_RETRIES = 3;', 'the own password', 'Something half-typed', 'Paste one name a line.'])(
  '"%s" is reported',
  (text) => {
    expect(findings('a file', text)).not.toEqual([]);
  },
);

test('plain sentences pass', () => {
  expect(
    findings(
      'a file',
      "Whoever signs in is told why. In the meantime, its label goes with the field. MAX_RETRIES; the browser's own list",
    ),
  ).toEqual([]);
});
