// The expected state of a school, its people and its season book: plain values that each step changes along with the real ones.
import { SCORE_FIELDS, type ScoreField } from '#ballot/form.ts';
import type { SheetRef } from '#ballot/sheet/sheet.ts';
import type { KeptBallot } from '#contract/kept-ballots.ts';
import type { Role } from '#contract/words.ts';
import { sidePart, type Part } from '#metrics/scores.ts';
import type { Deleted } from './deleted.ts';
import type { Links } from './links.ts';

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
  /** The witness whom its opening names. */
  witness?: string | null;
  /** How often its parts were written, also as they were. */
  saves?: number;
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

export type Named = { id: string; name: string };
/** `isDated`: it has a day, so calendars show it. */
export type Tournament = Named & { season: string; sheet: SheetRef; isDated: boolean };
/** A change of a student among others; `was` is null for a student who was added. */
type BulkChange = { studentId: string; version: number; was: { classYear: number | null } | null };

/** A change of a record among others; `was` is the former name, and null for one that was added. */
export type ListChange = { list: 'cases' | 'teams' | 'users'; id: string; version: number; was: string | null };
/** A person’s role, given or taken along with those of others. `version` is null if it was taken. */
type RoleChange = { who: Who; version: number | null; was: Role | null };

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
  /** The names of cases, of the witnesses of the first one, of the school, and of some users. */
  cases: Map<string, string>;
  witnesses: Map<string, string>;
  schools: Map<string, string>;
  users: Map<string, string>;
  /** The newest edition of each of the school’s own sheets. */
  sheets: Map<string, number>;
  rounds: Map<string, Round>;
  ballots: Map<string, Ballot>;
  imports: Map<string, string>;
  lineUps: Map<string, SavedLineUp>;
  tryOuts: Map<string, TryOut>;
  /** What Ned wrote when he asked to join, null: he doesn’t ask; whether Kim confirmed it; and since when he is deleted. */
  ned: { email: string; note: string | null; isConfirmed: boolean; deletedAt: number | null };
  /** The roles of other people with an account, by email: of Ned, also while he is deleted, and of those who were invited. */
  others: Map<string, Role | null>;
  /** Whom Kim asks support to add, by email. */
  colleagues: Map<string, Role>;
  deleted: Deleted[];
  /** Names that must no longer be in any table. */
  forgotten: Set<string>;
  accounts: Record<Who, Account>;
};

export type Truth = Stored & NotStored;
/** What no backup contains. */
type NotStored = Links & {
  /** Hours since the beginning. */
  now: number;
  sessions: Session[];
  /** What somebody can undo: changes of many students, as they were sent. */
  bulk: BulkChange[];
  listed: ListChange[];
  roles: RoleChange[];
  /** Super admins need a second factor on this server. */
  needsFactor: boolean;
  backup: Stored | null;
};

export function storedOf(truth: Truth): Stored {
  const {
    now: _now,
    sessions: _sessions,
    links: _links,
    cards: _cards,
    tokens: _tokens,
    webhooks: _webhooks,
    invitations: _invitations,
    calendars: _calendars,
    bulk: _bulk,
    listed: _listed,
    roles: _roles,
    needsFactor: _needs,
    backup: _backup,
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

export const isSignedIn = (truth: Truth, who: Who): boolean => sessionOf(truth, who) !== undefined;
/** Whether Sue can do something for support now, and Kim as a Primary Admin. */
export const canSupport = (truth: Truth): boolean => isSignedIn(truth, 'Sue') && hasRights(truth, 'Sue');
export const canOwn = (truth: Truth): boolean => truth.accounts.Kim.role === 'primary' && isSignedIn(truth, 'Kim');

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

/** Ned’s request is there, which goes and comes with his account. */
export const isNedAsking = ({ ned }: Stored): boolean => ned.note !== null && ned.deletedAt === null;
/** The roles of other people with an account. */
export const othersOf = ({ ned, others }: Stored): [email: string, role: Role | null][] =>
  [...others].filter(([email]) => email !== ned.email || ned.deletedAt === null);

export const studentsOf = (truth: Truth): Student[] => [...truth.students.values()];
/** Whether a day is over in every time zone. */
export function isOver(truth: Truth, day: string): boolean {
  return day < new Date(timeOf(truth).getTime() - DAY_MS / 2).toISOString().slice(0, 10);
}
/** The day so many days from now. */
export const dayOf = (truth: Truth, ahead: number): string =>
  new Date(timeOf(truth).getTime() + ahead * DAY_MS).toISOString().slice(0, 10);
