// Reading the scores from a photo of a ballot. Neither the photo nor the scores are stored.
import * as z from 'zod/mini';
import type { ExtractedField } from '#ballot/extracted.ts';
import { MAX_IMAGE_BYTES, TOO_LARGE } from '#ballot/photo-file.ts';
import { computes } from './call.ts';
import { id } from './fields.ts';

const point = z.readonly(z.tuple([z.number(), z.number()]));

const extractedField: z.ZodMiniType<ExtractedField> = z.object({
  value: z.union([z.string(), z.number(), z.null()]),
  confidence: z.number(),
  box: z.optional(z.readonly(z.array(point))),
});

const extracted = z.object({
  confidence: z.number(),
  image: z.object({ width: z.number(), height: z.number() }),
  /** By the labels of `recognitionLabel`: `P Opening`, `D Cross W #2`, `Judge Name`. */
  fields: z.record(z.string(), extractedField),
});

export const PREMIUM_NEEDED = { status: 402, message: 'This feature requires additional access privileges' };

export const ballots = {
  /**
   * Reads the ballot's fields from one PNG or JPEG. School staff name the school that they read it for, which
   * must have premium status.
   */
  recognize: computes('ballotRecognition')
    .input(z.object({ image: z.file().check(z.maxSize(MAX_IMAGE_BYTES, TOO_LARGE)), schoolId: z.optional(id) }))
    .output(extracted)
    .errors({
      NOT_READ: { status: 422, message: 'The ballot could not be read.' },
      PREMIUM_NEEDED,
    }),
};
