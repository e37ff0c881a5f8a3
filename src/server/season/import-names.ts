// The ballots of a file with its names as the school stores them: what the file doesn't say is filled in, and every name follows the
// contract. Runs on a thread, because it grows with the file.
import * as z from 'zod/mini';
import { name as nameSchema, optionalText, seasonName } from '#contract/fields.ts';
import { MAX_IMPORTED } from '#contract/season-files.ts';
import { MAX_IN_SCHOOL } from '#contract/words.ts';
import { UnreadableFile, type FileBallot } from '#season-files/file-ballot.ts';
import type { SeasonFile } from '#season-files/season-file.ts';

/** What a person says about the ballots of a file that doesn't say it. */
export type FileFacts = { tournament?: string | undefined; team?: string | undefined; season?: string | undefined };
const FACTS = ['tournament', 'team', 'season'] as const;

/** `refusal`: why this ballot can't be imported, whatever the school has. */
export type BallotToImport = FileBallot & { refusal: string | null };

/** Names are on one line in the database. */
const onOneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

class BadName extends Error {}

/** Reads texts by a schema, each once: most repeat on every ballot. */
function reader(schema: z.core.$ZodType<string>) {
  const known = new Map<string, string | BadName>();
  const read = (text: string): string | BadName => {
    const { data, error } = z.safeParse(schema, onOneLine(text));
    return data ?? new BadName(error?.issues[0]?.message ?? '');
  };
  return (text: string, what: string): string => {
    let found = known.get(text);
    if (found === undefined) known.set(text, (found = read(text)));
    if (typeof found === 'string') return found;
    throw new BadName(`${what} is “${onOneLine(text)}”. ${found.message}`);
  };
}

function cleaner() {
  const [name, text, season] = [reader(nameSchema), reader(optionalText), reader(seasonName)];
  const required = (value: string, what: (typeof FACTS)[number], read: typeof name): string => {
    if (value.trim() === '') throw new BadName(`The ${what} is missing.`);
    return read(value, `The ${what}`);
  };
  const student = (value: string): string => name(value, 'A student’s name');
  const students = (given: FileBallot['students']): FileBallot['students'] =>
    Object.fromEntries(Object.entries(given).map(([part, value]) => [part, student(value)]));
  return (ballot: FileBallot): FileBallot => ({
    ...ballot,
    season: required(ballot.season, 'season', season),
    tournament: required(ballot.tournament, 'tournament', name),
    team: required(ballot.team, 'team', name),
    opponent: text(ballot.opponent, 'The opponent'),
    judge: text(ballot.judge, 'The judge'),
    students: students(ballot.students),
    opponentStudents: students(ballot.opponentStudents),
    ranks: ballot.ranks.map((rank) => ({ ...rank, student: student(rank.student) })),
  });
}

const studentsOf = ({ students, opponentStudents, ranks }: FileBallot): string[] => [
  ...Object.values(students),
  ...Object.values(opponentStudents),
  ...ranks.map(({ student }) => student),
];

export type FileToImport = ReturnType<typeof ballotsToImport>;
/** @throws {UnreadableFile} */
export function ballotsToImport({ format, columns, problems, ballots }: SeasonFile, facts: FileFacts) {
  if (ballots.length > MAX_IMPORTED)
    throw new UnreadableFile(
      `The file has more than ${MAX_IMPORTED.toLocaleString('en-US')} ballots. Split it up and import the parts.`,
    );
  const students = new Set(ballots.flatMap(studentsOf));
  if (students.size > MAX_IN_SCHOOL)
    throw new UnreadableFile(
      `The file names more than ${MAX_IN_SCHOOL.toLocaleString('en-US')} students, which is more than a school can have. Split it up and import the parts.`,
    );
  const isMissing = (fact: (typeof FACTS)[number]): boolean => ballots.some((ballot) => ballot[fact].trim() === '');
  const clean = cleaner();
  const names = new Set<string>();
  const toImport = ballots.map((ballot): BallotToImport => {
    const filled = { ...ballot };
    for (const fact of FACTS) if (filled[fact].trim() === '') filled[fact] = facts[fact] ?? '';
    try {
      const cleaned = clean(filled);
      for (const name of [cleaned.tournament, cleaned.team, cleaned.opponent, ...studentsOf(cleaned)]) names.add(name);
      return { ...cleaned, refusal: null };
    } catch (error) {
      if (!(error instanceof BadName)) throw error;
      return { ...filled, refusal: error.message };
    }
  });
  return {
    format,
    columns,
    problems,
    /** What some of the ballots don't say, before `FileFacts` fill it in. */
    missing: { tournament: isMissing('tournament'), team: isMissing('team'), season: isMissing('season') },
    /** All names that are compared with the school's, each once. */
    names: [...names],
    /** JSON of `BallotToImport[]`, which only goes on to another thread. */
    ballots: JSON.stringify(toImport),
  };
}
