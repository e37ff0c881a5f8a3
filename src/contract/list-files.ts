// The columns of a list's file, for both directions. The screens write them, so there is no schema in this file: it would bring
// the schema library into the browser.
import { CASE_AREAS, CASE_TYPES } from './words.ts';

/** How a field is written in a cell. `team` and `case` are written by name. */
type CellKind = 'text' | 'number' | 'yes or no' | 'day' | 'team' | 'case' | readonly string[];
/** `header` is the column's name in a file; spelling it with other spaces, dashes or capitals makes no difference. */
export type ListColumn = { field: string; header: string; kind: CellKind };

const text = (field: string, header = field): ListColumn => ({ field, header, kind: 'text' });
const ID = text('id');
const NAME = text('name');

export const LIST_COLUMNS = {
  schools: [ID, NAME, text('shortName', 'short name'), { field: 'isPremium', header: 'premium', kind: 'yes or no' }],
  users: [ID, text('email'), NAME],
  cases: [
    ID,
    NAME,
    { field: 'year', header: 'year', kind: 'number' },
    { field: 'type', header: 'type', kind: CASE_TYPES },
    { field: 'area', header: 'area', kind: CASE_AREAS },
    { field: 'isActive', header: 'active', kind: 'yes or no' },
  ],
  teams: [ID, NAME],
  students: [
    ID,
    NAME,
    { field: 'teamId', header: 'team', kind: 'team' },
    { field: 'classYear', header: 'class year', kind: 'number' },
    { field: 'isArchived', header: 'archived', kind: 'yes or no' },
  ],
  tournaments: [
    ID,
    NAME,
    text('season'),
    { field: 'startsOn', header: 'starts on', kind: 'day' },
    { field: 'endsOn', header: 'ends on', kind: 'day' },
    text('place'),
    { field: 'caseId', header: 'case', kind: 'case' },
  ],
} as const satisfies Record<string, readonly ListColumn[]>;
export type ListName = keyof typeof LIST_COLUMNS;

/** In a file of users: the school and role that somebody gets besides. Somebody without an account is invited there. */
export const MEMBERSHIP_COLUMNS = ['school', 'role'] as const;

/** Headers of two columns that are a person's name together, in words. */
export const FIRST_NAME = /^(?:first|given)(?: ?names?)?$/;
export const LAST_NAME = /^(?:last|family|sur)(?: ?names?)?$/;

export const LIST_FILE = { maxBytes: 1_000_000, tooLarge: 'The file is larger than 1 MB. Split it up.' };
export const SEASON_FILE = { maxBytes: 5_000_000, tooLarge: 'The file is larger than 5 MB. Split it up.' };

export const MAX_FILE_ROWS = 2000;
/** Changes sent at once, and the length of their text, so that every call of an import is short. */
export const MAX_CHANGES = 100;
export const MAX_CHANGES_LENGTH = 24_000;

/** Names in a file of ballots of which a person can say whom they mean. */
export const MAX_MATCHED_NAMES = 100;
