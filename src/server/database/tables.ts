// The tables as Kysely sees them: camelCase here, snake_case in SQL (the migrations are the truth).
import type { Generated, GeneratedAlways } from 'kysely';
import type { DeletedSubject } from '#contract/deleted.ts';
import type { RecordedSubject } from '#contract/words.ts';
import type { KeptBallot } from '#contract/kept-ballots.ts';
import type { Part } from '#metrics/scores.ts';
import type { ScoreField, Side } from '#ballot/form.ts';
import type { KnownEnd } from '#contract/own-account.ts';
import type { CaseArea, CaseType, Outcome, Role, WitnessSide, WitnessType } from '#contract/words.ts';

type Stamps = {
  version: Generated<number>;
  createdAt: Generated<Date>;
  updatedAt: Generated<Date>;
};
type Sorted = { sortName: GeneratedAlways<string> };
type Searched = Sorted & { search: GeneratedAlways<string>; sounds: GeneratedAlways<string[]> };
type Roster = Stamps & Sorted & { id: Generated<string>; schoolId: string; name: string; importId: string | null };

type Values = Record<string, string | number | boolean | null>;

export type Tables = {
  users: Stamps &
    Searched & {
      id: Generated<string>;
      email: string;
      name: string;
      lastSignIn: Date | null;
      mustChangePassword: Generated<boolean>;
    };
  superAdmins: { userId: string; dbManager: Generated<boolean>; createdAt: Generated<Date> };
  schools: Stamps &
    Searched & {
      id: Generated<string>;
      name: string;
      shortName: string;
      isPremium: Generated<boolean>;
      sortShortName: GeneratedAlways<string>;
    };
  usersSchools: Stamps & { userId: string; schoolId: string; role: Generated<Role> };
  cases: Stamps &
    Searched & {
      id: Generated<string>;
      name: string;
      year: number;
      type: Generated<CaseType>;
      area: CaseArea | null;
      isActive: Generated<boolean>;
    };
  witnesses: Stamps &
    Sorted & {
      id: Generated<string>;
      caseId: string;
      name: string;
      side: Generated<WitnessSide>;
      type: Generated<WitnessType>;
    };
  teams: Roster;
  students: Roster & {
    teamId: string | null;
    userId: string | null;
    classYear: number | null;
    isArchived: Generated<boolean>;
  };
  tournaments: Roster & {
    season: Generated<string>;
    startsOn: string | null;
    endsOn: string | null;
    place: string | null;
    caseId: string | null;
  };
  seasonBooks: Stamps & { schoolId: string; keepsBallots: Generated<boolean>; keepUntil: string | null };
  seasonImports: {
    id: Generated<string>;
    schoolId: string;
    fileName: string;
    byId: string | null;
    joinedRounds: Generated<string[]>;
    createdAt: Generated<Date>;
  };
  rounds: Stamps & {
    id: Generated<string>;
    schoolId: string;
    tournamentId: string;
    teamId: string | null;
    number: number;
    side: Side;
    opponent: string;
    outcome: Outcome;
    caseId: string | null;
    sharedWith: string | null;
    importId: string | null;
  };
  roundParts: {
    roundId: string;
    part: Part;
    schoolId: string;
    studentId: string | null;
    witnessId: string | null;
    importId: Generated<string | null>;
  };
  keptBallots: Stamps & {
    id: string;
    schoolId: string;
    roundId: string | null;
    number: number;
    judge: string;
    source: KeptBallot['source'];
    tabMargin: number | null;
    pTotal: Generated<number>;
    dTotal: Generated<number>;
    unread: Generated<number>;
    keptBy: string | null;
    handedOver: Generated<boolean>;
    checkedBy: string | null;
    checkedAt: Date | null;
    importId: string | null;
  };
  ballotScores: {
    ballotId: string;
    schoolId: string;
    scores: KeptBallot['scores'];
    comments: KeptBallot['comments'];
    ranks: KeptBallot['ranks'];
  };
  scoreCorrections: {
    id: Generated<string>;
    ballotId: string;
    schoolId: string;
    field: ScoreField;
    before: GeneratedAlways<number | null>;
    after: number | null;
    reason: string;
    byId: GeneratedAlways<string | null>;
    at: GeneratedAlways<Date>;
  };
  sessions: {
    id: Generated<string>;
    userId: string;
    tokenHash: Uint8Array;
    expiresAt: Date;
    userAgent: string | null;
    createdAt: Generated<Date>;
  };
  invitations: {
    id: Generated<string>;
    email: string;
    schoolId: string;
    role: Generated<Role>;
    tokenHash: Uint8Array;
    expiresAt: Generated<Date>;
    createdAt: Generated<Date>;
  };
  accessRequests: {
    id: Generated<string>;
    userId: string;
    schoolId: string;
    note: string;
    confirmedBy: string | null;
    createdAt: Generated<Date>;
  };
  sessionEnds: { tokenHash: Uint8Array; reason: KnownEnd; endedAt: Generated<Date> };
  secondFactors: {
    userId: string;
    secret: string;
    confirmedAt: Date | null;
    lastStep: Generated<number>;
    createdAt: Generated<Date>;
  };
  recoveryCodes: { userId: string; codeHash: Uint8Array };
  passwordResets: { tokenHash: Uint8Array; userId: string; expiresAt: Generated<Date>; createdAt: Generated<Date> };
  passwords: { userId: string; hash: string; changedAt: Generated<Date> };
  signInFailures: { key: string; failures: number; windowEnds: Date; nextTurn: Date | null };
  serverFacts: { name: string; value: string };
  serviceStatuses: {
    id: Generated<string>;
    position: number;
    name: string;
    description: string;
    status: 'operational' | 'degraded' | 'outage' | 'maintenance';
    uptime: number;
    issues: string | null;
    notice: string | null;
    updatedAt: Generated<Date>;
  };
  incidents: {
    id: Generated<string>;
    title: string;
    description: string;
    status: 'investigating' | 'completed';
    startedAt: Generated<Date>;
  };
  // Views that return everything to super admins and nothing to anyone else, so that searches can use indexes.
  usersForSuperAdmins: {
    id: string;
    email: string;
    name: string;
    version: number;
    sortName: string;
    search: string;
    lastSignIn: Date | null;
  };
  schoolsForSuperAdmins: {
    id: string;
    name: string;
    shortName: string;
    isPremium: boolean;
    version: number;
    sortName: string;
    sortShortName: string;
    search: string;
  };
  // Only triggers write it.
  deletedRecords: {
    recordId: GeneratedAlways<string>;
    subject: GeneratedAlways<DeletedSubject>;
    label: GeneratedAlways<string>;
    schoolId: GeneratedAlways<string | null>;
    byName: GeneratedAlways<string | null>;
    deletedAt: Generated<Date>;
    /** Other tables are counted too. These counts are shown. */
    wentWith: GeneratedAlways<
      Partial<
        Record<'usersSchools' | 'teams' | 'students' | 'tournaments' | 'rounds' | 'keptBallots' | 'witnesses', number>
      >
    >;
  };
  changes: {
    id: GeneratedAlways<number>;
    at: GeneratedAlways<Date>;
    byId: GeneratedAlways<string | null>;
    byName: GeneratedAlways<string | null>;
    byEmail: GeneratedAlways<string | null>;
    subject: GeneratedAlways<RecordedSubject>;
    action: GeneratedAlways<'create' | 'update' | 'delete' | 'restore'>;
    recordId: GeneratedAlways<string>;
    parentId: GeneratedAlways<string | null>;
    label: GeneratedAlways<string>;
    before: GeneratedAlways<Values | null>;
    after: GeneratedAlways<Values | null>;
  };
};
