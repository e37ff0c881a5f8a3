// The tables as Kysely sees them: camelCase here, snake_case in SQL. Written by `npm run tables` from the migrations.
import type { Generated, GeneratedAlways } from 'kysely';
import type { Sheet } from '#ballot/sheet/sheet.ts';
import type { DeletedSubject } from '#contract/deleted.ts';
import type { Change } from '#contract/history.ts';
import type { KeptBallot } from '#contract/kept-ballots.ts';
import type { SheetDescription } from '#contract/sheets.ts';
import type { Part } from '#metrics/scores.ts';

export type Tables = {
  accessRequests: {
    id: Generated<string>;
    userId: string;
    schoolId: string;
    note: Generated<string>;
    confirmedBy: string | null;
    createdAt: Generated<Date>;
  };
  accessTokens: {
    id: Generated<string>;
    userId: string;
    schoolId: string | null;
    name: string;
    canWrite: Generated<boolean>;
    tokenHash: Uint8Array;
    expiresAt: Date;
    lastUsedAt: Date | null;
    createdAt: Generated<Date>;
  };
  ballotScores: {
    ballotId: string;
    schoolId: string;
    scores: KeptBallot['scores'];
    comments: Generated<KeptBallot['comments']>;
    ranks: Generated<KeptBallot['ranks']>;
  };
  calendarLinks: {
    id: Generated<string>;
    schoolId: string;
    tokenHash: Uint8Array;
    madeBy: string | null;
    createdAt: Generated<Date>;
  };
  cases: {
    id: Generated<string>;
    name: string;
    year: number;
    type: Generated<'civil' | 'criminal'>;
    area: 'invitationals/regionals/orcs' | 'nationals' | 'rookie rumble' | 'olt' | 'other' | null;
    isActive: Generated<boolean>;
    version: Generated<number>;
    createdAt: Generated<Date>;
    updatedAt: Generated<Date>;
    sortName: GeneratedAlways<string>;
    search: GeneratedAlways<string>;
  };
  changes: {
    id: GeneratedAlways<number>;
    at: Generated<Date>;
    byId: string | null;
    byName: string | null;
    byEmail: string | null;
    subject: Change['subject'];
    action: 'create' | 'update' | 'delete' | 'restore' | 'deleteForGood';
    recordId: string;
    parentId: string | null;
    label: string;
    before: Change['before'] | null;
    after: Change['after'] | null;
    byProgram: string | null;
    words: GeneratedAlways<string>;
  };
  colleagueRequests: {
    id: Generated<string>;
    schoolId: string;
    email: string;
    role: 'primary' | 'admin' | 'viewer';
    askedBy: string | null;
    createdAt: Generated<Date>;
  };
  deletedRecords: {
    recordId: string;
    subject: DeletedSubject;
    label: string;
    schoolId: string | null;
    byName: string | null;
    deletedAt: Generated<Date>;
    wentWith: Generated<Partial<Record<keyof Tables, number>>>;
    names: string[] | null;
  };
  deletedRows: {
    recordId: string;
    tableName: string;
    columns: string[];
    rows: object[];
  };
  incidents: {
    id: Generated<string>;
    title: string;
    description: string;
    status: 'investigating' | 'completed';
    startedAt: Generated<Date>;
  };
  invitations: {
    id: Generated<string>;
    email: string;
    schoolId: string;
    role: Generated<'primary' | 'admin' | 'viewer'>;
    tokenHash: Uint8Array;
    expiresAt: Generated<Date>;
    createdAt: Generated<Date>;
  };
  keptBallots: {
    id: Generated<string>;
    schoolId: string;
    roundId: string | null;
    number: Generated<number>;
    judge: Generated<string>;
    source: 'typed' | 'photo' | 'file';
    tabMargin: number | null;
    pTotal: Generated<number>;
    dTotal: Generated<number>;
    unread: Generated<number>;
    keptBy: string | null;
    handedOver: Generated<boolean>;
    checkedBy: string | null;
    checkedAt: Date | null;
    importId: string | null;
    version: Generated<number>;
    createdAt: Generated<Date>;
    updatedAt: Generated<Date>;
    sheetId: Generated<string>;
    sheetEdition: Generated<number>;
  };
  passwordResets: {
    tokenHash: Uint8Array;
    userId: string;
    expiresAt: Generated<Date>;
    createdAt: Generated<Date>;
  };
  passwords: {
    userId: string;
    hash: string;
    changedAt: Generated<Date>;
  };
  recoveryCodes: {
    userId: string;
    codeHash: Uint8Array;
  };
  roundParts: {
    roundId: string;
    part: Part;
    schoolId: string;
    studentId: string | null;
    witnessId: string | null;
    importId: string | null;
  };
  rounds: {
    id: Generated<string>;
    schoolId: string;
    tournamentId: string;
    teamId: string | null;
    number: number;
    side: 'p' | 'd';
    opponent: Generated<string>;
    outcome: Generated<'played' | 'bye' | 'forfeit won' | 'forfeit lost'>;
    caseId: string | null;
    sharedWith: string | null;
    importId: string | null;
    version: Generated<number>;
    createdAt: Generated<Date>;
    updatedAt: Generated<Date>;
  };
  savedLineUpParts: {
    lineUpId: string;
    part: Part;
    schoolId: string;
    studentId: string | null;
    witnessId: string | null;
  };
  savedLineUps: {
    id: Generated<string>;
    schoolId: string;
    teamId: string;
    side: 'p' | 'd';
    name: string;
    createdAt: Generated<Date>;
    sortName: GeneratedAlways<string>;
  };
  schools: {
    id: Generated<string>;
    name: string;
    shortName: string;
    isPremium: Generated<boolean>;
    version: Generated<number>;
    createdAt: Generated<Date>;
    updatedAt: Generated<Date>;
    sortName: GeneratedAlways<string>;
    sortShortName: GeneratedAlways<string>;
    search: GeneratedAlways<string>;
  };
  scoreCorrections: {
    id: Generated<string>;
    ballotId: string;
    schoolId: string;
    field: string;
    before: number | null;
    after: number | null;
    reason: string;
    byId: Generated<string | null>;
    at: Generated<Date>;
  };
  scoreSheets: {
    id: string;
    schoolId: string | null;
    edition: number;
    editionBefore: GeneratedAlways<number | null>;
    title: string;
    description: SheetDescription;
    madeBy: string | null;
    createdAt: Generated<Date>;
  };
  seasonBooks: {
    schoolId: string;
    keepsBallots: Generated<boolean>;
    keepUntil: string | null;
    version: Generated<number>;
    createdAt: Generated<Date>;
    updatedAt: Generated<Date>;
    sharesCards: Generated<boolean>;
  };
  seasonImports: {
    id: Generated<string>;
    schoolId: string;
    fileName: string;
    byId: string | null;
    createdAt: Generated<Date>;
    joinedRounds: Generated<string[]>;
  };
  secondFactors: {
    userId: string;
    secret: string;
    confirmedAt: Date | null;
    lastStep: Generated<number>;
    createdAt: Generated<Date>;
  };
  serverFacts: {
    name: string;
    value: string;
  };
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
  sessionEnds: {
    tokenHash: Uint8Array;
    reason: 'other device' | 'password changed' | 'account removed' | 'support';
    endedAt: Generated<Date>;
  };
  sessions: {
    id: Generated<string>;
    userId: string;
    tokenHash: Uint8Array;
    expiresAt: Date;
    userAgent: string | null;
    createdAt: Generated<Date>;
  };
  signInFailures: {
    key: string;
    failures: number;
    windowEnds: Date;
    nextTurn: Date | null;
  };
  signOnAttempts: {
    stateHash: Uint8Array;
    browserHash: Uint8Array;
    returnTo: string;
    userId: string | null;
    expiresAt: Generated<Date>;
  };
  signOnLinks: {
    userId: string;
    issuer: string;
    subject: string;
    linkedAt: Generated<Date>;
  };
  studentLinks: {
    id: Generated<string>;
    schoolId: string;
    studentId: string;
    season: string;
    tokenHash: Uint8Array;
    madeBy: string | null;
    createdAt: Generated<Date>;
    expiresAt: Date;
    lastOpenedAt: Date | null;
  };
  students: {
    id: Generated<string>;
    schoolId: string;
    teamId: string | null;
    name: string;
    userId: string | null;
    classYear: number | null;
    isArchived: Generated<boolean>;
    importId: string | null;
    version: Generated<number>;
    createdAt: Generated<Date>;
    updatedAt: Generated<Date>;
    sortName: GeneratedAlways<string>;
    formerNames: string[] | null;
  };
  superAdmins: {
    userId: string;
    dbManager: Generated<boolean>;
    createdAt: Generated<Date>;
  };
  teams: {
    id: Generated<string>;
    schoolId: string;
    name: string;
    importId: string | null;
    version: Generated<number>;
    createdAt: Generated<Date>;
    updatedAt: Generated<Date>;
    sortName: GeneratedAlways<string>;
  };
  tournaments: {
    id: Generated<string>;
    schoolId: string;
    name: string;
    season: Generated<string>;
    startsOn: string | null;
    endsOn: string | null;
    place: string | null;
    caseId: string | null;
    importId: string | null;
    version: Generated<number>;
    createdAt: Generated<Date>;
    updatedAt: Generated<Date>;
    sortName: GeneratedAlways<string>;
    sheetId: Generated<string>;
    sheetEdition: Generated<number>;
  };
  tryOutCandidates: {
    id: Generated<string>;
    tryOutId: string;
    schoolId: string;
    name: string;
    sortName: GeneratedAlways<string>;
    studentId: string | null;
  };
  tryOutRatings: {
    candidateId: string;
    raterId: string;
    tryOutId: string;
    schoolId: string;
    scores: Record<string, number>;
  };
  tryOuts: {
    id: string;
    schoolId: string;
    name: string;
    sheet: Sheet;
    deleteAfter: string;
    endedAt: Date | null;
    createdAt: Generated<Date>;
  };
  users: {
    id: Generated<string>;
    email: string;
    name: string;
    lastSignIn: Date | null;
    mustChangePassword: Generated<boolean>;
    version: Generated<number>;
    createdAt: Generated<Date>;
    updatedAt: Generated<Date>;
    sortName: GeneratedAlways<string>;
    search: GeneratedAlways<string>;
  };
  usersSchools: {
    userId: string;
    schoolId: string;
    role: Generated<'primary' | 'admin' | 'viewer'>;
    version: Generated<number>;
    createdAt: Generated<Date>;
    updatedAt: Generated<Date>;
  };
  webhookDeliveries: {
    id: Generated<string>;
    webhookId: string;
    schoolId: string;
    type: 'ballot.kept' | 'round.changed' | 'access_request.created' | 'test';
    data: object;
    createdAt: Generated<Date>;
    about: string;
    transaction: Generated<string>;
    state: Generated<'waiting' | 'delivered' | 'failed'>;
    attempts: Generated<number>;
    nextAttemptAt: Generated<Date>;
    attemptedAt: Date | null;
    status: number | null;
    answer: string | null;
    problem: string | null;
    tookMs: number | null;
  };
  webhooks: {
    id: Generated<string>;
    schoolId: string;
    url: string;
    secret: Uint8Array;
    previousSecret: Uint8Array | null;
    previousUntil: Date | null;
    madeBy: string | null;
    offSince: Date | null;
    offReason: 'person' | 'failures' | null;
    createdAt: Generated<Date>;
  };
  witnesses: {
    id: Generated<string>;
    caseId: string;
    name: string;
    side: Generated<'p' | 'd' | 's'>;
    type: Generated<'character' | 'expert' | 'party rep' | 'police/investigator' | 'other'>;
    version: Generated<number>;
    createdAt: Generated<Date>;
    updatedAt: Generated<Date>;
    sortName: GeneratedAlways<string>;
  };
};
