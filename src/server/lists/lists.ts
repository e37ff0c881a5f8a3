// The lists that files and selections change: their tables, and what a row of a file must have.
import * as z from 'zod/mini';
import { caseFields } from '#contract/cases.ts';
import type { ListName } from '#contract/list-files.ts';
import { ENDS_BEFORE_START, studentFacts, tournamentFacts } from '#contract/rosters.ts';
import { schoolFields } from '#contract/schools.ts';
import { id, name } from '#contract/fields.ts';
import { MAX_IN_SCHOOL } from '#contract/words.ts';
import type { ChangedList } from './change-many.ts';

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
  /** What is wrong with a record's values together, if anything. */
  problem?: (values: Readonly<Record<string, unknown>>) => string | null;
  /** The fields that identify a record when a row has no id, as far as the row has them. */
  matched: readonly string[];
};

export const LISTS = {
  schools: {
    ...unlimited,
    table: 'schools',
    subject: 'school',
    schemas: schoolFields,
    required: ['name', 'shortName'],
    defaults: { isPremium: false },
    matched: ['name'],
  },
  users: {
    ...unlimited,
    table: 'users',
    subject: 'user',
    schemas: { name },
    required: [],
    defaults: {},
    matched: ['email'],
  },
  cases: {
    ...unlimited,
    table: 'cases',
    subject: 'case',
    schemas: caseFields,
    required: ['name', 'year', 'type'],
    defaults: { area: null, isActive: true },
    matched: ['name', 'year'],
  },
  teams: {
    ...inSchool('team'),
    schemas: { name },
    required: ['name'],
    defaults: {},
    matched: ['name'],
  },
  students: {
    ...inSchool('student'),
    schemas: { name, teamId: z.nullable(id), ...studentFacts },
    required: ['name'],
    defaults: { teamId: null },
    matched: ['name'],
  },
  tournaments: {
    ...inSchool('tournament'),
    schemas: { name, ...tournamentFacts },
    required: ['name'],
    defaults: {},
    problem: ({ startsOn, endsOn }) =>
      typeof startsOn === 'string' && typeof endsOn === 'string' && endsOn < startsOn ? ENDS_BEFORE_START : null,
    matched: ['name', 'season'],
  },
} as const satisfies Record<ListName, FileList>;

export const fileListOf = (list: ListName): FileList => LISTS[list];

export const ASSIGNMENTS: ChangedList = {
  table: 'users_schools',
  subject: 'assignment',
  key: ['userId', 'schoolId'],
  taken: 'This user is already assigned to this school in another role.',
  full: `A school can have at most ${most} people.`,
};
