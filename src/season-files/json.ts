// All that is known about ballots as JSON, with a version so that later versions can still read it.
import * as z from 'zod/mini';
import { maxMargin } from '#ballot/sheet/scores-on-sheet.ts';
import { maxRanks, type RankKind } from '#ballot/sheet/ranks.ts';
import { cellsOf, RANKED, type Sheet } from '#ballot/sheet/sheet.ts';
import { ALL_PARTS, SIDES } from '#metrics/scores.ts';
import { COLLEGE_ONLY, sheetIn } from './file-sheets.ts';
import {
  MAX_COMMENT,
  MAX_JUDGES,
  MAX_PROBLEMS,
  MAX_TEXT,
  roundKey,
  shownProblems,
  UnreadableFile,
  type FileBallot,
  type FileProblem,
  type ReadBallots,
} from './file-ballot.ts';

const VERSION = 1;
/** More than any school has in all its seasons. */
const MAX_BALLOTS = 10_000;

const storable = z.refine<string>((value) => !value.includes('\0'), 'text without broken characters');
const text = z
  .string(`text in quotation marks`)
  .check(z.maxLength(MAX_TEXT, `at most ${MAX_TEXT} characters long`), storable);
const name = text.check(z.minLength(1, 'a name, or left out'));
const comment = z
  .string('text in quotation marks')
  .check(z.trim(), z.maxLength(MAX_COMMENT, `at most ${MAX_COMMENT} characters long`), storable);
const whole = (min: number, max: number, orElse = '') => {
  const message = `a whole number from ${min} to ${max}${orElse}`;
  return z.int(message).check(z.gte(min, message), z.lte(max, message));
};
/** Left out: the form of college rounds. */
const sheetRef = z.strictObject({ id: text, version: whole(1, 100) });

/** '"attorney" or "witness"' */
const listed = (kinds: readonly RankKind[]): string =>
  kinds.map((kind) => `"${kind}"`).join(' or ') || 'left out, because the score sheet ranks nobody';

const ballotOn = (sheet: Sheet) => {
  const kinds = RANKED.filter((kind) => maxRanks(sheet, kind) > 0);
  const most = Math.max(1, ...kinds.map((kind) => maxRanks(sheet, kind)));
  return z.strictObject({
    season: text,
    tournament: text,
    round: text.check(z.minLength(1, 'a round, such as "1"')),
    number: whole(1, MAX_JUDGES),
    judge: text,
    side: z.enum(SIDES, '"p" or "d"'),
    team: text,
    opponent: text,
    students: z.partialRecord(z.enum(ALL_PARTS), name),
    opponentStudents: z.partialRecord(z.enum(ALL_PARTS), name),
    sheet: z.optional(sheetRef),
    scores: z.strictObject(
      Object.fromEntries(cellsOf(sheet).map(({ key, min, max }) => [key, z.nullable(whole(min, max, ', or null'))])),
    ),
    ranks: z.array(
      z
        .strictObject({ kind: z.enum(kinds, listed(kinds)), rank: whole(1, most), student: name })
        .check(z.refine(({ kind, rank }) => rank <= maxRanks(sheet, kind), 'a rank that the score sheet asks for')),
    ),
    comments: z.partialRecord(z.enum(ALL_PARTS), comment),
    /** Files of older versions have none. */
    opponentComments: z.prefault(z.partialRecord(z.enum(ALL_PARTS), comment), {}),
    tabMargin: z.nullable(whole(-maxMargin(sheet), maxMargin(sheet), ', or null')),
  });
};
/** Reads ballots by their sheets. Each sheet's schema is made once. */
function ballotReader(sheets: readonly Sheet[]) {
  const made = new Map<Sheet, ReturnType<typeof ballotOn>>();
  return (item: unknown) => {
    const ref = z.object({ sheet: sheetRef }).safeParse(item).data?.sheet;
    const sheet = sheetIn(sheets, ref);
    if (!sheet) return null;
    const schema = made.get(sheet) ?? ballotOn(sheet);
    made.set(sheet, schema);
    return schema.safeParse(item);
  };
}
const file = z.object({ courtside: z.literal(VERSION), ballots: z.array(z.unknown()) });

function messageOf(issue: z.core.$ZodIssue, index: number): string {
  const ballot = `Ballot ${index + 1}`;
  const path = issue.path.join('.');
  if (issue.code === 'unrecognized_keys')
    return `${ballot} has ${issue.keys.map((key) => `"${key}"`).join(', ')}${path && ` in ${path}`}, which is unknown. Remove it.`;
  if (/^[a-z"]/.test(issue.message)) return `${ballot}: ${path} must be ${issue.message}.`;
  return `${ballot}: ${path || 'the whole ballot'} is invalid.`;
}

/** @throws {UnreadableFile} */
export function readJson(source: string, sheets: readonly Sheet[] = COLLEGE_ONLY): ReadBallots {
  let content: unknown;
  try {
    content = JSON.parse(source);
  } catch {
    throw new UnreadableFile('This looks like a JSON file, but it is damaged or incomplete. Export it again.');
  }
  const { success, data } = file.safeParse(content);
  if (!success) {
    const version = z.object({ courtside: z.number() }).safeParse(content).data?.courtside;
    throw new UnreadableFile(
      version !== undefined && version > VERSION
        ? 'This file was written by a newer version of Courtside. Update Courtside and try again.'
        : 'This JSON file is not one of Courtside’s. It must begin with {"courtside": 1.',
    );
  }
  if (data.ballots.length > MAX_BALLOTS)
    throw new UnreadableFile(`The file has more than ${MAX_BALLOTS.toLocaleString('en-US')} ballots. Split it up.`);
  const ballots: FileBallot[] = [];
  const problems: FileProblem[] = [];
  const seen = new Map<string, number>();
  const read = ballotReader(sheets);
  for (const [index, item] of data.ballots.entries()) {
    if (problems.length >= MAX_PROBLEMS) break;
    const line = index + 1;
    const found = read(item);
    if (!found?.success) {
      const unknown = `Ballot ${line} is on a score sheet that this school doesn’t have.`;
      problems.push({ line, message: found ? messageOf(found.error.issues[0]!, index) : unknown });
      continue;
    }
    const { sheet, ...facts } = found.data;
    const ballot: FileBallot = { ...facts, ...(sheet && { sheet }), line };
    const key = `${roundKey(ballot)} ${ballot.number}`;
    const before = seen.get(key);
    if (before !== undefined)
      problems.push({
        line,
        message: `Ballot ${before} of the file already is ballot ${ballot.number} of this round. Remove one of them.`,
      });
    seen.set(key, before ?? line);
    ballots.push(ballot);
  }
  return { ballots, problems: shownProblems(problems) };
}

/** `readJson` reads back the same ballots. */
export function writeJson(ballots: readonly FileBallot[]): string {
  const withoutLines = ballots.map(({ line: _line, ...ballot }) => ballot);
  return `${JSON.stringify({ courtside: VERSION, ballots: withoutLines }, null, 1)}\n`;
}
