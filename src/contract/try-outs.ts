// Try-outs: candidates who aren't students yet, and raters who don't see each other's scores until somebody ends scoring.
import * as z from 'zod/mini';
import { changes, reads } from './call.ts';
import { day, id, name } from './fields.ts';
import { sheet } from './sheets.ts';
import { fullList, MAX_CANDIDATES, MAX_TRY_OUTS } from './words.ts';

const TOO_MANY_CANDIDATES = `A try-out can have at most ${MAX_CANDIDATES} candidates.`;
const MAX_SCORES = 60;
const MAX_SCORE = 100;

const tryOut = z.object({
  id,
  name: z.string(),
  /** Everything is deleted after this day. */
  deleteAfter: z.string(),
  /** Null while raters score. */
  endedAt: z.nullable(z.date()),
  candidates: z.int(),
});
export type TryOut = z.infer<typeof tryOut>;

const scores = z.record(
  z.string().check(z.regex(/^[A-Za-z][A-Za-z0-9]{0,39}$/)),
  z.int().check(z.gte(0), z.lte(MAX_SCORE)),
);
const candidate = z.object({
  id,
  name: z.string(),
  /** Once on the roster. */
  studentId: z.nullable(id),
});
export type Candidate = z.infer<typeof candidate>;
const rating = z.object({ candidateId: id, raterId: id, scores });
/** Points above the average candidate, with a 90% interval: how far above it the candidate really is, nine times in ten. */
const estimate = z.object({
  candidateId: id,
  /** The plain mean of the totals. */
  mean: z.number(),
  raters: z.int(),
  estimate: z.number(),
  low: z.number(),
  high: z.number(),
});

const details = z.object({
  ...tryOut.shape,
  sheet,
  /** Sorted by name. */
  candidates: z.array(candidate),
  /** The person's own, and everybody's once the try-out has ended. */
  ratings: z.array(rating),
  /** The highest first. Null until the try-out has ended, and where the scores are too few or too alike to compare candidates. */
  estimates: z.nullable(z.array(estimate)),
  /** How many candidates each rater has scored. */
  raters: z.array(z.object({ id, name: z.string(), rated: z.int() })),
});
export type TryOutDetails = z.infer<typeof details>;

const ended = { ENDED: { status: 409, message: 'This try-out has ended.' } };

export const tryOuts = {
  /** The newest first. */
  inSchool: reads('tryOut')
    .input(z.strictObject({ schoolId: id }))
    .output(z.array(tryOut)),
  /** Null: it was deleted. */
  details: reads('tryOut')
    .input(z.strictObject({ schoolId: id, id }))
    .output(z.nullable(details)),
  /** The form chooses `id`, so that a try-out sent twice is added once. */
  create: changes('tryOut', 'create')
    .input(
      z.strictObject({
        schoolId: id,
        id,
        name,
        sheet: sheet.check(
          z.refine(({ sides }) => sides.d === null, { message: 'A sheet for a try-out has one side.' }),
        ),
        deleteAfter: day,
      }),
    )
    .output(z.void())
    .errors({
      DAY: { status: 409, message: 'Choose a day from tomorrow to a year from now.' },
      ...fullList('try-outs', MAX_TRY_OUTS),
    }),
  /** Skips candidates whose name is already listed. */
  addCandidates: changes('tryOut', 'create')
    .input(
      z.strictObject({
        schoolId: id,
        tryOutId: id,
        names: z.array(name).check(z.minLength(1), z.maxLength(MAX_CANDIDATES, TOO_MANY_CANDIDATES)),
      }),
    )
    .output(z.void())
    .errors({ ...ended, FULL: { status: 409, message: TOO_MANY_CANDIDATES } }),
  removeCandidate: changes('tryOut', 'delete')
    .input(z.strictObject({ schoolId: id, id }))
    .output(z.void()),
  /** Saves the person's own scores of a candidate: all of the sheet. */
  rate: changes('tryOutRating', 'create')
    .input(
      z.strictObject({
        schoolId: id,
        candidateId: id,
        scores: scores.check(
          z.refine((given) => Object.keys(given).length <= MAX_SCORES, { message: 'Too many scores.' }),
        ),
      }),
    )
    .output(z.void())
    .errors({ ...ended, SCORES: { status: 409, message: 'Every row of the sheet needs a score in its range.' } }),
  /** Nobody can score afterwards, and staff see everybody's scores. This is final. */
  end: changes('tryOut', 'update')
    .input(z.strictObject({ schoolId: id, id }))
    .output(z.void()),
  remove: changes('tryOut', 'delete')
    .input(z.strictObject({ schoolId: id, id }))
    .output(z.void()),
  /** Adds a candidate to the school's students, under the `studentId` that the caller chooses. One who was added before isn't changed. */
  addToRoster: changes('tryOut', 'update')
    .input(z.strictObject({ schoolId: id, candidateId: id, studentId: id }))
    .output(z.void())
    .errors({
      NAME_TAKEN: { status: 409, message: 'This school already has a student with this name.' },
      ...fullList('students'),
    }),
};
