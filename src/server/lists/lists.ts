// The lists that files and selections change: their tables, and what a row of a file must have.
import * as z from 'zod/mini';
import { caseFields } from '#contract/cases.ts';
import type { ListName } from '#contract/list-files.ts';
import { studentFacts, tournamentFacts } from '#contract/rosters.ts';
import { schoolFields } from '#contract/schools.ts';
import { id, name } from '#contract/fields.ts';
import { MAX_IN_SCHOOL } from '#contract/words.ts';
import type { ChangedList } from './change-many.ts';

const BY_ID = { id: 'uuid', schoolId: 'uuid', version: 'integer', name: 'text' } as const;
const most = MAX_IN_SCHOOL.toLocaleString('en-US');
const unlimited = { key: ['id'], taken: 'This already exists.', full: '' } as const;
const inSchool = <Subject extends 'team' | 'student' | 'tournament'>(subject: Subject) => ({
  key: ['id'] as const,
  table: `${subject}s`,
  subject,
  taken: `This school already has a ${subject} with this name.`,
  full: `A school can have at most ${most} ${subject}s.`,
});

type FileList = ChangedList & {
  /** The values that each cell may have. */
  schemas: Record<string, z.core.$ZodType>;
  /** The fields that a new record needs, and the defaults of the others. */
  required: readonly string[];
  defaults: Record<string, boolean | null>;
  /** The fields that identify a record when a row has no id, as far as the row has them. */
  matched: readonly string[];
};

export const LISTS = {
  schools: {
    ...unlimited,
    table: 'schools',
    subject: 'school',
    types: { ...BY_ID, shortName: 'text', isPremium: 'boolean' },
    schemas: schoolFields,
    required: ['name', 'shortName'],
    defaults: { isPremium: false },
    matched: ['name'],
  },
  users: {
    ...unlimited,
    table: 'users',
    subject: 'user',
    types: BY_ID,
    schemas: { name },
    required: [],
    defaults: {},
    matched: ['email'],
  },
  cases: {
    ...unlimited,
    table: 'cases',
    subject: 'case',
    types: { ...BY_ID, year: 'integer', type: 'text', area: 'text', isActive: 'boolean' },
    schemas: caseFields,
    required: ['name', 'year', 'type'],
    defaults: { area: null, isActive: true },
    matched: ['name', 'year'],
  },
  teams: {
    ...inSchool('team'),
    types: BY_ID,
    schemas: { name },
    required: ['name'],
    defaults: {},
    matched: ['name'],
  },
  students: {
    ...inSchool('student'),
    types: { ...BY_ID, teamId: 'uuid', userId: 'uuid', classYear: 'integer', isArchived: 'boolean' },
    schemas: { name, teamId: z.nullable(id), ...studentFacts },
    required: ['name'],
    defaults: { teamId: null },
    matched: ['name'],
  },
  tournaments: {
    ...inSchool('tournament'),
    types: { ...BY_ID, season: 'text', startsOn: 'date', endsOn: 'date', place: 'text', caseId: 'uuid' },
    schemas: { name, ...tournamentFacts },
    required: ['name'],
    defaults: {},
    matched: ['name', 'season'],
  },
} as const satisfies Record<ListName, FileList>;

export const fileListOf = (list: ListName): FileList => LISTS[list];

export const ASSIGNMENTS: ChangedList = {
  table: 'users_schools',
  subject: 'assignment',
  key: ['userId', 'schoolId'],
  types: { userId: 'uuid', schoolId: 'uuid', role: 'text', version: 'integer' },
  taken: 'This user is already assigned to this school in another role.',
  full: `A school can have at most ${most} people.`,
};
