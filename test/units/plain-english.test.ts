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

const PHRASES: [RegExp, advice: string][] = [
  [/\bwhoever\b/i, 'name the person: "a viewer", "the person who signed in"'],
  [/\bgo(?:es)? with\b/i, 'say "is deleted too", "belongs to" or "depends on"'],
  [/\b(?:is|are|was|were) told\b/i, 'say who says what: "a toast says why"'],
  [/\bhalf-typed\b/i, 'say "unsaved changes"'],
  [/\b(?:the|an) own\b/i, 'name the owner: "the person\'s password"'],
  [/\bmay not (?:do|see)\b/i, 'say "You don\'t have permission to ..."'],
  [/\bat its (?:begin|end)\b/i, 'say "when it starts", "when it ends"'],
  [/\btakes? (?:it )?(?:back|along)\b/i, 'say "undo", "roll back" or "export"'],
  [/\bin the meantime\b|\bmeantime\b/i, 'say "meanwhile" or "while you were editing"'],
  [/\bone name a line\b|\ba row a\b/i, 'say "one name per line"'],
  [/\bfound out\b/i, 'say "checked" or "determined"'],
  [/\bthe (?:one|ones) that one\b/i, 'name the thing'],
  [/\bcolour/i, 'American English: "color"'],
  [/\be-mail/i, 'say "email"'],
  [/\bgone for good\b/i, 'say "permanently deleted"'],
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

test.each([
  'Whoever asks is told so.',
  'What goes with it',
  'const MOST_RETRIES = 3;',
  'the own password',
  'You may not do this.',
  'Something half-typed',
])('"%s" is reported', (text) => {
  expect(findings('a file', text)).not.toEqual([]);
});

test('plain sentences pass', () => {
  expect(
    findings('a file', "You don't have permission to do that. const MAX_RETRIES = 3; the browser's own list"),
  ).toEqual([]);
});
