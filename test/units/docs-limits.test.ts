// Limits that the documentation names equal the constants of the code.
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { MIN_FIELD_CONFIDENCE } from '#ballot/extracted.ts';
import { MAX_IMAGE_BYTES } from '#ballot/photo-file.ts';
import { LIST_FILE, SEASON_FILE } from '#contract/list-files.ts';
import { MAX_IMPORTED } from '#contract/season-files.ts';
import * as words from '#contract/words.ts';
import { MIN_ROUNDS } from '#metrics/season-model.ts';
import { MAX_CELLS } from '#season-files/file-ballot.ts';
import { MAX_BODY_BYTES } from '#server/http/request-body.ts';
import { MAX_WEIGHT } from '../../scripts/tools/web-weight.ts';

const of = (value: number): string => value.toLocaleString('en-US');
const mb = (bytes: number): string => `${bytes / 1_000_000} MB`;

test.each<[document: string, sentence: string]>([
  [
    'docs/settings.md',
    `people, open invitations, teams, students and tournaments of a school, each | ${of(words.MAX_IN_SCHOOL)} |`,
  ],
  ['docs/settings.md', `rounds of a school | ${of(words.MAX_ROUNDS)} |`],
  ['docs/settings.md', `ballots of a school | ${of(words.MAX_BALLOTS)} |`],
  ['docs/settings.md', `imports of ballots that a school can undo | ${of(words.MAX_IMPORTS)} |`],
  ['docs/settings.md', `corrections of a ballot | ${words.MAX_CORRECTIONS} |`],
  ['docs/settings.md', `saved line-ups of a school | ${words.MAX_SAVED_LINE_UPS} |`],
  [
    'docs/settings.md',
    `versions of a score sheet | ${words.MAX_SHEET_VERSION}, and ${words.MAX_SHEET_VERSIONS} of all sheets of a school |`,
  ],
  ['docs/settings.md', `try-outs of a school | ${words.MAX_TRY_OUTS}, each with ${words.MAX_CANDIDATES} candidates |`],
  ['docs/settings.md', `webhooks of a school | ${words.MAX_WEBHOOKS} |`],
  ['docs/settings.md', `open requests of a school for colleagues | ${words.MAX_COLLEAGUE_REQUESTS} |`],
  [
    'docs/settings.md',
    `open requests of a person to join a school | ${words.MAX_OPEN_REQUESTS}, and ${words.MAX_REQUESTS_A_DAY} sent a day |`,
  ],
  ['docs/settings.md', `searches of a person for a school to join | ${words.MAX_SCHOOL_SEARCHES_A_DAY} a day |`],
  ['docs/settings.md', `access tokens of a person | ${words.MAX_ACCESS_TOKENS} |`],
  ['docs/settings.md', `calls with an access token | ${of(words.MAX_TOKEN_CALLS)} in 15 minutes |`],
  [
    'docs/api.md',
    `${words.MAX_ACCESS_TOKENS} tokens per person; ${of(words.MAX_TOKEN_CALLS)} calls in 15 minutes per token`,
  ],
  ['docs/sheets.md', `up to ${words.MAX_SHEET_VERSION} per sheet and ${words.MAX_SHEET_VERSIONS} per school`],
  [
    'docs/season-files.md',
    `up to ${mb(SEASON_FILE.maxBytes)}, 500 columns, ${of(MAX_CELLS)} cells, ${of(MAX_IMPORTED)} ballots`,
  ],
  ['docs/season-files.md', `up to ${of(words.MAX_IMPORTS)} imports`],
  [
    'docs/student-links.md',
    `${words.LINK_DAYS.slice(0, -1).join(', ')} or ${words.LINK_DAYS.at(-1)} days; ${words.DEFAULT_LINK_DAYS} unless`,
  ],
  ['docs/student-links.md', `${of(words.MAX_IN_SCHOOL)} open links per school`],
  ['docs/try-outs.md', `${words.MAX_TRY_OUTS} try-outs per school, ${words.MAX_CANDIDATES} candidates per try-out`],
  [
    'docs/asvs.md',
    `calls ${MAX_BODY_BYTES / 1000} kB, files of lists ${mb(LIST_FILE.maxBytes)}, files of ballots ${mb(SEASON_FILE.maxBytes)}, photos ${mb(MAX_IMAGE_BYTES)}`,
  ],
  ['docs/recognition.md', `fields below ${String(MIN_FIELD_CONFIDENCE).slice(1)} are marked`],
  ['docs/metrics.md', `Below ${MIN_ROUNDS} rounds`],
  [
    'ARCHITECTURE.md',
    `under ${MAX_WEIGHT.signInScripts} kB of scripts and ${MAX_WEIGHT.signInStyles} kB of styles, first signed-in screen under ${MAX_WEIGHT.firstScreenScripts} kB, any other page at most ${MAX_WEIGHT.pageScripts} kB more, the whole app under ${MAX_WEIGHT.allScripts} kB`,
  ],
])('%s says "%s"', (document, sentence) => {
  const text = readFileSync(resolve(import.meta.dirname, '../..', document), 'utf8');
  expect(text.replaceAll(/\s+/g, ' ')).toContain(sentence);
});
