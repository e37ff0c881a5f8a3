// Who may do what: the server checks this matrix, Postgres enforces it as row-level security
// (the policies beside each table in src/server/database/migrations), and the browser shows its buttons by it.
// Reads filter (people get the rows they may see), writes refuse.
import type { Role } from './words.ts';

/** The person behind a call, as far as permissions go. A signed-out visitor has no `userId`. */
export type Actor = {
  userId: string | null;
  isSuperAdmin: boolean;
  isDbManager: boolean;
  /** The role in each school the person is assigned to, by school id. */
  roles: Readonly<Record<string, Role>>;
};

export const SIGNED_OUT: Actor = { userId: null, isSuperAdmin: false, isDbManager: false, roles: {} };

/** A group of people. `self`, `fellow member` and `member` decide which rows a read returns. */
export type Audience =
  | 'everyone'
  | 'signed in'
  | 'self'
  | 'fellow member'
  | 'member'
  | 'school staff'
  | 'primary admin'
  | 'super admin'
  | 'database manager'
  | 'nobody';

export type Action = 'read' | 'create' | 'update' | 'delete';
const ROSTER = {
  read: ['member', 'super admin'],
  create: ['school staff', 'super admin'],
  update: ['school staff', 'super admin'],
  delete: ['school staff', 'super admin'],
} as const;
const STAFF_ONLY = {
  read: ['school staff'],
  create: ['school staff'],
  update: ['school staff'],
  delete: ['school staff'],
} as const;
const STATUS = {
  read: ['everyone'],
  create: ['super admin'],
  update: ['super admin'],
  delete: ['super admin'],
} as const;

export const PERMISSIONS = {
  school: {
    read: ['member', 'super admin'],
    create: ['super admin'],
    update: ['super admin'],
    delete: ['database manager'],
  },
  // Support staff add people on the command line.
  user: {
    read: ['self', 'fellow member', 'super admin'],
    create: ['nobody'],
    update: ['super admin'],
    delete: ['database manager'],
  },
  assignment: {
    read: ['self', 'member', 'super admin'],
    create: ['super admin'],
    update: ['super admin'],
    delete: ['super admin'],
  },
  invitation: { read: ['super admin'], create: ['super admin'], update: ['nobody'], delete: ['super admin'] },
  // A link that was made is never shown again.
  passwordReset: { read: ['nobody'], create: ['super admin'], update: ['nobody'], delete: ['nobody'] },
  /** Somebody else's sessions and access tokens. A person sees and ends their own on the Settings page. */
  userSession: { read: ['nobody'], create: ['nobody'], update: ['nobody'], delete: ['super admin'] },
  // Anyone can ask, and confirm at their own school; only super admins assign.
  accessRequest: {
    read: ['self', 'primary admin', 'super admin'],
    create: ['signed in'],
    update: ['primary admin'],
    delete: ['primary admin', 'super admin'],
  },
  /** A Primary Admin's request to add a colleague. Only super admins add people. */
  colleagueRequest: {
    read: ['primary admin', 'super admin'],
    create: ['primary admin'],
    update: ['nobody'],
    delete: ['primary admin', 'super admin'],
  },
  /** A person's own access requests, which they can withdraw. */
  ownRequest: { read: ['self'], create: ['nobody'], update: ['nobody'], delete: ['signed in'] },
  // The name of a school, for people who look for the one to join.
  schoolName: { read: ['signed in'], create: ['nobody'], update: ['nobody'], delete: ['nobody'] },
  case: { read: ['signed in'], create: ['super admin'], update: ['super admin'], delete: ['database manager'] },
  witness: { read: ['signed in'], create: ['super admin'], update: ['super admin'], delete: ['super admin'] },
  team: ROSTER,
  student: ROSTER,
  tournament: ROSTER,
  /** The secret address at which calendars read the school's tournaments. A new one replaces the old one. */
  calendarLink: STAFF_ONLY,
  /** The addresses of other programs that are notified of the school's changes. */
  webhook: {
    read: ['primary admin'],
    create: ['primary admin'],
    update: ['primary admin'],
    delete: ['primary admin'],
  },
  // The database writes the messages; a person only sends a test.
  webhookDelivery: { read: ['primary admin'], create: ['primary admin'], update: ['nobody'], delete: ['nobody'] },
  /** The secret address at which anybody sees one student's card, in a school whose Primary Admin allows it. */
  studentLink: { ...STAFF_ONLY, update: ['nobody'] },
  // Those who may delete a record may restore it (update), and delete it for good: first a school's teams, students and
  // tournaments, then schools, users and cases.
  deletedEntry: { read: ROSTER.delete, create: ['nobody'], update: ROSTER.delete, delete: ROSTER.delete },
  deletedRecord: {
    read: ['database manager'],
    create: ['nobody'],
    update: ['database manager'],
    delete: ['database manager'],
  },
  // The season book. Super admins know which schools keep ballots, and read nothing of what they keep.
  seasonBook: {
    read: ['member', 'super admin'],
    create: ['primary admin'],
    update: ['primary admin'],
    delete: ['primary admin'],
  },
  round: { read: ['member'], create: ['school staff'], update: ['school staff'], delete: ['school staff'] },
  lineUp: STAFF_ONLY,
  /** A score sheet that the school has described itself. Its versions never change. */
  sheet: { read: ['member'], create: ['school staff'], update: ['nobody'], delete: ['school staff'] },
  tryOut: STAFF_ONLY,
  /** What a rater thinks of a candidate, for other staff only once the try-out has ended. */
  tryOutRating: { ...STAFF_ONLY, delete: ['nobody'] },
  /** The totals, judge and state of a ballot. */
  keptBallot: { read: ['member'], create: ['school staff'], update: ['school staff'], delete: ['school staff'] },
  // A score changes by a correction, and is deleted with its ballot.
  ballotScores: { ...STAFF_ONLY, delete: ['nobody'] },
  // A correction stays as long as its ballot.
  scoreCorrection: { read: ['school staff'], create: ['school staff'], update: ['nobody'], delete: ['nobody'] },
  seasonImport: { read: ['school staff'], create: ['school staff'], update: ['nobody'], delete: ['school staff'] },
  /** The scores of the student that the person is. */
  ownScores: { read: ['self'], create: ['nobody'], update: ['nobody'], delete: ['nobody'] },
  /** A checked ballot that waits in a school for its round. */
  handedBallot: { read: ['nobody'], create: ['super admin'], update: ['nobody'], delete: ['nobody'] },
  // Only the database writes the history, in the transaction of the change itself, and nobody can rewrite it.
  change: { read: ['super admin'], create: ['nobody'], update: ['nobody'], delete: ['nobody'] },
  serviceStatus: STATUS,
  incident: STATUS,
  // Nothing is stored, so there is nothing to read, update or delete. School staff also need premium status for their school.
  ballotRecognition: {
    read: ['nobody'],
    create: ['super admin', 'school staff'],
    update: ['nobody'],
    delete: ['nobody'],
  },
} as const satisfies Record<string, Record<Action, readonly Audience[]>>;

