// The vocabulary of mock trial and the schemas that subjects share: roles, sides, types, areas, names and ids.
import * as z from 'zod/mini';

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
/** The name of a witness's side: the P side has another name in a criminal case. Source: specification, section 3. */
export const witnessSideLabel = (side: WitnessSide, caseType: CaseType): string =>
  ({ p: caseType === 'civil' ? 'Plaintiff' : 'Prosecution', d: 'Defense', s: 'Swing' })[side];
export const WITNESS_TYPES = ['character', 'expert', 'party rep', 'police/investigator', 'other'] as const;
export type WitnessType = (typeof WITNESS_TYPES)[number];

// Here and not with the rounds' schemas: screens show them, and would load the schema library with them.
export const OUTCOMES = ['played', 'bye', 'forfeit won', 'forfeit lost'] as const;
export type Outcome = (typeof OUTCOMES)[number];
export const ROUND_SIDES = ['p', 'd'] as const;
export const MAX_ROUND_NUMBER = 20;

export const SERVICE_STATUSES = ['operational', 'degraded', 'outage', 'maintenance'] as const;
export const INCIDENT_STATUSES = ['investigating', 'completed'] as const;

/** How many entries each of a school's lists can have: people, teams, students and tournaments. The database refuses more. */
export const MAX_IN_SCHOOL = 2000;
export const MAX_ROUNDS = 5000;
export const MAX_BALLOTS = 10_000;
export const fullList = (what: string, max = MAX_IN_SCHOOL) => ({
  FULL: { status: 409, message: `A school can have at most ${max.toLocaleString('en-US')} ${what}.` },
});

/** In lower case, as the database writes it, so that equal ids are equal texts. */
export const id = z.uuid().check(z.toLowerCase());
export const role = z.enum(ROLES);

// Emoji and some scripts need joiners and variation selectors between their letters; everywhere else they are invisible.
const INVISIBLE = /(?!\u200c|\u200d|\ufe0f)\p{Default_Ignorable_Code_Point}/gu;
const STRAY_JOINERS =
  /(?<=^|[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{N}\p{P}\p{Z}])(?:\u200c|\u200d|\ufe0f)+/gu;
const VISIBLE = /(?!\u2800)[\p{L}\p{N}\p{P}\p{S}]/u;
const MAX_NAME = 200;

/**
 * A name without the characters that nobody sees, so that two names that look alike are alike: zero-width spaces, marks and
 * overrides of the writing direction, fillers.
 */
const withoutInvisible = (text: string): string =>
  text.trim().normalize('NFC').replaceAll(INVISIBLE, '').replaceAll(STRAY_JOINERS, '').trim();

/** A day without a time: `2026-11-22`. */
export const day = z.iso.date();

// The schemas below are marked as pure: screens that import only words don't download the schema library.

function optionalTextSchema() {
  return z.pipe(
    z.pipe(z.string(), z.transform(withoutInvisible)),
    z.string().check(
      z.maxLength(MAX_NAME, `Please use at most ${MAX_NAME} characters.`),
      z.regex(/^[^\p{Cc}\p{Zl}\p{Zp}]*$/u, 'Please write this on one line.'),
      z.refine((text) => text.isWellFormed(), { message: 'This contains broken characters.' }),
    ),
  );
}
/** A text on one line that may be empty, of up to 200 characters. */
export const optionalText = /* @__PURE__ */ optionalTextSchema();

function nameSchema() {
  return z.pipe(
    z.pipe(z.string(), z.transform(withoutInvisible)),
    z.string().check(
      z.refine((text) => VISIBLE.test(text), { message: 'Please enter a name.' }),
      z.maxLength(MAX_NAME, `A name can have at most ${MAX_NAME} characters.`),
      z.regex(/^\P{Cc}*$/u, 'A name can’t contain control characters.'),
      z.regex(/^[^\p{Zl}\p{Zp}]*$/u, 'A name can’t contain line breaks.'),
      z.refine((text) => text.isWellFormed(), { message: 'A name can’t contain broken characters.' }),
    ),
  );
}
/** A name as it is stored: 1 to 200 characters on one line, at least one of them visible. */
export const name = /* @__PURE__ */ nameSchema();

function emailSchema() {
  return z.pipe(
    z.pipe(
      z.string(),
      z.transform((text) => text.trim().toLowerCase()),
    ),
    z.string().check(
      z.regex(/^[^\s\p{Cc}@]+@[^\s\p{Cc}@]+$/u, 'Please enter an email address.'),
      z.maxLength(254, 'Please enter a shorter email address.'),
      z.refine((text) => text.isWellFormed(), { message: 'Please enter an email address.' }),
    ),
  );
}
/** An email address as it is stored, in lower case. */
export const email = /* @__PURE__ */ emailSchema();
