// The vocabulary of mock trial and the limits that screens show. Screens import it, so there is no schema in this file: it would
// bring the schema library into the browser.

export const ROLES = ['primary', 'admin', 'viewer'] as const;
export type Role = (typeof ROLES)[number];
export const ROLE_LABELS: Record<Role, string> = { primary: 'Primary Admin', admin: 'Admin', viewer: 'Viewer' };

export const CASE_TYPES = ['civil', 'criminal'] as const;
export type CaseType = (typeof CASE_TYPES)[number];
export const CASE_AREAS = ['invitationals/regionals/orcs', 'nationals', 'rookie rumble', 'olt', 'other'] as const;
export type CaseArea = (typeof CASE_AREAS)[number];
export const FIRST_CASE_YEAR = 1980;

export const WITNESS_SIDES = ['p', 'd', 's'] as const;
export type WitnessSide = (typeof WITNESS_SIDES)[number];
/** The name of a witness's side: the P side has another name in a criminal case. */
export const witnessSideLabel = (side: WitnessSide, caseType: CaseType): string =>
  ({ p: caseType === 'civil' ? 'Plaintiff' : 'Prosecution', d: 'Defense', s: 'Swing' })[side];
export const WITNESS_TYPES = ['character', 'expert', 'party rep', 'police/investigator', 'other'] as const;
export type WitnessType = (typeof WITNESS_TYPES)[number];

export const OUTCOMES = ['played', 'bye', 'forfeit won', 'forfeit lost'] as const;
export type Outcome = (typeof OUTCOMES)[number];
export const ROUND_SIDES = ['p', 'd'] as const;
export const MAX_ROUND_NUMBER = 20;

export const SERVICE_STATUSES = ['operational', 'degraded', 'outage', 'maintenance'] as const;
export const INCIDENT_STATUSES = ['investigating', 'completed'] as const;

/**
 * How many entries each of a school's lists can have: people, open invitations, teams, students and tournaments. The database refuses
 * more, of these and of what follows.
 */
export const MAX_IN_SCHOOL = 2000;
export const MAX_ROUNDS = 5000;
export const MAX_SAVED_LINE_UPS = 200;
export const MAX_BALLOTS = 10_000;
export const MAX_IMPORTS = 1000;
export const MAX_CORRECTIONS = 200;
export const MAX_OPEN_REQUESTS = 3;
export const MAX_COLLEAGUE_REQUESTS = 20;
export const MAX_WEBHOOKS = 5;
/** Of a school, and of one try-out. */
export const MAX_TRY_OUTS = 50;
export const MAX_CANDIDATES = 200;
/** Of one score sheet, and of all sheets of a school. */
export const MAX_SHEET_VERSION = 100;
export const MAX_SHEET_VERSIONS = 200;
export const MAX_REQUESTS_A_DAY = 10;
export const MAX_SCHOOL_SEARCHES_A_DAY = 100;
/** The error of a list that has as many records as a school can have. */
export const fullList = (what: string, max = MAX_IN_SCHOOL) => ({
  FULL: { status: 409, message: `A school can have at most ${max.toLocaleString('en-US')} ${what}.` },
});

export const WEBHOOKS_FULL = fullList('webhooks', MAX_WEBHOOKS);

/** The message for every call that the person's role doesn't allow. */
export const NO_PERMISSION = 'You don’t have permission to do that.';
/** The message for every record that this person can't see, whether or not it exists. */
export const NOT_THERE = 'This no longer exists, or you don’t have permission to see it.';
/** These refuse what no page of the server's own version sends. */
export const NO_SUCH_CALL = 'There is no such address.';
export const UNFIT = 'Some of the data sent is invalid.';

/** The header in which a page names the person whom it shows, and the error's code if someone else is signed in. */
export const SHOWN_TO = 'x-shown-to';
export const OTHER_PERSON = 'OTHER_PERSON';

/** The kinds of records whose changes the history keeps. */
export const RECORDED_SUBJECTS = [
  'school',
  'user',
  'superAdmin',
  'assignment',
  'invitation',
  'passwordReset',
  'session',
  'secondFactor',
  'signOnLink',
  'case',
  'witness',
  'team',
  'student',
  'tournament',
  'calendarLink',
  'accessToken',
  'webhook',
  'studentLink',
  'seasonBook',
  'sheet',
  'tryOut',
  'round',
  'keptBallot',
  'import',
] as const;
export type RecordedSubject = (typeof RECORDED_SUBJECTS)[number];

/** For how many days a link to a student's card can work. Texts, because forms have texts. */
export const LINK_DAYS = ['7', '30', '90'] as const;
export type LinkDays = (typeof LINK_DAYS)[number];
export const DEFAULT_LINK_DAYS: LinkDays = '30';

export const MIN_PASSWORD_LENGTH = 8;

export const MAX_ACCESS_TOKENS = 20;
/** For how many days an access token can work. Texts, because forms have texts. */
export const TOKEN_DAYS = ['30', '90', '365'] as const;
/** How many calls one token can make in 15 minutes. */
export const MAX_TOKEN_CALLS = 1000;
