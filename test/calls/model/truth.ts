// The expected state of a school, its people and its season book: plain values that each step changes along with the real ones.
import { SCORE_FIELDS, type ScoreField } from '#ballot/form.ts';
import type { KeptBallot } from '#contract/kept-ballots.ts';
import type { Role } from '#contract/words.ts';
import { sidePart, type Part } from '#metrics/scores.ts';

export const PEOPLE = ['Kim', 'Ada', 'Ben', 'Pia', 'Dan', 'Sue'] as const;
/** Kim is a Primary Admin, Ada and Ben are Admins, Pia and Dan students who sign in, and Sue is a database manager. */
export type Who = (typeof PEOPLE)[number];

/** Hours. */
export const IDLE = 7 * 24;
export const MAX_AGE = 30 * 24;
export const RESTORABLE = 30 * 24;

export type Session = { token: string; who: Who; began: number; ends: number; isEnded: boolean };
export type Account = {
  id: string;
  email: string;
  password: string;
  role: Role | null;
  /** Recovery codes that are left; null without a second factor. */
  codes: string[] | null;
};
export type ResetLink = { token: string; who: Who; expires: number; isUsedUp: boolean };

export type Student = { id: string; name: string; person: Who | null };
export type Round = {
  id: string;
  tournamentId: string;
  number: number;
  side: 'p' | 'd';
  /** Two own teams met, and the ballots are with this round. */
  sharedWith: string | null;
  /** Null: a deleted student. */
  lineUp: Partial<Record<Part, string | null>>;
  /** The import that its line-up came with, if the round was there before and had none. */
  filledBy?: string | undefined;
};
export type Comments = KeptBallot['comments'];
export type Ballot = {
  id: string;
  roundId: string | null;
  number: number;
  scores: KeptBallot['scores'];
  comments: Comments;
  importId: string | null;
  /** Nobody has changed it since it was added. */
  isUntouched: boolean;
  corrections: number;
  /** Who gave each score its present value, and who has confirmed that value. */
  givenBy: Record<ScoreField, Who>;
  confirmedBy: Record<ScoreField, readonly Who[]>;
};
type DeletedStudent = { student: Student; parts: [roundId: string, part: Part][]; comments: Map<string, Comments> };
type DeletedTournament = { tournament: { id: string; name: string }; rounds: Round[]; ballots: Ballot[] };
type UndoneImport = {
  undone: { id: string; name: string };
  students: Student[];
  tournaments: { id: string; name: string }[];
  rounds: Round[];
  /** The line-ups of rounds that stay. */
  filled: Pick<Round, 'id' | 'lineUp'>[];
  ballots: Ballot[];
};
export type Deleted = { at: number } & (DeletedStudent | DeletedTournament | UndoneImport);

/** What a backup contains. */
type Stored = {
  keeps: boolean;
  /** The last day; null: ballots are kept until somebody deletes them. */
  until: string | null;
  students: Map<string, Student>;
  tournaments: Map<string, string>;
  rounds: Map<string, Round>;
  ballots: Map<string, Ballot>;
  imports: Map<string, string>;
  deleted: Deleted[];
  /** Names that must no longer be in any table. */
  forgotten: Set<string>;
  accounts: Record<Who, Account>;
};

export type Truth = Stored & {
  /** Hours since the beginning. */
  now: number;
  sessions: Session[];
  links: ResetLink[];
  /** Super admins need a second factor on this server. */
  needsFactor: boolean;
  backup: Stored | null;
};

export const storedOf = ({ now: _n, sessions: _s, links: _l, needsFactor: _f, backup: _b, ...stored }: Truth): Stored =>
  structuredClone(stored);

export const BEGINNING = '2026-09-14T15:20:00Z';
const HOUR_MS = 3_600_000;
export const timeOf = (truth: Pick<Truth, 'now'>): Date => new Date(Date.parse(BEGINNING) + truth.now * HOUR_MS);