export type Subject = keyof typeof PERMISSIONS;

/**
 * What programs reach with an access token, as far as the matrix allows it to the person. They reach nothing that decides who gets
 * access: sign-in, tokens, invitations, requests and secret links.
 */
export const PROGRAM_SUBJECTS: ReadonlySet<Subject> = new Set<Subject>([
  'school',
  'user',
  'assignment',
  'case',
  'witness',
  'team',
  'student',
  'tournament',
  'deletedEntry',
  'seasonBook',
  'round',
  'lineUp',
  'sheet',
  'keptBallot',
  'ballotScores',
  'scoreCorrection',
  'seasonImport',
  'ownScores',
  'serviceStatus',
  'incident',
  'ballotRecognition',
]);

/**
 * Whether `actor` is in the audience. `schoolId` is the school that a write concerns; without it, "member" and
 * "school staff" mean of any school, and row-level security decides row by row.
 */
export function isAmong(audience: Audience, actor: Actor, schoolId?: string): boolean {
  const roles = schoolId === undefined ? Object.values(actor.roles) : [actor.roles[schoolId]];
  switch (audience) {
    case 'everyone':
      return true;
    case 'signed in':
    case 'self':
      return actor.userId !== null;
    case 'fellow member':
    case 'member':
      return roles.some((role) => role !== undefined);
    case 'school staff':
      return roles.some((role) => role === 'primary' || role === 'admin');
    case 'primary admin':
      return roles.includes('primary');
    case 'super admin':
      return actor.isSuperAdmin;
    case 'database manager':
      return actor.isDbManager;
    case 'nobody':
      return false;
  }
}

/** Whether `actor` may do `action` to some (or, with `schoolId`, that school's) `subject`. Source: the matrix above. */
export function may(actor: Actor, action: Action, subject: Subject, schoolId?: string): boolean {
  const audiences: readonly Audience[] = PERMISSIONS[subject][action];
  return audiences.some((audience) => isAmong(audience, actor, schoolId));
}
