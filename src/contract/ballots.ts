// Reading the scores from a photo of a ballot. Neither the photo nor the scores are stored.
import * as z from 'zod/mini';
import { type ExtractedField, WHICH_BALLOT } from '#ballot/extracted.ts';
import { MAX_IMAGE_BYTES, TOO_LARGE } from '#ballot/photo-file.ts';
import { computes } from './call.ts';
import { id } from './fields.ts';

const point = z.readonly(z.tuple([z.number(), z.number()]));

const extractedField: z.ZodMiniType<ExtractedField> = z.object({
  value: z.union([z.string(), z.number(), z.null()]),
  confidence: z.number(),
  box: z.optional(z.readonly(z.array(point))),
});

const sheetCode = z.object({
  sheet: z.string(),
  version: z.number(),
  page: z.number(),
  schoolId: z.nullable(id),
  roundId: z.nullable(id),
  judge: z.nullable(z.number()),
});

const extracted = z.object({
  confidence: z.number(),
  image: z.object({ width: z.number(), height: z.number() }),
  /** By the labels of the sheet's scores and of `recognitionLabel`: `P Opening`, `D Cross W #2`, `Judge Name`. */
  fields: z.record(z.string(), extractedField),
  /** What the code on the sheet says; the form of college rounds with three witnesses has none. */
  code: z.optional(sheetCode),
});

const PHOTO = { maxBytes: MAX_IMAGE_BYTES, tooLarge: TOO_LARGE };

export const PREMIUM_NEEDED = { status: 402, message: 'This feature requires additional access privileges' };

export const ballots = {
  /** Loads the reader while the person chooses a photo, so that the first one is read nearly as fast as the others. */
  prepare: computes('ballotRecognition')
    .input(z.strictObject({ schoolId: z.optional(id) }))
    .output(z.void()),
  /**
   * Reads the ballot's fields from one PNG or JPEG. School staff name the school that they read it for, which
   * must have premium status. A photo of two ballots is refused, unless `ballot` says which of them to read. So is one of another
   * score sheet than that of college rounds with three witnesses, unless `anySheet` is set, and one that was printed for another school.
   */
  recognize: computes('ballotRecognition', PHOTO)
    .input(
      z.strictObject({
        image: z.file().check(z.maxSize(PHOTO.maxBytes, PHOTO.tooLarge)),
        schoolId: z.optional(id),
        ballot: z.optional(z.enum(WHICH_BALLOT)),
        anySheet: z.optional(z.boolean()),
      }),
    )
    .output(extracted)
    .errors({
      NOT_READ: { status: 422, message: 'The ballot could not be read.' },
      PREMIUM_NEEDED,
    }),
};
