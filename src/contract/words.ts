// The field's value sets and the shapes they share: roles, sides, types, areas, names and ids.
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
/** What a witness's side is called: the P side has another name in a criminal case. Source: specification, section 3. */
export const witnessSideLabel = (side: WitnessSide, caseType: CaseType): string =>
  ({ p: caseType === 'civil' ? 'Plaintiff' : 'Prosecution', d: 'Defense', s: 'Swing' })[side];
export const WITNESS_TYPES = ['character', 'expert', 'party rep', 'police/investigator', 'other'] as const;
export type WitnessType = (typeof WITNESS_TYPES)[number];

export const SERVICE_STATUSES = ['operational', 'degraded', 'outage', 'maintenance'] as const;
export const INCIDENT_STATUSES = ['investigating', 'completed'] as const;

/** In lower case, as the database answers it: the same id is then the same text. */
export const id = z.uuid().check(z.toLowerCase());
export const role = z.enum(ROLES);

/** A name as it is kept: trimmed, 1 to 200 characters, none of them a control character. */
export const name = z.pipe(
  z.pipe(
    z.string(),
    z.transform((text) => text.trim().normalize('NFC')),
  ),
  z
    .string()
    .check(
      z.minLength(1, 'Please enter a name.'),
      z.maxLength(200, 'A name can have at most 200 characters.'),
      z.regex(/^\P{Cc}*$/u, 'A name can’t contain control characters.'),
    ),
);