export const isStaff = ({ role }: Account): boolean => role === 'primary' || role === 'admin';
export const hasRights = (truth: Truth, who: Who): boolean =>
  who === 'Sue' && (!truth.needsFactor || truth.accounts.Sue.codes !== null);

export const isLive = ({ now }: Truth, session: Session): boolean =>
  !session.isEnded && session.ends > now && session.began + MAX_AGE > now;
export const sessionOf = (truth: Truth, who: Who): Session | undefined =>
  truth.sessions.findLast((session) => session.who === who && isLive(truth, session));
/** People who can do something at the school at this moment. */
export const staffOf = (truth: Truth): Who[] =>
  PEOPLE.filter((who) => isStaff(truth.accounts[who]) && sessionOf(truth, who) !== undefined);

/** A session is extended once it has lost this many hours, rather than at each request. */
export const UNEXTENDED = IDLE * 0.05;

/** A session is extended by use, and never beyond its maximum age. */
export function use(truth: Truth, session: Session): void {
  const end = Math.min(truth.now + IDLE, session.began + MAX_AGE);
  if (isLive(truth, session) && end - session.ends > UNEXTENDED) session.ends = end;
}
export const endSessions = (truth: Truth, who: Who): void => {
  for (const session of truth.sessions) if (session.who === who) session.isEnded = true;
};

export const isEmpty = (lineUp: Round['lineUp']): boolean => Object.keys(lineUp).length === 0;
export const holderOf = ({ sharedWith, id }: Round): string => sharedWith ?? id;
export const everyField = <Value>(value: Value): Record<ScoreField, Value> =>
  Object.fromEntries(SCORE_FIELDS.map((field) => [field, value])) as Record<ScoreField, Value>;

/** The student's parts in rounds that aren't deleted. */
export const partsOf = (truth: Truth, studentId: string) =>
  [...truth.rounds.values()].flatMap((round) =>
    (Object.keys(round.lineUp) as Part[])
      .filter((part) => round.lineUp[part] === studentId)
      .map((part) => ({ round, part, sidePart: sidePart(round.side, part) })),
  );
export const ballotsOf = (truth: Truth, round: Round): Ballot[] =>
  [...truth.ballots.values()].filter(({ roundId }) => roundId === holderOf(round));

/** All ballots, also those of deleted tournaments. */
export const everyBallot = (truth: Truth): Ballot[] => [
  ...truth.ballots.values(),
  ...truth.deleted.flatMap((entry) => ('ballots' in entry ? entry.ballots : [])),
];

export function confirm(ballot: Ballot, who: Who, typed: KeptBallot['scores']): void {
  for (const field of SCORE_FIELDS) {
    if (ballot.scores[field] === typed[field]) ballot.confirmedBy[field] = [...ballot.confirmedBy[field], who];
  }
  ballot.isUntouched = false;
}
/** Two people agree on each of its scores. */
export const mayBeChecked = ({ givenBy, confirmedBy }: Ballot): boolean =>
  SCORE_FIELDS.every((field) => confirmedBy[field].some((who) => who !== givenBy[field]));

/** Removes a name from all texts, unless another student has it. */
export function forgetName(truth: Truth, name: string): void {
  const undone = truth.deleted.flatMap((entry) => ('undone' in entry ? entry.students : []));
  if ([...truth.students.values(), ...undone].some((student) => student.name === name)) return;
  // A deleted student of that name may come back with it.
  if (!truth.deleted.some((entry) => 'student' in entry && entry.student.name === name)) truth.forgotten.add(name);
  const without = (comments: Comments): Comments =>
    Object.fromEntries(Object.entries(comments).map(([key, text]) => [key, text.replaceAll(name, 'a student')]));
  for (const ballot of everyBallot(truth)) ballot.comments = without(ballot.comments);
  for (const entry of truth.deleted) {
    if (!('comments' in entry)) continue;
    for (const [id, comments] of entry.comments) entry.comments.set(id, without(comments));
  }
}
