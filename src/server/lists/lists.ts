// The lists that files and selections change: their tables, and what a row of a file must have.
import type { ErrorMap } from '@orpc/contract';
import * as z from 'zod/mini';
import { caseFields } from '#contract/cases.ts';
import type { ListName } from '#contract/list-files.ts';
import { ENDS_BEFORE_START, studentFacts, tournamentFacts, students, teams, tournaments } from '#contract/rosters.ts';
import { schoolFields } from '#contract/schools.ts';
import { id, name } from '#contract/fields.ts';
import type { ChangedList } from './change-many.ts';

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

const listOf = (subject: ChangedList['subject'], errors: ErrorMap = {}): ChangedList => ({
  table: `${subject}s`,
  subject,
  key: ['id'],
  errors,
});

export const LISTS: Record<ListName, FileList> = {
  schools: {
    ...listOf('school'),
    schemas: schoolFields,
    required: ['name', 'shortName'],
    defaults: { isPremium: false },
    matched: ['name'],
  },
  users: {
    ...listOf('user'),
    schemas: { name },
    required: [],
    defaults: {},
    matched: ['email'],
  },
  cases: {
    ...listOf('case'),
    schemas: caseFields,
    required: ['name', 'year', 'type'],
    defaults: { area: null, isActive: true },
    matched: ['name', 'year'],
  },
  teams: {
    ...listOf('team', teams.add['~orpc'].errorMap),
    schemas: { name },
    required: ['name'],
    defaults: {},
    matched: ['name'],
  },
  students: {
    ...listOf('student', students.add['~orpc'].errorMap),
    schemas: { name, teamId: z.nullable(id), ...studentFacts },
    required: ['name'],
    defaults: { teamId: null },
    matched: ['name'],
  },
  tournaments: {
    ...listOf('tournament', tournaments.add['~orpc'].errorMap),
    schemas: { name, ...tournamentFacts },
    required: ['name'],
    defaults: {},
    problem: ({ startsOn, endsOn }) =>
      typeof startsOn === 'string' && typeof endsOn === 'string' && endsOn < startsOn ? ENDS_BEFORE_START : null,
    matched: ['name', 'season'],
  },
};
