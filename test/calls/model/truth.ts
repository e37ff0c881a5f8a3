// The expected state of a school, its people and its season book: plain values that each step changes along with the real ones.
import { SCORE_FIELDS, type ScoreField } from '#ballot/form.ts';
import type { SheetRef } from '#ballot/sheet/sheet.ts';
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
  /** Recovery codes of it that were used. */
  spentCodes: string[];
};
export type ResetLink = { token: string; who: Who; expires: number; isUsedUp: boolean };

export type Student = {
  id: string;
  name: string;
  person: Who | null;
  /** Names that the student had before. */
  formerNames: string[];
  classYear: number | null;
};
export type LineUp = Partial<Record<Part, string | null>>;
export type Round = {
  id: string;
  tournamentId: string;
  /** Null: a deleted team. */
  teamId: string | null;
  number: number;
  side: 'p' | 'd';
  /** Two own teams met, and the ballots are with this round. */
  sharedWith: string | null;
  /** Null: a deleted student. */
  lineUp: LineUp;
  /** The import that its line-up came with, if the round was there before and had none. */
  filledBy?: string | undefined;
};
export type Comments = KeptBallot['comments'];
export type Ballot = {
  id: string;
  roundId: string | null;
  number: number;
  /** Its own, whatever the tournament has now. */
  sheet: SheetRef;
  scores: KeptBallot['scores'];
  comments: Comments;
  ranks: KeptBallot['ranks'];
  importId: string | null;
  /** Nobody has changed it since it was added. */
  isUntouched: boolean;
  corrections: number;
  /** Who gave each score its present value, and who has confirmed that value. */
  givenBy: Record<string, Who>;
  confirmedBy: Record<string, readonly Who[]>;
};
/** A line-up that is saved under a name. Null: a deleted student. */
export type SavedLineUp = { id: string; teamId: string; side: 'p' | 'd'; name: string; lineUp: LineUp };
type Candidate = { id: string; name: string; studentId: string | null };
type Rating = { candidateId: string; who: Who; score: number };
export type TryOut = {
  id: string;
  name: string;
  /** The last day. */
  until: string;
  isEnded: boolean;
  candidates: Candidate[];
  ratings: Rating[];
};
/** A link to a student’s card. */
export type Card = { token: string; studentId: string; expires: number; isEnded: boolean };
export const isOpen = ({ now }: Pick<Truth, 'now'>, { isEnded, expires }: Card): boolean => !isEnded && expires > now;
type AccessToken = {
  token: string;
  name: string;
  who: Who;
  isOfSchool: boolean;
  expires: number;
  isEnded: boolean;
};

type Named = { id: string; name: string };
export type Tournament = Named & { season: string; sheet: SheetRef };
type DeletedStudent = {
  student: Student;
  /** In rounds and in saved line-ups. */
  parts: [id: string, part: Part][];
  comments: Map<string, Comments>;
};
type DeletedTeam = { team: Named; rounds: string[]; lineUps: SavedLineUp[] };
type DeletedTournament = { tournament: Tournament; rounds: Round[]; ballots: Ballot[] };
type UndoneImport = {
  undone: Named;
  students: Student[];
  teams: Named[];
  tournaments: Tournament[];
  rounds: Round[];
  /** The line-ups of rounds that stay. */
  filled: Pick<Round, 'id' | 'lineUp'>[];
  ballots: Ballot[];
};
export type Deleted = { at: number } & (DeletedStudent | DeletedTeam | DeletedTournament | UndoneImport);
/** The id and the name of what was deleted. */
export const deletedOne = (entry: Deleted): Named => {
  if ('undone' in entry) return entry.undone;
  if ('team' in entry) return entry.team;
  return 'student' in entry ? entry.student : entry.tournament;
};

/** A change of a student among others; `was` is null for a student who was added. */
type BulkChange = { studentId: string; version: number; was: { classYear: number | null } | null };

/** What a backup contains. */
type Stored = {
  keeps: boolean;
  /** The last day; null: ballots are kept until somebody deletes them. */
  until: string | null;
  /** Staff may make links to students’ cards. */
  shares: boolean;
  students: Map<string, Student>;
  teams: Map<string, string>;
  tournaments: Map<string, Tournament>;
  /** The newest edition of each of the school’s own sheets. */
  sheets: Map<string, number>;
  rounds: Map<string, Round>;
  ballots: Map<string, Ballot>;
  imports: Map<string, string>;
  lineUps: Map<string, SavedLineUp>;
  tryOuts: Map<string, TryOut>;
  /** What Ned, who belongs to no school, wrote when he asked to join; null: he has not asked. And since when he is deleted. */
  ned: { note: string | null; deletedAt: number | null };
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
  cards: Card[];
  tokens: AccessToken[];
  /** What somebody can undo: changes of many students, as they were sent. */
  bulk: BulkChange[];
  /** Super admins need a second factor on this server. */
  needsFactor: boolean;
  backup: Stored | null;
};

/** Sessions, links, tokens and webhooks are in no backup. */
export function storedOf(truth: Truth): Stored {
  const {
    now: _n,
    sessions: _s,
    links: _l,
    cards: _c,
    tokens: _t,
    bulk: _u,
    needsFactor: _f,
    backup: _b,
    ...stored
  } = truth;
  return structuredClone(stored);
}

export const BEGINNING = '2026-09-14T15:20:00Z';
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const timeOf = (truth: Pick<Truth, 'now'>): Date => new Date(Date.parse(BEGINNING) + truth.now * HOUR_MS);

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

export const isEmpty = (lineUp: LineUp): boolean => Object.keys(lineUp).length === 0;
export const otherTeamsRound = ({ rounds }: Stored, round: Round): Round | undefined =>
  [...rounds.values()].find(({ id, sharedWith }) => id === round.sharedWith || sharedWith === round.id);
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
/** The season that a round is in. */
export const seasonOf = ({ tournaments }: Stored, { tournamentId }: Pick<Round, 'tournamentId'>): string =>
  tournaments.get(tournamentId)!.season;
/** The seasons that have tournaments. */
export const seasonsOf = ({ tournaments }: Stored): Set<string> =>
  new Set([...tournaments.values()].map(({ season }) => season));
export const ballotsOf = (truth: Truth, round: Round): Ballot[] =>
  [...truth.ballots.values()].filter(({ roundId }) => roundId === holderOf(round));

/** All ballots, also those of deleted tournaments. */
export const everyBallot = (truth: Truth): Ballot[] => [
  ...truth.ballots.values(),
  ...truth.deleted.flatMap((entry) => ('ballots' in entry ? entry.ballots : [])),
];

export const studentsOf = (truth: Truth): Student[] => [...truth.students.values()];
/** Whether a day is over in every time zone. */
export function isOver(truth: Truth, day: string): boolean {
  return day < new Date(timeOf(truth).getTime() - DAY_MS / 2).toISOString().slice(0, 10);
}
/** The day so many days from now. */
export const dayOf = (truth: Truth, ahead: number): string =>
  new Date(timeOf(truth).getTime() + ahead * DAY_MS).toISOString().slice(0, 10);
